//===- UnitReadings.cpp - What a source says of its project ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitReadings.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

const UnitReading &UnitReadings::add(const std::string &Path,
                                     const RunOptions &Own,
                                     const ParsedFile &Parsed) {
  UnitReading R;
  R.As = {Path, {}, Own.ClangFlags, headersOf(Parsed), Own.Model};
  R.Says = Parsed.Launched;
  R.Choices = Parsed.Builds;
  R.Includes = Parsed.Includes;
  R.AsksForGpu = Parsed.AsksForGpu;
  if (!Parsed.Ok) {
    const bool IsSaid = !Parsed.Diagnostics.empty();
    R.Error = IsSaid ? Parsed.Diagnostics.front().Place : SourcePlace{"", 1, 1};
    R.Problem =
        IsSaid ? Parsed.Diagnostics.front().Message : "it cannot be parsed";
  }
  Known[Path].push_back(std::move(R));
  return Known[Path].back();
}

const UnitReading &UnitReadings::read(const std::string &Path,
                                      llvm::StringRef Text,
                                      const RunOptions &Own) {
  std::deque<UnitReading> &All = Known[Path];
  auto Find = [&](llvm::function_ref<bool(const UnitReading &)> Fits) {
    auto It = llvm::find_if(All, [&](const UnitReading &R) {
      return R.As.Flags == Own.ClangFlags && Fits(R);
    });
    return It == All.end() ? nullptr : &*It;
  };
  if (const UnitReading *Same = Find(
          [&](const UnitReading &R) { return R.As.Model == Own.Model; }))
    return *Same;
  if (const UnitReading *Same = Find([&](const UnitReading &R) {
        return !R.Error && readAlike(*R.As.Model, *Own.Model, R.AsksForGpu);
      })) {
    All.push_back(*Same);
    All.back().As.Model = Own.Model;
    return All.back();
  }
  ExprPool Pool;
  return add(Path, Own,
             parse(Path, Text, parseOptionsOf(Own, *Own.Model), Pool));
}
