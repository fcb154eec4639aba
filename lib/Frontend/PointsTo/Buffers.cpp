//===- Buffers.cpp - Memory whose elements are what casts make of it ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   extern __shared__ char raw[];
//   float *x = (float *)raw;
//   int *y = (int *)(raw + n * sizeof(float));
//
// Where every place that names such an array casts it, or an address in it, to
// pointers to words, its elements are words to all that follows. Words are
// moved alike whatever they hold, so a pointer to other words of the same array
// counts the same elements.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "PointsTo/PointerUnit.h"
#include "bankfix/Target/Word.h"

using namespace bankfix;

/// \p T is a pointer to something that is as large as a word. Of wider
/// elements, the whole may be padded: a type that is spelt elsewhere would not
/// follow.
static bool isToWords(const clang::ASTContext &C, clang::QualType T) {
  clang::QualType To = T->isPointerType() ? T->getPointeeType() : T;
  return T->isPointerType() && !To->isDependentType() && To->isScalarType() &&
         !To.isVolatileQualified() &&
         C.getTypeSizeInChars(To).getQuantity() == WordBytes;
}

bool bankfix::pointsToElements(const PointerUnit &U, clang::QualType T,
                               unsigned Array) {
  const SharedArray &A = U.SharedArrays[Array];
  return A.IsArray && A.Dims.size() == 1 && A.ElementBytes == WordBytes &&
         isToWords(U.Context, T);
}

const clang::Expr *bankfix::castArray(const PointerUnit &U,
                                      const clang::Expr *E) {
  auto *Cast = llvm::dyn_cast<clang::ExplicitCastExpr>(E->IgnoreParens());
  if (!Cast || Cast->getCastKind() != clang::CK_BitCast)
    return nullptr;
  const clang::Expr *Of = Cast->getSubExpr()->IgnoreParenImpCasts();
  std::optional<unsigned> Array = U.arrayOf(Of);
  return Array && pointsToElements(U, Cast->getType(), *Array) ? Of : nullptr;
}

namespace {

/// What is known of one array that may be such memory.
struct Buffer {
  const clang::ExplicitCastExpr *First = nullptr;
  bool HasOtherUses = false;
};

class BufferFinder {
public:
  explicit BufferFinder(PointerUnit &U) : U(U) {}
  void visit(const clang::Stmt *S);
  std::map<unsigned, Buffer> Found;

private:
  const clang::ExplicitCastExpr *castAround(const clang::Expr *Name) const;

  PointerUnit &U;
  llvm::SmallVector<const clang::Stmt *, 16> Parents;
};

/// The cast of \p Name, `Name + i` or `&Name[i]`; null for any other use.
const clang::ExplicitCastExpr *
BufferFinder::castAround(const clang::Expr *Name) const {
  bool IsElement = false; // Whose address is still to be taken.
  for (const clang::Stmt *P : llvm::reverse(Parents)) {
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(P);
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(P);
    auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(P);
    auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(P);
    if (C)
      return C->getCastKind() == clang::CK_BitCast && !IsElement &&
                     isToWords(U.Context, C->getType())
                 ? C
                 : nullptr;
    bool IsSum = B && B->isAdditiveOp() && B->getType()->isPointerType();
    bool TakesAddress = X && X->getOpcode() == clang::UO_AddrOf && IsElement;
    bool Indexes = S && S->getBase()->IgnoreParenImpCasts() == Name;
    if (!llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(P) &&
        !(IsSum && !IsElement) && !TakesAddress && !Indexes)
      return nullptr;
    IsElement = (IsElement || Indexes) && !TakesAddress;
  }
  return nullptr;
}

void BufferFinder::visit(const clang::Stmt *S) {
  if (!S)
    return;
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  std::optional<unsigned> Array = E ? U.arrayOf(E) : std::nullopt;
  if (Array) {
    Buffer &B = Found[*Array];
    const clang::ExplicitCastExpr *Cast = castAround(E);
    B.HasOtherUses |= Cast == nullptr;
    B.First = B.First ? B.First : Cast;
  }
  Parents.push_back(S);
  for (const clang::Stmt *C : S->children())
    visit(C);
  Parents.pop_back();
}

} // namespace

void bankfix::findBuffers(PointerUnit &U) {
  BufferFinder Finder(U);
  forEachFunction(
      U, [&](const clang::FunctionDecl *F) { Finder.visit(F->getBody()); });
  for (auto &[Array, B] : Finder.Found) {
    SharedArray &A = U.SharedArrays[Array];
    bool IsRoom = A.IsArray && A.Dims.size() == 1 && A.Obstacles.empty() &&
                  A.Space != MemorySpace::Static &&
                  A.ElementBytes != WordBytes && !B.HasOtherUses && B.First;
    if (!IsRoom)
      continue;
    U.Buffers.insert(Array);
    A.ElementBytes = WordBytes;
    A.Alignment = std::max(A.Alignment, WordBytes); // Else no word is accessed.
    A.ElementType =
        B.First->getType()->getPointeeType().getUnqualifiedType().getAsString(
            U.Context.getPrintingPolicy());
  }
}
