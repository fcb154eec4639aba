//===- UnitReadings.h - What a source says of its project -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   (source, flags, GPU) ──read──▶ what it includes, launches and may be built
//                                  as; each once
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_UNITREADINGS_H
#define BANKFIX_LIB_DRIVER_UNITREADINGS_H

#include "SourceFile.h"
#include <deque>
#include <mutex>

namespace bankfix {

/// One way to read a source.
struct UnitReading {
  HeaderUse As; ///< Within no other file.
  UnitLaunches Says;
  BuildChoices Choices;
  std::vector<IncludedFile> Includes;
  bool AsksForGpu = true; ///< ParsedFor::IsAskedFor.
  /// The first error, where it cannot be read, and what is said of the source:
  /// "does not compile: ..".
  std::optional<SourcePlace> Error;
  std::string Problem;
};

class UnitMaps;

/// May be used by several threads: a source is read by one of them.
class UnitReadings {
public:
  /// Keeps a reference.
  explicit UnitReadings(UnitMaps &Maps) : Maps(Maps) {}

  /// Learns what reading \p Path with \p Own has found.
  const UnitReading &add(const std::string &Path, const RunOptions &Own,
                         const ParsedFile &Parsed);

  /// Reads \p Path, which is \p Text, with \p Own, unless it is known what that
  /// finds: on another GPU it is the same where the text asks for none.
  const UnitReading &read(const std::string &Path, llvm::StringRef Text,
                          const RunOptions &Own);

private:
  struct Source {
    std::mutex Lock; ///< Of what follows.
    std::deque<UnitReading> All;
  };

  Source &source(const std::string &Path);

  UnitMaps &Maps;
  std::mutex Lock; ///< Of what follows, but for what sources hold.
  std::map<std::string, Source> Known; ///< By source.
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_UNITREADINGS_H
