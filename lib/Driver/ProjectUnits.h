//===- ProjectUnits.h - What units say of each other's kernels --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   units ──add, or read──▶ UnitLaunches ──around──▶ OtherUnits, for one of them
//
// A kernel that is defined in one unit may be launched in others: who may name
// it is found by words, and what they do by reading them.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_PROJECTUNITS_H
#define BANKFIX_LIB_DRIVER_PROJECTUNITS_H

#include "FileOptions.h"
#include "LaunchesByText.h"
#include "UnitReadings.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace bankfix {

/// May be used by several threads: a unit is read by one of them.
class ProjectUnits {
public:
  /// Keeps references.
  ProjectUnits(const RunOptions &Options, FileOptions &Each,
               UnitReadings &Readings)
      : Options(Options), Each(Each), Readings(Readings), ByText(Each) {}

  /// Learns what the unit \p Path, read with \p Own, does with kernels of
  /// others.
  void add(const std::string &Path, const RunOptions &Own,
           const ParsedFile &Parsed);

  /// What the project's other units do with the kernels of \p Path, which was
  /// read as \p Own says; of a header, those that do not include it. Nothing
  /// where they are not known: without a database, unless several sources are
  /// named, or \p IsWanted of one in a repository.
  std::optional<OtherUnits> around(const std::string &Path,
                                   const ParsedFile &Parsed,
                                   const ProjectBuilds &Own, bool IsWanted);

  /// Kernels of \p Path for which around() has nothing, and which may be
  /// launched by what the text of other files says: nothing where these are
  /// none.
  std::optional<OtherUnits> unseen(const std::string &Path,
                                   const ParsedFile &Parsed,
                                   llvm::function_ref<bool(unsigned)> IsWanted);

  /// The units that launch \p Symbol, which around() has looked for, in each way
  /// in which the project compiles them, and each build that decides how.
  std::vector<HeaderUse> launching(const std::string &Symbol);

  /// Some other unit than those of \p Path, with \p Own for it, that was read
  /// and defines it, too; or null.
  const std::string *otherDefining(const std::string &Symbol,
                                   llvm::StringRef Path,
                                   const ProjectBuilds &Own);

private:
  struct Unit {
    std::mutex Lock; ///< Of what follows, until it HasAll.
    /// First each way in which the project compiles it.
    std::vector<const UnitReading *> All;
    bool HasAll = false;
    /// By symbol: why there may be builds in which it is launched otherwise.
    std::map<std::string, Obstacle> Doubts;
  };

  Unit &unit(const std::string &Path);
  const Unit *unitOf(const std::string &Path);
  void forEachReading(
      llvm::function_ref<void(const std::string &Source, const UnitReading &Of)>
          Do);
  void readBuilds(const std::string &Path, llvm::StringRef Text,
                  const RunOptions &Own, Unit &Into, size_t Way);
  bool isClosed(const std::string &Path, bool IsWanted);
  const std::set<std::string> &foreignLaunchers(const IncludeGraph &Graph);
  std::vector<std::string> mayLaunch(const IncludeGraph &Graph,
                                     const std::string &Path,
                                     llvm::StringRef Name);
  std::optional<Obstacle> askingForAny(llvm::ArrayRef<std::string> Within,
                                       const IncludeGraph &Graph, bool CanRead);
  KernelLaunches launchesOf(llvm::ArrayRef<std::string> Within,
                            const std::string &Path, const Kernel &K,
                            const KernelLaunches &Own,
                            const IncludeGraph &Graph);
  void addUnit(const std::string &Source, const Unit &From, const Kernel &K,
               const std::string &Symbol, bool IncludesIt,
               const IncludeGraph &Graph, KernelLaunches &Into) const;

  const RunOptions &Options;
  FileOptions &Each;
  UnitReadings &Readings;
  LaunchesByText ByText;
  std::mutex Lock; ///< Of what follows, but for what units hold.
  std::map<std::string, Unit> Units; ///< By source.
  std::map<const IncludeGraph *, std::set<std::string>> Foreign;
};

/// Adds what \p From says of a kernel to \p Into.
void joinLaunches(KernelLaunches &Into, const KernelLaunches &From);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_PROJECTUNITS_H
