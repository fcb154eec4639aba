//===- UnitReadings.cpp - What a source says of its project ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitReadings.h"
#include "Threads.h"
#include "UnitMaps.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

UnitReadings::Source &UnitReadings::source(const std::string &Path) {
  std::lock_guard Locked(Lock);
  return Known[Path];
}

static UnitReading readingOf(const std::string &Path, const RunOptions &Own,
                             const ParsedFile &Parsed) {
  UnitReading R;
  R.As = {Path, {}, Own.ClangFlags, headersOf(Parsed), Own.Model};
  R.Says = Parsed.Launched;
  R.Choices = Parsed.Builds;
  R.Includes = Parsed.Includes;
  R.AsksForGpu = Parsed.Gpu.IsAskedFor;
  if (!Parsed.Ok) {
    const bool IsSaid = !Parsed.Diagnostics.empty();
    R.Error = IsSaid ? Parsed.Diagnostics.front().Place : SourcePlace{"", 1, 1};
    R.Problem =
        "does not compile: " +
        (IsSaid ? Parsed.Diagnostics.front().Message : "it cannot be parsed");
  }
  return R;
}

const UnitReading &UnitReadings::add(const std::string &Path,
                                     const RunOptions &Own,
                                     const ParsedFile &Parsed) {
  Source &Of = source(Path);
  std::lock_guard Locked(Of.Lock);
  const UnitReading &R = Of.All.emplace_back(readingOf(Path, Own, Parsed));
  Maps.keep(Path, Own, R, Parsed.Inputs);
  return R;
}

/// It may be a source that nobody named, whose crash is not to cost the others.
static UnitReading readSafely(const std::string &Path, llvm::StringRef Text,
                              const RunOptions &Own, UnitMaps &Maps) {
  UnitReading R;
  if (!survives([&] {
        ExprPool Pool;
        const ParsedFile Parsed =
            parse(Path, Text, parseOptionsOf(Own, *Own.Model), Pool);
        R = readingOf(Path, Own, Parsed);
        Maps.keep(Path, Own, R, Parsed.Inputs);
      })) {
    R.As = {Path, {}, Own.ClangFlags, Own.Headers, Own.Model};
    R.Error = SourcePlace{"", 1, 1};
    R.Problem = "makes bankfix crash";
  }
  return R;
}

const UnitReading &UnitReadings::read(const std::string &Path,
                                      llvm::StringRef Text,
                                      const RunOptions &Own) {
  Source &Of = source(Path);
  std::lock_guard Locked(Of.Lock);
  auto Find = [&](llvm::function_ref<bool(const UnitReading &)> Fits) {
    auto It = llvm::find_if(Of.All, [&](const UnitReading &R) {
      return R.As.Flags == Own.ClangFlags && Fits(R);
    });
    return It == Of.All.end() ? nullptr : &*It;
  };
  if (const UnitReading *Same = Find(
          [&](const UnitReading &R) { return R.As.Model == Own.Model; }))
    return *Same;
  if (const UnitReading *Same = Find([&](const UnitReading &R) {
        return !R.Error && readAlike(*R.As.Model, *Own.Model, R.AsksForGpu);
      })) {
    UnitReading Copy = *Same;
    Copy.As.Model = Own.Model;
    return Of.All.emplace_back(std::move(Copy));
  }
  if (std::optional<UnitReading> Kept = Maps.find(Path, Own))
    return Of.All.emplace_back(std::move(*Kept));
  return Of.All.emplace_back(readSafely(Path, Text, Own, Maps));
}
