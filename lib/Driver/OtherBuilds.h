//===- OtherBuilds.h - An edit holds in every build of its text -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   plans, new text ──refute──▶ the build in which the edit does not hold
//                   ──require─▶ what the source has to ask of builds
//
// A build is one more (file, flags) to prove the same edit in. Where there are
// finitely many that differ, each is proved; of a macro that may have any
// value, some values are, and the source admits no others.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_OTHERBUILDS_H
#define BANKFIX_LIB_DRIVER_OTHERBUILDS_H

#include "Configurations.h"
#include "SourceFile.h"
#include "bankfix/Rewrite/Rewrite.h"
#include <map>
#include <memory>

namespace bankfix {

/// \p Options in the build \p C.
RunOptions optionsIn(const Configuration &C, const RunOptions &Options);
/// The same, with the same headers as before.
RunOptions optionsIn(const Configuration &C, const RunOptions &Options,
                     const FileAnalysis &Before);

/// \p Plans, made for \p Here, for the arrays that the same text declares in
/// another build.
std::vector<ArrayPlan> samePlans(const FileAnalysis &There,
                                 const FileAnalysis &Here,
                                 llvm::ArrayRef<ArrayPlan> Plans);

/// A text that was read, and may be null.
struct ReadText {
  const FileAnalysis *Analysis;
  Configuration In; ///< The build.
  const Target *Model;
};

/// What is known of the same text in the build \p C, where the user's flags are
/// those of \p Own.
EarlierAnalyses knownFrom(const ReadText &Here, const Configuration &C,
                          const RunOptions &Own);

class OtherBuilds {
public:
  /// Keeps references to all but the path.
  OtherBuilds(llvm::StringRef Path, llvm::StringRef Text,
              const FileAnalysis &Before, const RunOptions &Options,
              const Target &T, ExprPool &Pool, llvm::ArrayRef<HostSource> Hosts)
      : Path(Path), Text(Text), Before(Before), Options(Options), T(T),
        Pool(Pool), Hosts(Hosts) {}

  /// The builds that compile what the one at hand leaves out of the arrays of
  /// \p Plans, with these for their arrays. The error says what none compiles.
  llvm::Expected<std::vector<PlannedBuild>>
  hidden(llvm::ArrayRef<ArrayPlan> Plans);

  /// Why the edits of \p Plans that made \p New do not hold in some build that
  /// conditions of the text select; nothing if they hold in all.
  std::optional<std::string> refute(llvm::ArrayRef<ArrayPlan> Plans,
                                    const FixedSource &New);

  /// Fills the requirements of \p Plans, of which the edits made \p New: for
  /// builds that bankfix cannot foresee. Returns why that cannot be, if so.
  std::optional<std::string> require(llvm::MutableArrayRef<ArrayPlan> Plans,
                                     const FixedSource &New);

private:
  /// What became of an edit in one build.
  struct Outcome {
    bool IsBuild = true; ///< False: the original does not compile there.
    std::optional<std::string> Why; ///< It does not hold.
  };

  const FileAnalysis &before(const Configuration &C);
  bool isProvedAlready(const Configuration &C, const FixedSource &New) const;
  Outcome proveIn(const Configuration &C, llvm::ArrayRef<ArrayPlan> Plans,
                  const FixedSource &New);
  std::string refusePlans(const FileAnalysis &There,
                          llvm::ArrayRef<ArrayPlan> Same,
                          llvm::ArrayRef<ArrayPlan> Plans,
                          const Configuration &C) const;
  std::vector<Configuration> ways() const {
    return otherWays(Options.Project);
  }
  /// The text, or its edit, as it was read with the user's flags.
  ReadText here(const FileAnalysis *A) const { return {A, {}, &T}; }
  const Target &modelOf(const Configuration &C) const {
    return C.Model ? *C.Model : T;
  }
  std::optional<std::string> refuteIn(const ArrayBuilds &Of,
                                      llvm::ArrayRef<ArrayPlan> Plans,
                                      const FixedSource &New);
  std::vector<FileRange> hiddenIn(const FileAnalysis &There,
                                  unsigned Array) const;
  std::string uncovered(const ArrayBuilds &Of,
                        llvm::ArrayRef<Configuration> Builds);
  std::optional<std::string> listValues(ArrayPlan &P,
                                        llvm::ArrayRef<ArrayPlan> All,
                                        const FixedSource &New);
  std::string listTypes(ArrayPlan &P, const BuildMacro &M,
                        llvm::ArrayRef<ArrayPlan> All, const FixedSource &New);
  bool holdsIn(const Configuration &C, llvm::ArrayRef<ArrayPlan> All,
               const FixedSource &New);
  std::optional<Configuration>
  withoutGiven(llvm::ArrayRef<const BuildMacro *> Open) const;
  llvm::Expected<std::vector<std::vector<int64_t>>>
  hostValues(llvm::ArrayRef<const BuildMacro *> Open) const;
  std::vector<const BuildMacro *> openMacros(const ArrayPlan &P) const;
  std::string sizeText(unsigned Array, unsigned Dim) const;
  std::vector<std::string> equalSizes(const ArrayPlan &P) const;
  bool haveOtherSizes(const ArrayPlan &P, llvm::ArrayRef<ArrayPlan> All) const;
  void askSizes(ArrayPlan &P) const;
  const std::string &nameOf(const ArrayPlan &P) const {
    return Before.Parsed.Prog.Arrays[P.Array].Name;
  }

  std::string Path;
  llvm::StringRef Text;
  const FileAnalysis &Before;
  const RunOptions &Options;
  const Target &T;
  ExprPool &Pool;
  llvm::ArrayRef<HostSource> Hosts;
  std::map<std::string, std::unique_ptr<FileAnalysis>> Known; ///< By flags.
  std::map<std::string, bool> Holds; ///< By flags: what require() has proved.
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_OTHERBUILDS_H
