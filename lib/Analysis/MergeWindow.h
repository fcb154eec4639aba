//===- MergeWindow.h - Accesses that compilers make one of ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas merges adjacent accesses of one lane into vector accesses of 8 or 16
// bytes. Read from the code that CUDA 13.0 makes for sm_80 and sm_90: it does
// so for elements of 2, 4 and 8 bytes (not of 1), four at most, but not for
// those of type `half` that are converted to `float` one by one (bankfix does
// not tell these from others), within straight-line code and loops of a
// constant trip count (256 iterations, too, by unrolling a part), where the
// address is a multiple of the vector's size for certain (`s[t][k]` with rows
// of 32 or 36 words: 16 bytes; of 34: 8 bytes; of 33: none), whatever alignment
// the array was declared with. Nothing is merged across a barrier or a
// __syncwarp, no loads across any store to shared memory, even to another
// array, no stores across a load, and nothing that is volatile. A second load
// of the same bytes is no access of its own: `nvcc -ptx` has left it out.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_MERGEWINDOW_H
#define BANKFIX_LIB_ANALYSIS_MERGEWINDOW_H

#include "Recorder.h"

namespace bankfix {

/// The last accesses of a wave between which nothing stands that keeps them
/// from being merged.
class MergeWindow {
public:
  MergeWindow(const Kernel &K, Recorder &Into)
      : K(K), Into(Into) {}

  /// \p A was recorded as \p Known (null: it was not).
  void add(SymbolicAccess A, const Recorder::Recorded *Known,
           const SymbolTable &Symbols);
  /// The site's accesses are of a kind that is ever merged.
  static bool canMerge(const Site &S);
  /// What follows is not merged with what was added.
  void close(const SymbolTable &Symbols);

private:
  struct Element {
    SymbolicAccess Access;
    const Recorder::Recorded *Known;
    int64_t Delta; ///< Bytes from the first element of its group.
    /// Loads of the same bytes after it: the site, and where it was recorded.
    std::vector<std::pair<unsigned, const Recorder::Recorded *>> Repeated = {};
  };
  using Group = std::vector<Element>; ///< Apart by known numbers of bytes.

  void splitAliases(const SymbolicAccess &A, const SymbolTable &Symbols);
  void single(const Element &E);
  void split(Group &G, const SymbolTable &Symbols);
  unsigned widest(llvm::ArrayRef<Element> From,
                  const SymbolTable &Symbols) const;
  std::optional<int64_t> distance(const SymbolicAccess &From,
                                  const SymbolicAccess &To) const;

  const Kernel &K;
  Recorder &Into;
  std::vector<Group> Groups;
  /// Of all accesses in it, and what became of those that were split.
  std::vector<unsigned> Sequence;
  std::vector<int64_t> Result;
  AccessOp Op = AccessOp::Load; ///< Of all that is in it.
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_MERGEWINDOW_H
