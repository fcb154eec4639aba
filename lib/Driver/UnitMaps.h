//===- UnitMaps.h - What runs find out of units, kept -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   (source, flags, GPU) ──keep──▶ DIR/unit-HASH.json ──find──▶ UnitReading
//   (source, arguments) ──keepClean──▶ DIR/clean-HASH.json ──isClean──▶ yes
//
// A map holds for as long as this is the same bankfix, every file that was read
// has the same text, and no file is new where one would have been found first.
// A reading that depends on more, such as a search for a missing header through
// the project, is not kept, nor is one of a file that is edited meanwhile. That
// a file is clean is kept all the same: at worst, a fix is not made.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_UNITMAPS_H
#define BANKFIX_LIB_DRIVER_UNITMAPS_H

#include "UnitReadings.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/JSON.h"
#include <mutex>

namespace bankfix {

/// The maps of one folder. May be used by several threads, and by several runs
/// at once: each file is replaced as a whole.
class UnitMaps {
public:
  /// \p Given says where, if anywhere.
  explicit UnitMaps(const MapScope &Given) : Given(Given) {}

  /// What reading \p Path with \p Own found in another run.
  std::optional<UnitReading> find(const std::string &Path,
                                  const RunOptions &Own);
  void keep(const std::string &Path, const RunOptions &Own,
            const UnitReading &R, const ParseInputs &Inputs);

  /// A run that was called as this one found no conflict in \p Path, nor in a
  /// header that it includes, and no file that any map depends on has changed.
  bool isClean(const std::string &Path);
  /// Says so of \p Path; \p Settings are files that say how it is looked at.
  void keepClean(const std::string &Path, const ParseInputs &Inputs,
                 llvm::ArrayRef<std::string> Settings);

  /// Makes the folder; a share of a run writes there how it was called, for
  /// `bankfix reduce`. The error says why it cannot be used.
  llvm::Error begin();

private:
  std::string pathOf(llvm::StringRef Kind, llvm::StringRef Key) const;
  std::string cleanPath(const std::string &Path) const;
  std::optional<llvm::json::Object> read(const std::string &Path);
  void write(const std::string &Path, const std::string &Source,
             llvm::json::Object Map, const ParseInputs &Inputs);
  bool holds(const llvm::json::Object &Map);
  bool areAllCurrent();
  bool hasChangedSinceStart(const std::string &Path) const;
  std::string textHash(const std::string &Path);

  const MapScope &Given;
  const llvm::sys::TimePoint<> Start = std::chrono::system_clock::now();
  std::mutex Lock;                     ///< Of what follows.
  llvm::StringMap<std::string> Hashes; ///< Of texts, by path.
  std::mutex Currency;                 ///< Of what follows.
  std::optional<bool> AllCurrent;
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_UNITMAPS_H
