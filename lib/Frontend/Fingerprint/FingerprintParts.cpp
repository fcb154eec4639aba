//===- FingerprintParts.cpp - Literals, operands, blocks of declarations --===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"
#include "Fingerprint/Fingerprint.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Target/Word.h"
#include "llvm/ADT/SmallString.h"

using namespace bankfix;

bool bankfix::isLine(const PointerUnit &U, const clang::Stmt *S) {
  return U.Source.macroName(S->getBeginLoc()) == "__LINE__";
}

bool bankfix::writeLiteral(llvm::raw_ostream &OS, const PointerUnit &U,
                           const clang::Stmt *S) {
  if (auto *I = llvm::dyn_cast<clang::IntegerLiteral>(S)) {
    // A macro's definition may move the lines below it.
    if (isLine(U, I))
      return OS << " line", true;
    return OS << ' ' << I->getValue(), true;
  }
  if (auto *F = llvm::dyn_cast<clang::FloatingLiteral>(S)) {
    llvm::SmallString<32> Text;
    F->getValue().toString(Text, 0, 0);
    return OS << ' ' << Text, true;
  }
  if (auto *C = llvm::dyn_cast<clang::CharacterLiteral>(S))
    return OS << ' ' << C->getValue(), true;
  if (auto *T = llvm::dyn_cast<clang::StringLiteral>(S))
    return OS << ' ' << T->getByteLength() << ' ' << T->getBytes(), true;
  if (auto *B = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(S))
    return OS << ' ' << B->getValue(), true;
  return false;
}

bool bankfix::saysAllByItself(const clang::Stmt *S) {
  return llvm::isa<
      clang::ParenExpr, clang::CompoundStmt, clang::IfStmt, clang::ForStmt,
      clang::WhileStmt, clang::DoStmt, clang::ReturnStmt, clang::BreakStmt,
      clang::ContinueStmt, clang::NullStmt, clang::SwitchStmt, clang::CaseStmt,
      clang::DefaultStmt, clang::ArraySubscriptExpr, clang::ConditionalOperator,
      clang::CallExpr, clang::InitListExpr, clang::CompoundLiteralExpr,
      clang::ImplicitValueInitExpr, clang::ExprWithCleanups,
      clang::MaterializeTemporaryExpr, clang::PseudoObjectExpr,
      clang::ConstantExpr, clang::AttributedStmt,
      clang::SubstNonTypeTemplateParmExpr, clang::CXXThisExpr,
      clang::AsTypeExpr, clang::CXXThrowExpr, clang::CXXBindTemporaryExpr,
      clang::CXXStdInitializerListExpr, clang::CXXTryStmt, clang::StmtExpr,
      clang::CXXForRangeStmt>(S);
}

llvm::SmallVector<const clang::Stmt *, 8>
bankfix::partsOf(const PointerUnit &U, const clang::Stmt *S) {
  llvm::SmallVector<const clang::Stmt *, 8> Parts(S->children());
  auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
  for (unsigned I = 0; Call && I < Call->getNumArgs(); ++I)
    if (U.isPlainBase(Call, I))
      llvm::erase(Parts, Call->getArg(I));
  auto *List = llvm::dyn_cast<clang::InitListExpr>(S);
  const clang::RecordDecl *R = List && !Parts.empty() && !U.Pads.empty()
                                   ? List->getType()->getAsRecordDecl()
                                   : nullptr;
  auto IsOfPad = [&](const clang::FieldDecl *F) {
    return U.Pads.contains(F) && F->getFieldIndex() + 1 == Parts.size();
  };
  if (R && llvm::any_of(R->fields(), IsOfPad) &&
      llvm::isa<clang::ImplicitValueInitExpr>(Parts.back()))
    Parts.pop_back();
  return Parts;
}

unsigned bankfix::bytesOf(const PointerUnit &U, const MatchedAccess &A) {
  bool IsPadded = U.Padded.count(A.Array) &&
                  A.Bytes == U.SharedArrays[A.Array].ElementBytes;
  return IsPadded ? A.Bytes - WordBytes : A.Bytes;
}

const Expr *bankfix::asOperand(PointerUnit &U, const clang::Expr *E,
                               const Expr *V) {
  clang::QualType T = U.Context.isPromotableBitField(
      const_cast<clang::Expr *>(E)); // Which it only reads.
  if (T.isNull() && E->getType()->isUnscopedEnumerationType() &&
      U.Context.isPromotableIntegerType(E->getType()))
    T = U.Context.getPromotedIntegerType(E->getType());
  std::optional<IntType> I =
      T.isNull() ? std::nullopt : integerType(U.Context, T);
  return I ? U.Pool.cast(V, *I) : V;
}

bool bankfix::declaresArrays(const PointerUnit &U, const clang::Decl *D) {
  return llvm::isa<clang::TypedefNameDecl>(D) &&
         U.Aliases.count(U.Source.spelledAt(D->getLocation())) != 0;
}

bool bankfix::isRequirement(const clang::Decl *D) {
  if (auto *T = llvm::dyn_cast<clang::TypedefDecl>(D))
    return T->getName().starts_with(RequirementType);
  auto *A = llvm::dyn_cast<clang::StaticAssertDecl>(D);
  auto *Message =
      A ? llvm::dyn_cast_or_null<clang::StringLiteral>(A->getMessage())
        : nullptr;
  return Message && Message->getBytes().starts_with(RequirementMessage);
}

bool bankfix::isRequirement(const clang::Stmt *S) {
  auto *D = llvm::dyn_cast<clang::DeclStmt>(S);
  return D && D->isSingleDecl() && isRequirement(D->getSingleDecl());
}

std::string bankfix::blockOf(const clang::Decl *D) {
  if (auto *N = llvm::dyn_cast<clang::NamespaceDecl>(D))
    return N->isInline() ? "(inline namespace" : "(namespace";
  auto *L = llvm::dyn_cast<clang::LinkageSpecDecl>(D);
  return L && L->hasBraces()
             ? "(linkage " + std::to_string(int(L->getLanguage()))
             : "";
}
