//===- HostFingerprint.cpp - A host program to compare after a rewrite ----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostFile.h"
#include "Host/OpenCLHost.h"
#include "bankfix/Kernel/MacroPrefix.h"

using namespace bankfix;

DeclFingerprint bankfix::hostFingerprint(const HostSource &Source,
                                         unsigned File, const SourceMap &Map,
                                         ExprPool &Pool) {
  HostFile F(Source, Pool);
  const HostTokens &All = F.T;
  DeclFingerprint Out;
  Out.Name = Source.Path;
  Out.Place.File = Source.Path;
  for (const std::string &D : All.Directives)
    if (!llvm::StringRef(D).contains(MacroPrefix) &&
        !llvm::StringRef(D).starts_with("#endif"))
      Out.Text += D + "\n";
  for (size_t I = 0; I < All.size(); ++I) {
    auto Here = llvm::find_if(Map.HostSizes, [&](const HostSizeSource &S) {
      return S.File == File &&
             S.Whole.Begin + Source.Headers.size() == All[I].Begin;
    });
    if (Here == Map.HostSizes.end()) {
      Out.Text += All.text({I, I + 1}) + " ";
      continue;
    }
    TokenSpan Size{I, I};
    while (Size.End < All.size() &&
           All[Size.End].End <= Here->Whole.End + Source.Headers.size())
      ++Size.End;
    Out.Text += "@size" + std::to_string(Here->Array) + " ";
    FingerprintAccess A;
    A.Array = Here->Array;
    A.IsHostSize = true;
    A.Subscripts = {F.Constants.expression(Size)};
    Out.Accesses.push_back(std::move(A));
    I = Size.End - 1;
  }
  return Out;
}
