//===- IncludeGraph.h - Which files may include a header --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a folder's files ──#include, by text──▶ graph ──mayInclude──▶ sources
//
// Text alone does not know which branches are compiled or which folders are
// searched: the answer has all files that include a header, and maybe more.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_PROJECT_INCLUDEGRAPH_H
#define BANKFIX_PROJECT_INCLUDEGRAPH_H

#include "bankfix/Kernel/SourceKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace bankfix {

/// The parts that `##` makes one name of: as they are written, and empty for
/// those that may be any, as a macro gets them.
using PastedName = std::vector<std::string>;

class IncludeGraph {
public:
  /// Of the C, C++, CUDA, HIP, OpenCL and Python files below \p Root, but for
  /// what is hidden or was built. \p Flags: what else compilers are told, as
  /// text.
  static IncludeGraph below(llvm::StringRef Root,
                            llvm::ArrayRef<llvm::StringRef> Flags = {});

  /// Of the same in the folder that \p Path is in.
  static IncludeGraph beside(llvm::StringRef Path);

  /// Of \p Files alone.
  static IncludeGraph of(llvm::ArrayRef<std::string> Files);

  /// The files that may include \p Header, themselves or by way of others, in
  /// the order of their paths, which begin with the root's. \p ByMacro:
  /// a file with a macro behind `#include` that may stand for any name may
  /// include any, too. Below a root, that is one that a file defines by
  /// other macros, or that flags or another file spells, as those do that say
  /// how sources are compiled.
  std::vector<std::string> mayInclude(llvm::StringRef Header,
                                      bool ByMacro) const;

  /// Some `#include` has the name of \p Path, maybe by way of a macro.
  bool mayBeIncluded(llvm::StringRef Path) const;

  /// The files that hold \p Name as a word other than behind `//`, and maybe
  /// more; in the order of their paths.
  std::vector<std::string> naming(llvm::StringRef Name) const;

  /// The files that have, with all that they may include, a macro that may
  /// paste \p Name, from words there or from what is pasted itself; in the
  /// order of their paths.
  std::vector<std::string> pasting(llvm::StringRef Name) const;

  /// It was below the root, and read.
  bool holds(llvm::StringRef Path) const;

  /// Some file has the name of \p Path, in whatever folder.
  bool holdsNamed(llvm::StringRef Path) const;

  /// A file that names \p Header in a string, as programs do that compile it
  /// when they run; empty if there is none.
  std::string mayLoad(llvm::StringRef Header) const;

  /// There were not more files than are looked at, and all could be read.
  bool isComplete() const { return IsComplete; }

private:
  struct File {
    std::string Path;
    std::vector<std::string> Includes; ///< As they are written.
    std::vector<std::string> Macros;   ///< Of `#include MACRO`.
    std::set<std::string> Strings;     ///< Last parts of names in quotes.
    std::vector<uint64_t> Words;       ///< Hashes, sorted.
    std::vector<PastedName> Pasted;
  };
  /// A file with all that it may include, where some of that pastes names.
  struct PastingText {
    unsigned Root = 0;
    llvm::BitVector Files;
    std::vector<PastedName> Pasted; ///< Each once.
  };

  void read(llvm::StringRef Path);
  void sort();
  std::vector<std::vector<unsigned>> inclusions() const;
  void findPasting();
  static void readWords(llvm::StringRef Text, File &New);
  static void readPasted(llvm::StringRef Text, File &New);
  void readInclude(llvm::StringRef Operand, File &New);
  bool readDefine(llvm::StringRef Definition, llvm::StringRef Path);
  void findUnset(llvm::StringRef Root, llvm::ArrayRef<llvm::StringRef> Flags);
  bool includes(const File &From, llvm::StringRef Header, bool ByMacro) const;

  std::vector<File> Files;
  /// The numbers of files by what they include, without folders, and of those
  /// that include what a macro says.
  std::map<std::string, std::vector<unsigned>, std::less<>> ByName;
  std::vector<unsigned> ByMacros;
  /// By macro: the names of files that definitions of it are, and where.
  std::map<std::string, std::map<std::string, std::string>> Defined;
  llvm::StringSet<> MayBecomeNames; ///< Macros that others may make a name of.
  std::set<std::string> Unset; ///< Behind `#include`, and nothing sets them.
  std::vector<PastingText> Pasting; ///< In the order of Files.
  std::set<std::string> Names; ///< Without folders, of what may be included.
  bool IsComplete = true;
};

/// A file below \p Root, as IncludeGraph::below has them, has the name of
/// \p Path, without folders, somewhere in its text: what does not, includes it
/// in no way that it says. True, too, where not all could be looked at. Quicker
/// than a graph.
bool isSpelledBelow(llvm::StringRef Root, llvm::StringRef Path);

/// The folder of the repository that \p Path lies in; empty if it lies in none.
std::string repositoryOf(llvm::StringRef Path);

/// The folder of the project that \p Files are of: of the first one's
/// repository, else the one that holds all of them; empty where that is the
/// whole machine.
std::string projectFolder(llvm::ArrayRef<std::string> Files);

/// The folder of the project that the compile database \p Database with
/// \p Sources is of: of its repository where that is the repository of a
/// source, else of the one that all the sources are of, else the one that the
/// database lies in, or that holds the `build` it lies in; empty where that
/// holds none of the sources. Paths are absolute, without links.
std::string projectFolder(llvm::StringRef Database,
                          llvm::ArrayRef<std::string> Sources);

/// \p Path, or what it is a link to, is in no repository that one of \p Sources
/// is in; where neither is in any, it lies outside of \p Root, if that is not
/// empty.
bool isForeign(llvm::StringRef Path, llvm::ArrayRef<std::string> Sources,
               llvm::StringRef Root);

/// \p Path lies in the folder of the compile database \p Database, and none of
/// its \p Sources does: something is built there.
bool isBuilt(llvm::StringRef Path, llvm::StringRef Database,
             llvm::ArrayRef<std::string> Sources);

/// The sources below \p Root of \p Language that are compiled by themselves, in
/// the order of their paths; none of another repository, none by way of links.
std::vector<std::string> ownUnits(llvm::StringRef Root,
                                  SourceLanguage Language);

} // namespace bankfix

#endif // BANKFIX_PROJECT_INCLUDEGRAPH_H
