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
// pointers to words, or gives a variable what it is declared with, its elements
// are words to all that follows. Words are
// moved alike whatever they hold, so a pointer to other words of the same array
// counts the same elements. So it is where all of them are two words wide, or
// half a word: a template that is instantiated for `float` and for `double` has
// one text, and an array of its own in each instance. Where they differ, the
// smallest are the elements, and all others count groups of these (Groups.h):
//
//   half *q = (half *)raw;
//   float *m = (float *)(q + n);
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/KnownCalls.h"
#include "PointsTo/PointerUnit.h"
#include "bankfix/Target/Word.h"

using namespace bankfix;

/// The bytes of what \p T points to, if such memory may hold it: half a word,
/// one, or two that are one value. 0 for all else.
static unsigned heldBytes(const clang::ASTContext &C, clang::QualType T) {
  clang::QualType To = T->isPointerType() ? T->getPointeeType() : T;
  if (!T->isPointerType() || To->isDependentType() ||
      To.isVolatileQualified() ||
      !(To->isScalarType() || isSixteenBitFloat(To)))
    return 0;
  const uint64_t Bytes = C.getTypeSizeInChars(To).getQuantity();
  return Bytes == WordBytes / 2 || Bytes == WordBytes || Bytes == 2 * WordBytes
             ? Bytes
             : 0;
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
  /// Of the casts to the smallest elements, the first; null if there is none.
  const clang::ExplicitCastExpr *Smallest = nullptr;
  bool HasOtherUses = false;
  /// Variables have it as the elements that it is declared with.
  bool IsHeld = false;
  /// Its start is taken for what all else lies in, and is aligned as that.
  bool CastsStart = false;
};

class BufferFinder {
public:
  explicit BufferFinder(PointerUnit &U) : U(U) {}
  void visit(const clang::Stmt *S);
  /// Takes what variables are cast to that lead into these arrays.
  void takeHolders();
  std::map<unsigned, Buffer> Found;

private:
  const clang::ExplicitCastExpr *castAround(const clang::Expr *Name) const;
  bool isHeld(const clang::Expr *Name) const;
  bool isCounted(clang::QualType T) const;
  void noteHolder(const clang::Expr *From, const clang::VarDecl *To);
  void narrow(const clang::ExplicitCastExpr *&Known,
              const clang::ExplicitCastExpr *New) const;

  PointerUnit &U;
  llvm::SmallVector<const clang::Stmt *, 16> Parents;
  /// Who gets the address of something in an array, or that a variable has.
  std::map<unsigned, std::vector<const clang::VarDecl *>> Holders;
  std::map<const clang::VarDecl *, std::vector<const clang::VarDecl *>> Copies;
  /// The cast to the smallest elements of what is in a variable.
  std::map<const clang::VarDecl *, const clang::ExplicitCastExpr *> Casts;
};

/// \p Known is the one of the two that leads to smaller elements.
void BufferFinder::narrow(const clang::ExplicitCastExpr *&Known,
                          const clang::ExplicitCastExpr *New) const {
  const unsigned Bytes = heldBytes(U.Context, New->getType());
  if (Bytes && (!Known || Bytes < heldBytes(U.Context, Known->getType())))
    Known = New;
}

/// A \p T may count what such memory holds, or groups of it.
bool BufferFinder::isCounted(clang::QualType T) const {
  if (heldBytes(U.Context, T))
    return true;
  const clang::QualType To = T->isPointerType() ? T->getPointeeType() : T;
  if (!T->isPointerType() || To->isDependentType() || To->isIncompleteType() ||
      To.isVolatileQualified() || !(To->isRecordType() || To->isVectorType()))
    return false;
  const uint64_t Bytes = U.Context.getTypeSizeInChars(To).getQuantity();
  return Bytes >= WordBytes &&
         Bytes == uint64_t(U.Context.getTypeAlignInChars(To).getQuantity());
}

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
      return (C->getCastKind() == clang::CK_BitCast ||
              C->getCastKind() == clang::CK_NoOp) &&
                     !IsElement && isCounted(C->getType())
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

