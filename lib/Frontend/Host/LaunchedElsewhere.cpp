//===- LaunchedElsewhere.cpp - Launches that cannot be seen ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LaunchedElsewhere.h"
#include "Read/Surroundings.h"
#include "bankfix/Kernel/SourceKind.h"

using namespace bankfix;

/// Whether files that include this header may launch \p Kernel, too: all but
/// the one that may include what it defines, where that does not name it.
bool LaunchedElsewhere::byIncluders(const clang::FunctionDecl *Kernel) {
  if (!U.isOpen())
    return false;
  bool DefinedOnce = Kernel->isExternallyVisible() && !Kernel->isInlined() &&
                     !Kernel->isTemplateInstantiation();
  if (!DefinedOnce)
    return true;
  if (!HasLooked) {
    const clang::SourceManager &SM = U.Source.manager();
    auto File = SM.getFileEntryRefForID(SM.getMainFileID());
    std::vector<Surrounding> All = findIncluders(File->getName());
    if (All.size() == 1)
      Includer = {All.front().Path, All.front().Before + All.front().After};
    HasLooked = true;
  }
  return !Includer || !isUnitOf(Includer->first, SourceLanguage::Cuda) ||
         Includer->second.find(Kernel->getNameAsString()) != std::string::npos;
}

/// The declaration that is neither in this file nor in \p Seen.
clang::SourceLocation
LaunchedElsewhere::inHeader(const clang::FunctionDecl *Kernel,
                            llvm::StringRef Seen) const {
  const clang::SourceManager &SM = U.Source.manager();
  for (const clang::FunctionDecl *F :
       {Kernel,
        (const clang::FunctionDecl *)Kernel->getTemplateInstantiationPattern()})
    if (F)
      for (const clang::FunctionDecl *D : F->redecls()) {
        clang::SourceLocation L = D->getLocation();
        bool IsSeen = U.Source.inMainFile(L) ||
                      (!Seen.empty() && SM.getFilename(L) == Seen);
        if (!IsSeen)
          return L;
      }
  return {};
}

clang::SourceLocation
LaunchedElsewhere::declaration(const clang::FunctionDecl *Kernel) {
  clang::SourceLocation L = inHeader(Kernel, "");
  return L.isInvalid() && byIncluders(Kernel) ? Kernel->getLocation() : L;
}

clang::SourceLocation
LaunchedElsewhere::declarationForUnseen(const clang::FunctionDecl *Kernel) {
  llvm::StringRef Around = U.Read.Within;
  if (!isUnitOf(Around, SourceLanguage::Cuda))
    return declaration(Kernel);
  return inHeader(Kernel, Around);
}
