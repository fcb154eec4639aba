//===- StructureParts.cpp - Literals, operands, blocks of declarations ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Structure.h"
#include "llvm/ADT/SmallString.h"

using namespace bankfix;

bool bankfix::writeLiteral(llvm::raw_ostream &OS, const Unit &U,
                           const clang::Stmt *S) {
  if (auto *I = llvm::dyn_cast<clang::IntegerLiteral>(S)) {
    // A macro's definition may move the lines below it.
    if (U.Source.macroName(I->getLocation()) == "__LINE__")
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

const Expr *bankfix::asOperand(Unit &U, const clang::Expr *E, const Expr *V) {
  clang::QualType T = U.Context.isPromotableBitField(
      const_cast<clang::Expr *>(E)); // Which it only reads.
  if (T.isNull() && E->getType()->isUnscopedEnumerationType() &&
      U.Context.isPromotableIntegerType(E->getType()))
    T = U.Context.getPromotedIntegerType(E->getType());
  std::optional<IntType> I =
      T.isNull() ? std::nullopt : integerType(U.Context, T);
  return I ? U.Pool.cast(V, *I) : V;
}

bool bankfix::declaresArrays(const Unit &U, const clang::Decl *D) {
  return llvm::isa<clang::TypedefNameDecl>(D) &&
         U.Aliases.count(U.Source.spelledAt(D->getLocation())) != 0;
}

std::string bankfix::blockOf(const clang::Decl *D) {
  if (auto *N = llvm::dyn_cast<clang::NamespaceDecl>(D))
    return N->isInline() ? "(inline namespace" : "(namespace";
  auto *L = llvm::dyn_cast<clang::LinkageSpecDecl>(D);
  return L && L->hasBraces()
             ? "(linkage " + std::to_string(int(L->getLanguage()))
             : "";
}