/// `T *p = Name`, or `p = Name`.
bool BufferFinder::isHeld(const clang::Expr *Name) const {
  const clang::Expr *Value = Name;
  for (const clang::Stmt *P : llvm::reverse(Parents)) {
    if (auto *E = llvm::dyn_cast<clang::Expr>(P);
        E && llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(E)) {
      Value = E;
      continue;
    }
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(P);
    return heldBytes(U.Context, Value->getType()) != 0 &&
           (llvm::isa<clang::DeclStmt>(P) ||
            (B && B->getOpcode() == clang::BO_Assign && B->getRHS() == Value));
  }
  return false;
}

/// What \p Place is, or lies behind: `p` of `p + i` and of `&p[i]`.
static const clang::Expr *startOf(const clang::Expr *Place) {
  for (const clang::BinaryOperator *Sum; (Sum = sumIn(Place));)
    Place = Sum->getLHS();
  const clang::Expr *Of = Place->IgnoreParenCasts();
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(Of);
  auto *S = X && X->getOpcode() == clang::UO_AddrOf
                ? llvm::dyn_cast<clang::ArraySubscriptExpr>(
                      X->getSubExpr()->IgnoreParens())
                : nullptr;
  return S ? S->getBase()->IgnoreParenCasts() : Of;
}

/// \p To gets \p From, which may lead into an array under another type.
void BufferFinder::noteHolder(const clang::Expr *From,
                              const clang::VarDecl *To) {
  if (!From || !To || !To->getType()->isPointerType())
    return;
  const clang::Expr *Of = startOf(From);
  if (std::optional<unsigned> Array = U.arrayOf(Of))
    Holders[*Array].push_back(To);
  else if (const clang::VarDecl *V = namedVariable(Of))
    Copies[V].push_back(To);
}

void BufferFinder::takeHolders() {
  for (auto &[Array, B] : Found) {
    std::set<const clang::VarDecl *> Seen;
    std::vector<const clang::VarDecl *> Left = Holders[Array];
    while (!Left.empty()) {
      const clang::VarDecl *V = Left.back();
      Left.pop_back();
      if (!Seen.insert(V).second)
        continue;
      if (const clang::ExplicitCastExpr *To = Casts[V])
        narrow(B.Smallest, To);
      llvm::append_range(Left, Copies[V]);
    }
  }
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
  if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(S)) {
    if (const clang::VarDecl *V = namedVariable(startOf(C->getSubExpr())))
      narrow(Casts[V], C);
  }
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  std::optional<unsigned> Array = E ? U.arrayOf(E) : std::nullopt;
  if (Array) {
    Buffer &B = Found[*Array];
    const clang::ExplicitCastExpr *Cast = castAround(E);
    const bool IsHeldHere = !Cast && isHeld(E);
    B.IsHeld |= IsHeldHere;
    B.HasOtherUses |= !Cast && !IsHeldHere;
    if (Cast)
      narrow(B.Smallest, Cast);
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
  Finder.takeHolders();
  for (auto &[Array, B] : Finder.Found) {
    SharedArray &A = U.SharedArrays[Array];
    const unsigned Bytes = B.Smallest && !B.HasOtherUses
                               ? heldBytes(U.Context, B.Smallest->getType())
                               : 0;
    // Dynamic memory starts at a word, but not always at two.
    const bool IsAligned =
        Bytes <= WordBytes || A.Alignment >= Bytes || B.CastsStart;
    bool IsRoom = A.IsArray && A.Dims.size() == 1 && A.Obstacles.empty() &&
                  A.Space != MemorySpace::Static && Bytes != 0 && IsAligned &&
                  (B.IsHeld ? A.ElementBytes > Bytes : A.ElementBytes != Bytes);
    if (!IsRoom)
      continue;
    U.Buffers.try_emplace(Array, B.Smallest);
    A.ElementBytes = Bytes;
    A.Alignment = std::max(A.Alignment, Bytes); // Else none is accessed.
    A.ElementType = B.Smallest->getType()
                        ->getPointeeType()
                        .getUnqualifiedType()
                        .getAsString(U.Context.getPrintingPolicy());
  }
}
