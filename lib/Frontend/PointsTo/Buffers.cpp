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
// counts the same elements. So it is where all of them are two words wide: a
// template that is instantiated for `float` and for `double` has one text, and
// an array of its own in each instance.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "PointsTo/PointerUnit.h"
#include "bankfix/Target/Word.h"

using namespace bankfix;

/// The bytes of what \p T points to, if such memory may hold it: a word, or two
/// that are one value. 0 for all else.
static unsigned heldBytes(const clang::ASTContext &C, clang::QualType T) {
  clang::QualType To = T->isPointerType() ? T->getPointeeType() : T;
  if (!T->isPointerType() || To->isDependentType() || !To->isScalarType() ||
      To.isVolatileQualified())
    return 0;
  const uint64_t Bytes = C.getTypeSizeInChars(To).getQuantity();
  return Bytes == WordBytes || Bytes == 2 * WordBytes ? Bytes : 0;
}

bool bankfix::pointsToElements(const PointerUnit &U, clang::QualType T,
                               unsigned Array) {
  const SharedArray &A = U.SharedArrays[Array];
  // Elements that are wider than words may each be padded, and a type that is
  // spelt elsewhere would not follow; those of such memory never are.
  const bool StayAsTheyAre =
      A.ElementBytes == WordBytes || U.Buffers.count(Array);
  return A.IsArray && A.Dims.size() == 1 && StayAsTheyAre &&
         heldBytes(U.Context, T) == A.ElementBytes;
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
  bool HasOtherUses = false; ///< Or casts to elements of different sizes.
  /// Its start is taken for an element, and is aligned as one.
  bool CastsStart = false;
};

class BufferFinder {
public:
  explicit BufferFinder(PointerUnit &U) : U(U) {}
  void visit(const clang::Stmt *S);
  /// A variable that gets such a pointer is cast to one to smaller elements.
  bool isNarrowed(unsigned Array) const;
  std::map<unsigned, Buffer> Found;

private:
  const clang::ExplicitCastExpr *castAround(const clang::Expr *Name) const;
  void noteHolder(const clang::Expr *From, const clang::VarDecl *To);

  PointerUnit &U;
  llvm::SmallVector<const clang::Stmt *, 16> Parents;
  std::map<unsigned, std::vector<const clang::VarDecl *>> Holders;
  /// How large the elements are that a variable is cast to, at least.
  llvm::DenseMap<const clang::VarDecl *, unsigned> CastTo;
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
                     heldBytes(U.Context, C->getType())
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

/// \p To gets \p From, which may be the start of an array under another type.
void BufferFinder::noteHolder(const clang::Expr *From,
                              const clang::VarDecl *To) {
  if (!From || !To)
    return;
  const clang::Expr *Of = From->IgnoreParenCasts();
  if (std::optional<unsigned> Array = U.arrayOf(Of))
    Holders[*Array].push_back(To);
}

bool BufferFinder::isNarrowed(unsigned Array) const {
  auto It = Holders.find(Array);
  return It != Holders.end() &&
         llvm::any_of(It->second, [&](const clang::VarDecl *V) {
           auto To = CastTo.find(V);
           return To != CastTo.end() &&
                  To->second < heldBytes(U.Context, V->getType());
         });
}

void BufferFinder::visit(const clang::Stmt *S) {
  if (!S)
    return;
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
    for (const clang::Decl *Each : D->decls())
      if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each))
        noteHolder(V->getInit(), V);
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
      B && B->getOpcode() == clang::BO_Assign)
    noteHolder(B->getRHS(), namedVariable(B->getLHS()));
  if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(S))
    if (const unsigned To = heldBytes(U.Context, C->getType()))
      if (const clang::VarDecl *V =
              namedVariable(C->getSubExpr()->IgnoreParenImpCasts()))
        CastTo[V] = std::min(CastTo.try_emplace(V, To).first->second, To);
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  std::optional<unsigned> Array = E ? U.arrayOf(E) : std::nullopt;
  if (Array) {
    Buffer &B = Found[*Array];
    const clang::ExplicitCastExpr *Cast = castAround(E);
    B.First = B.First ? B.First : Cast;
    B.HasOtherUses |= !Cast || heldBytes(U.Context, Cast->getType()) !=
                                   heldBytes(U.Context, B.First->getType());
    B.CastsStart |= Cast && Cast->getSubExpr()->IgnoreParenImpCasts() == E;
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
    const unsigned Bytes = B.First && !B.HasOtherUses
                               ? heldBytes(U.Context, B.First->getType())
                               : 0;
    // Dynamic memory starts at a word, but not always at two.
    const bool IsAligned =
        Bytes == WordBytes || A.Alignment >= Bytes || B.CastsStart;
    // Such elements would be split; the bytes can be laid out as they are.
    bool IsRoom = !Finder.isNarrowed(Array) && A.IsArray &&
                  A.Dims.size() == 1 && A.Obstacles.empty() &&
                  A.Space != MemorySpace::Static && Bytes != 0 && IsAligned &&
                  A.ElementBytes != Bytes;
    if (!IsRoom)
      continue;
    U.Buffers.insert(Array);
    A.ElementBytes = Bytes;
    A.Alignment = std::max(A.Alignment, Bytes); // Else none is accessed.
    A.ElementType =
        B.First->getType()->getPointeeType().getUnqualifiedType().getAsString(
            U.Context.getPrintingPolicy());
  }
}
