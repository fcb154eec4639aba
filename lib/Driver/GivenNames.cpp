//===- GivenNames.cpp - Names on the command line that files have ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GivenNames.h"
#include "bankfix/Kernel/SimilarNames.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

using namespace bankfix;
using llvm::StringRef;

/// Adds each word of \p Text that may be a name.
template <typename Visitor>
static void eachWord(StringRef Text, Visitor Visit) {
  while (!(Text = Text.drop_until(isNamePart)).empty()) {
    StringRef Word = Text.take_while(isNamePart);
    Text = Text.drop_front(Word.size());
    if (!llvm::isDigit(Word.front()))
      Visit(Word);
  }
}

void GivenNames::add(const ParsedFile &File, StringRef Text) {
  std::lock_guard Locked(Lock);
  IsAnyRead = true;
  Kernels.insert(File.KernelNames.begin(), File.KernelNames.end());
  if (O.Assumptions.empty())
    return;
  eachWord(Text, [&](StringRef Word) { Words.insert(Word.str()); });
  File.Map.Identifiers.forEach(
      [&](StringRef Name) { Symbols.insert(Name.str()); });
}

/// Every word of \p Name, which may be "blockIdx.x", is in some file.
bool GivenNames::hasWords(StringRef Name) const {
  static constexpr StringRef BuiltIn[] = {
      "threadIdx", "blockIdx", "blockDim", "gridDim", "x", "y", "z"};
  bool Has = true;
  eachWord(Name, [&](StringRef Word) {
    Has &= Words.count(Word.str()) || Symbols.count(Word.str()) ||
           llvm::is_contained(BuiltIn, Word);
  });
  return Has;
}

/// See didYouMean.
static std::string hintFor(StringRef Name, const std::set<std::string> &Names) {
  return didYouMean(Name, std::vector<StringRef>(Names.begin(), Names.end()));
}

std::string GivenNames::kernelError() const {
  llvm::Regex Wanted(O.KernelRegex);
  if (!IsAnyRead || O.KernelRegex.empty() ||
      llvm::any_of(Kernels, [&](StringRef K) { return Wanted.match(K); }))
    return "";
  std::string Near = hintFor(O.KernelRegex, Kernels);
  if (Kernels.empty())
    Near = "; there are no kernels";
  else if (Near.empty())
    Near = "; there are '" +
           llvm::join(std::vector<std::string>(
                          Kernels.begin(),
                          std::next(Kernels.begin(),
                                    std::min<size_t>(Kernels.size(), 8))),
                      "', '") +
           (Kernels.size() > 8 ? "', ..." : "'");
  return "--kernel=" + O.KernelRegex + " matches no kernel" + Near;
}

std::vector<std::string> GivenNames::warnings() const {
  std::vector<std::string> Out;
  if (!IsAnyRead)
    return Out;
  for (const BlockDim &B : O.BlockDims)
    if (!B.Kernel.empty() && !Kernels.count(B.Kernel))
      Out.push_back("--block-dim: no given file has a kernel '" + B.Kernel +
                    "'" + hintFor(B.Kernel, Kernels));
  for (const Assumption &A : O.Assumptions)
    if (!hasWords(A.Name))
      Out.push_back("--assume: no given file has '" + A.Name + "'" +
                    hintFor(A.Name, Words));
  return Out;
}
