//===- Functions.cpp - The functions that a file defines ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "Read/IncludedFiles.h"
#include "llvm/ADT/DenseSet.h"

using namespace bankfix;

namespace {

/// Each function once: templates that are declared again share their
/// instances, and explicit specializations are declared by themselves, too.
class FunctionVisitor {
public:
  FunctionVisitor(const Unit &U,
                  llvm::function_ref<void(const clang::FunctionDecl *)> F)
      : U(U), F(F) {}

  void visit(const clang::DeclContext *DC);

private:
  void function(const clang::FunctionDecl *Fn) {
    if (Fn->doesThisDeclarationHaveABody() && Seen.insert(Fn).second)
      F(Fn);
  }

  const Unit &U;
  llvm::function_ref<void(const clang::FunctionDecl *)> F;
  llvm::DenseSet<const clang::FunctionDecl *> Seen;
};

void FunctionVisitor::visit(const clang::DeclContext *DC) {
  for (const clang::Decl *D : DC->noload_decls()) {
    if (!U.Source.isUserCode(D->getLocation()) &&
        !llvm::isa<clang::LinkageSpecDecl>(D))
      continue;
    if (auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D)) {
      for (const clang::FunctionDecl *S : T->specializations())
        function(S);
    } else if (auto *C = llvm::dyn_cast<clang::ClassTemplateDecl>(D)) {
      for (const clang::ClassTemplateSpecializationDecl *S :
           C->specializations())
        visit(S);
    } else if (auto *Fn = llvm::dyn_cast<clang::FunctionDecl>(D)) {
      if (!Fn->isDependentContext())
        function(Fn);
    } else if (auto *R = llvm::dyn_cast<clang::CXXRecordDecl>(D)) {
      if (!R->isDependentContext())
        visit(R);
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D)) {
      visit(llvm::cast<clang::DeclContext>(D));
    }
  }
}

} // namespace

void bankfix::forEachFunction(
    const Unit &U, llvm::function_ref<void(const clang::FunctionDecl *)> F) {
  FunctionVisitor(U, F).visit(U.Context.getTranslationUnitDecl());
}

bool bankfix::isKernel(const clang::FunctionDecl *F) {
  return F->hasAttr<clang::CUDAGlobalAttr>() ||
         F->hasAttr<clang::DeviceKernelAttr>();
}

/// Text of a function's template arguments: "<float, 32>".
const clang::NamedDecl *bankfix::spelledFor(const clang::NamedDecl *D) {
  auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(D);
  return M && !M->getDeclName().isIdentifier() ? M->getParent() : D;
}

std::string bankfix::instanceOf(const clang::FunctionDecl *F) {
  const clang::TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
  if (!Args)
    return "";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  clang::printTemplateArgumentList(OS, Args->asArray(),
                                   F->getASTContext().getPrintingPolicy());
  return Text;
}

bool bankfix::isLibraryCall(const Unit &U, const clang::Expr *E) {
  const clang::FunctionDecl *F = nullptr;
  if (auto *Call = llvm::dyn_cast<clang::CallExpr>(E))
    F = Call->getDirectCallee();
  else if (auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(E))
    F = Made->getConstructor();
  return F && !U.Source.isUserCode(F->getLocation()) &&
         !F->getEnclosingNamespaceContext()->isTranslationUnit();
}

void bankfix::forEachCallee(
    const clang::FunctionDecl *F,
    llvm::function_ref<void(const clang::FunctionDecl *)> Visit) {
  walk(F->getBody(), [&](const clang::Stmt *S) {
    const clang::FunctionDecl *To = nullptr;
    if (auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
      To = Call->getDirectCallee();
    if (auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(S))
      To = Made->getConstructor();
    if (To = To ? To->getDefinition() : nullptr; To)
      Visit(To);
    return true;
  });
}

bool CallGraph::isInlinable(const clang::FunctionDecl *F) const {
  const clang::FunctionDecl *Body = F ? F->getDefinition() : nullptr;
  if (!Body || !Body->getBody() || Body->isVariadic() || isKernel(Body) ||
      Body->isDependentContext() || !U.Source.isUserCode(Body->getLocation()))
    return false;
  if (auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(Body); M && M->isVirtual())
    return false;
  return !isRecursive(Body);
}

bool CallGraph::isRecursive(const clang::FunctionDecl *F) const {
  auto [It, New] = Recursive.try_emplace(F, false);
  if (!New)
    return It->second;
  std::set<const clang::FunctionDecl *> Seen;
  std::vector<const clang::FunctionDecl *> Work = {F};
  bool Found = false;
  while (!Work.empty() && !Found) {
    const clang::FunctionDecl *Each = Work.back();
    Work.pop_back();
    forEachCallee(Each, [&](const clang::FunctionDecl *To) {
      Found |= To == F;
      if (U.Source.isUserCode(To->getLocation()) && Seen.insert(To).second)
        Work.push_back(To);
    });
  }
  return Recursive[F] = Found;
}

CallGraph::CallLists CallGraph::allCalls() const {
  CallLists Out;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      auto *Site = llvm::dyn_cast<clang::CallExpr>(S);
      const clang::FunctionDecl *To = Site ? Site->getDirectCallee() : nullptr;
      if (To = To ? To->getDefinition() : nullptr; To)
        Out[To].push_back({Site, F});
      return true;
    });
  });
  return Out;
}

llvm::ArrayRef<CallGraph::Call>
CallGraph::callsOf(const clang::FunctionDecl *F) const {
  if (!Calls)
    Calls = allCalls();
  auto It = Calls->find(F);
  return It == Calls->end() ? llvm::ArrayRef<Call>()
                            : llvm::ArrayRef<Call>(It->second);
}

bool bankfix::isNamedOnlyBy(const Unit &U, const clang::FunctionDecl *F,
                            llvm::ArrayRef<const clang::CallExpr *> Calls) {
  const clang::SourceManager &SM = U.Source.manager();
  if (!F->getIdentifier())
    return false;
  const llvm::StringRef Name = F->getName();
  for (const auto &[Macro, Words] : U.Preprocessed.Macros)
    if (Macro == Name || Words.count(Name.str()))
      return false;
  std::set<unsigned> Known;
  auto Add = [&](clang::SourceLocation L) {
    L = SM.getFileLoc(L);
    if (SM.isWrittenInMainFile(L))
      Known.insert(SM.getFileOffset(L));
  };
  for (const clang::FunctionDecl *D : F->redecls())
    Add(D->getLocation());
  for (const clang::CallExpr *C : Calls) {
    const clang::Expr *Callee = C->getCallee()->IgnoreParenImpCasts();
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(Callee))
      Add(M->getMemberLoc());
    else if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Callee))
      Add(Ref->getLocation());
  }
  bool AreKnown = true;
  auto Look = [&](clang::FileID File, const std::set<unsigned> &Known) {
    for (unsigned Offset : spellings(SM, U.Context.getLangOpts(), Name,
                                     {0, SM.getFileIDSize(File)}, File))
      AreKnown &= Known.count(Offset) != 0;
  };
  Look(SM.getMainFileID(), Known);
  forEachOtherFile(SM, [&](clang::FileID File) { Look(File, {}); });
  return AreKnown;
}
