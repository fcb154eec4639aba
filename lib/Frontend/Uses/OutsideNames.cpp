//===- OutsideNames.cpp - What other files could name ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Uses/JudgedUnit.h"

using namespace bankfix;

namespace {

class OutsideFinder {
public:
  explicit OutsideFinder(const JudgedUnit &U) : U(U) {}
  std::vector<OutsideName> run();

private:
  void add(const clang::NamedDecl *D, const std::set<unsigned> &Arrays,
           bool IsLinked);
  void function(const clang::FunctionDecl *F, const std::set<unsigned> &Arrays);

  const JudgedUnit &U;
  std::map<std::string, OutsideName> Found;
};

/// By one word: an object that can be called has the name of its class.
void OutsideFinder::add(const clang::NamedDecl *D,
                        const std::set<unsigned> &Arrays, bool IsLinked) {
  const clang::NamedDecl *Named = spelledFor(D);
  if (!Named->getIdentifier() || !U.Source.inMainFile(D->getLocation()))
    return;
  OutsideName &New = Found[Named->getName().str()];
  New.Name = Named->getName().str();
  New.Arrays.insert(Arrays.begin(), Arrays.end());
  New.IsLinked |= IsLinked;
}

void OutsideFinder::function(const clang::FunctionDecl *F,
                             const std::set<unsigned> &Arrays) {
  // Clang declares what is built into OpenCL where it is called first.
  if (isKernel(F) || F->isImplicit() || F->getParentFunctionOrMethod())
    return;
  add(F, Arrays, F->isExternallyVisible() && !F->isInlined());
}

std::vector<OutsideName> OutsideFinder::run() {
  for (const auto &[Decl, Leads] : U.Leads) {
    const clang::DeclContext *Around = Decl->getDeclContext();
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(Decl);
    if (!F && llvm::isa<clang::ParmVarDecl>(Decl))
      F = llvm::dyn_cast<clang::FunctionDecl>(Around);
    if (F && !Leads.Arrays.empty())
      function(F, Leads.Arrays);
  }
  for (const auto &[V, Array] : U.Arrays)
    if (V->isFileVarDecl())
      add(V, {Array}, /*IsLinked=*/false);
  std::vector<OutsideName> Out;
  for (auto &[Name, New] : Found) {
    New.Spellings = namesReaching(U.Preprocessed, Name);
    Out.push_back(std::move(New));
  }
  return Out;
}

} // namespace

std::vector<OutsideName> bankfix::outsideNames(const JudgedUnit &U) {
  return OutsideFinder(U).run();
}
