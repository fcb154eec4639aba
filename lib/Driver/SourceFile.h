//===- SourceFile.h - One source file through all steps ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
//   text ──analyze──▶ FileAnalysis ──plan──▶ plans ──fix──▶ FixedSource, proved
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_SOURCEFILE_H
#define BANKFIX_LIB_DRIVER_SOURCEFILE_H

#include "Files.h"
#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Report/Report.h"
#include "bankfix/Settings/Options.h"
#include <memory>

namespace bankfix {

/// A source, parsed and every kernel analysed under each launch shape.
struct FileAnalysis {
  ParsedFile Parsed;
  std::vector<AnalyzedKernel> Kernels;
  /// One per Kernels: in the scope that the user wants to hear of.
  std::vector<bool> InScope;
  std::vector<FileDiagnostic> OfGpu; ///< What its GPU has no room for.
};

/// Those that the file was read with.
HeaderMode headersOf(const ParsedFile &File);

/// How a source is parsed for \p T.
ParseOptions parseOptionsOf(const RunOptions &Options, const Target &T,
                            llvm::ArrayRef<HostSource> Hosts = {},
                            const FileAnalysis *Before = nullptr);

/// What is known already of a source.
struct EarlierAnalyses {
  /// The same program with other layouts: where block shapes are assumed, they
  /// are those that were assumed there.
  const FileAnalysis *Original = nullptr;
  /// The same text in another build, with waves of the same size: kernels that
  /// are the same in both are not run again.
  const FileAnalysis *Alike = nullptr;
  /// Alike was read with the same flags for \p ReadFor.
  const Target *ReadFor = nullptr;
};

/// A text that \p AsksForGpu, or not, is the same on both (see
/// ParsedFor::IsAskedFor).
bool readAlike(const Target &A, const Target &B, bool AsksForGpu);

/// Analysing the text for \p T would give what Alike holds: all of it costs
/// there what it does on ReadFor, in whatever layout. Its limits may be others,
/// and what else takes time.
bool isKnownAlready(const EarlierAnalyses &Earlier, const Target &T);

/// \p Hosts are the host programs of an OpenCL source.
FileAnalysis analyze(llvm::StringRef Path, llvm::StringRef Text,
                     const RunOptions &Options, const Target &T, ExprPool &Pool,
                     llvm::ArrayRef<HostSource> Hosts = {},
                     const EarlierAnalyses &Earlier = {});

/// Some access to one of the arrays that \p IsOf has bank conflicts, as far as
/// is known.
bool hasConflicts(const FileAnalysis &A,
                  llvm::function_ref<bool(unsigned Array)> IsOf);

/// What becomes of the launches of one unit's kernels.
struct ResizedLaunches {
  std::vector<NewFile> Units; ///< Those that change.
  OtherUnits Others;          ///< What the other units say then.
  /// By array of the kernel's unit.
  std::map<unsigned, std::vector<HostSizeText>> Sizes;
  std::map<unsigned, std::vector<SourceEdit>> Edits; ///< Of each by itself.
  std::vector<std::string> Helpers; ///< As in RewrittenFile, of all of them.
};

struct FixedSource {
  std::string Text;
  std::vector<HostSource> Hosts; ///< With the new sizes of arrays.
  std::vector<std::string> Helpers; ///< As in RewrittenFile.
  /// Text, as it was proved with the user's flags; null where nothing was.
  std::shared_ptr<const FileAnalysis> After;
  /// Of units that launch the file's kernels, or of the source around it: what
  /// changes there.
  std::optional<ResizedLaunches> Launches;
  /// The sizes that host code gives, before and after.
  std::vector<HostSizeSource> OldSizes, NewSizes;
  /// The plans as given; one that could not be proved has lost its map and
  /// gained a refusal.
  std::vector<ArrayPlan> Plans;
};

/// Carries out those of \p Plans that can be proved.
FixedSource fix(llvm::StringRef Path, llvm::StringRef Text,
                const FileAnalysis &Before, std::vector<ArrayPlan> Plans,
                const RunOptions &Options, const Target &T, ExprPool &Pool,
                llvm::ArrayRef<HostSource> Hosts = {});

/// What is said about the file, which is \p Text. \p Proved: the plans are
/// carried out.
FileReport reportOf(llvm::StringRef Path, llvm::StringRef Text,
                    const FileAnalysis &Analysis,
                    llvm::ArrayRef<ArrayPlan> Plans, bool Proved,
                    const RunOptions &Options, const Target &T);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_SOURCEFILE_H
