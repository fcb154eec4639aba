//===- LowerMatrix.cpp - Matrix fragments of a warp -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which lane holds which element of a fragment is not specified (CUDA C++
// Programming Guide, "Warp Matrix Functions"). From compute capability 7.5 on,
// ptxas makes ldmatrix of loads of 16-bit factors, and of an accumulator the
// accesses of the fragments of mma.m16n8: in each 8 x 8 block, lane l has the
// two elements of row l / 4 from column l % 4 * 2 on (PTX ISA, "Matrix
// Fragments for mma.m16n8k8").
//
//   element       access                  for each
//   16-bit a, b   ldmatrix, 16 bytes      up to four blocks of 8 x 8
//   accumulator   two elements            block, if rows are contiguous
//                 one element, twice      block, if columns are
//
//===----------------------------------------------------------------------===//

#include "Lower/Lowering.h"

using namespace bankfix;

namespace {

constexpr IntType Bytes64{64, true};

/// What the type of a fragment says.
struct Fragment {
  enum UseKind : uint8_t { A, B, Accumulator } Use = A;
  unsigned M = 0, N = 0, K = 0;
  unsigned Bytes = 0; ///< Of an element in memory.
  bool IsFloat = false;
  bool ByColumns = false; ///< Columns are contiguous in memory.
};

llvm::StringRef typeName(const clang::TemplateArgument &A) {
  if (A.getKind() != clang::TemplateArgument::Type)
    return "";
  const clang::CXXRecordDecl *R = A.getAsType()->getAsCXXRecordDecl();
  return R && R->getIdentifier() ? R->getName() : "";
}

std::optional<Fragment> fragmentOf(clang::QualType T) {
  auto *S = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!S || !S->getIdentifier() || S->getName() != "fragment" ||
      S->getTemplateArgs().size() < 5)
    return std::nullopt;
  const clang::TemplateArgumentList &Args = S->getTemplateArgs();
  for (unsigned I = 1; I < 4; ++I)
    if (Args[I].getKind() != clang::TemplateArgument::Integral)
      return std::nullopt;
  Fragment F;
  llvm::StringRef Use = typeName(Args[0]);
  if (Use != "matrix_a" && Use != "matrix_b" && Use != "accumulator")
    return std::nullopt;
  F.Use = Use == "matrix_a"   ? Fragment::A
          : Use == "matrix_b" ? Fragment::B
                              : Fragment::Accumulator;
  F.M = Args[1].getAsIntegral().getZExtValue();
  F.N = Args[2].getAsIntegral().getZExtValue();
  F.K = Args[3].getAsIntegral().getZExtValue();
  if (Args.size() > 5)
    F.ByColumns = typeName(Args[5]) == "col_major";
  return F;
}

/// Rows of contiguous elements as they lie in memory, and elements in each.
std::pair<unsigned, unsigned> sizesOf(const Fragment &F) {
  unsigned Rows = F.Use == Fragment::B ? F.K : F.M;
  unsigned Columns = F.Use == Fragment::A ? F.K : F.N;
  return F.ByColumns ? std::pair(Columns, Rows) : std::pair(Rows, Columns);
}

} // namespace

const Expr *Lowering::laneOfWarp() {
  return Pool.binary(Op::And, linearThread(), Pool.constant(31, UInt32));
}

void Lowering::fragmentAccess(const clang::Expr *At, const Pointer &P,
                              const Expr *Offset, AccessOp O, unsigned Bytes,
                              unsigned Lanes) {
  StmtList Inner;
  for (int Target : P.Targets) {
    if (Target == Elsewhere)
      continue;
    Access A;
    A.Site = siteOf(At, Place(), O, Target, Bytes);
    K->Sites[A.Site].IsUnspecified = true;
    A.Offset = Offset;
    if (P.Which)
      A.Only = Pool.binary(Op::Eq, P.Which, Pool.constant(Target));
    A.Targets = P.arrays();
    Inner.push_back({std::move(A)});
  }
  if (Lanes == 32)
    return append(std::move(Inner));
  emit({If{Pool.binary(Op::Lt, laneOfWarp(), Pool.constant(Lanes, UInt32)),
           "the first lanes",
           std::move(Inner),
           {}}});
}

/// `load_matrix_sync(fragment, p, pitch[, layout])`, and the same with
/// store_matrix_sync(p, fragment, pitch, layout).
void Lowering::matrix(CallKind Kind, const clang::CallExpr *E) {
  bool IsLoad = Kind == CallKind::MatrixLoad;
  if (E->getNumArgs() < 3 || !K)
    return arguments(E);
  const clang::Expr *Whole = E->getArg(IsLoad ? 0 : 1);
  const clang::Expr *At = E->getArg(IsLoad ? 1 : 0);
  Pointer P = stable(pointer(At));
  const Expr *Pitch = read(E->getArg(2));
  if (!P.mayBeShared())
    return;
  clang::QualType Element = At->getType()->getPointeeType();
  std::optional<Fragment> F =
      fragmentOf(Whole->IgnoreParenImpCasts()->getType());
  bool IsKnown = F && Pitch && !Element->isIncompleteType();
  if (IsKnown && E->getNumArgs() > 3) {
    const Expr *Layout = constantOf(E->getArg(3));
    IsKnown = Layout != nullptr;
    F->ByColumns = Layout && Layout->value() == 1; // mem_col_major
  }
  if (!IsKnown)
    return notUnderstood(At, P, "the layout of the fragment is not known");
  F->Bytes = U.Context.getTypeSizeInChars(Element).getQuantity();
  auto [Rows, Columns] = sizesOf(*F);
  bool IsFactor = F->Use != Fragment::Accumulator;
  if ((IsFactor ? F->Bytes != 2 : F->Bytes != 2 && F->Bytes != 4) ||
      Rows % 8 != 0 || Columns % 8 != 0)
    return notUnderstood(At, P,
                         "which lane loads which element of a fragment of '" +
                             Element.getUnqualifiedType().getAsString(
                                 U.Context.getPrintingPolicy()) +
                             "' is not specified");
  // As the guide demands of it: a multiple of 16 bytes.
  int64_t Whole16 = 16 / F->Bytes;
  if (Pitch->isConst() && Pitch->value() % Whole16 != 0)
    return notUnderstood(At, P, "its pitch is not a multiple of 16 bytes");
  if (!Pitch->isConst())
    Pitch =
        Pool.binary(Op::And, Pitch,
                    Pool.constant(Pitch->type().wrap(-Whole16), Pitch->type()));
  // Of the element in row and column from where the pointer leads.
  auto Offset = [&](const Expr *Row, const Expr *Column) {
    const Expr *Index =
        Pool.add(Pool.mul(Pool.cast(Row, Bytes64), Pool.cast(Pitch, Bytes64)),
                 Pool.cast(Column, Bytes64));
    return Pool.add(P.Offset,
                    Pool.mul(Index, Pool.constant(F->Bytes, Bytes64)));
  };
  const Expr *Lane = laneOfWarp();
  auto Number = [&](int64_t N) { return Pool.constant(N, UInt32); };
  auto Divided = [&](int64_t By) {
    return Pool.binary(Op::Div, Lane, Number(By));
  };
  auto Rest = [&](int64_t Of) {
    return Pool.binary(Op::Rem, Lane, Number(Of));
  };
  unsigned Blocks = Rows / 8 * (Columns / 8), Down = Rows / 8;
  if (IsFactor) {
    for (unsigned First = 0; First < Blocks; First += 4) {
      unsigned Count = std::min(4u, Blocks - First);
      const Expr *Block = Pool.add(Divided(8), Number(First));
      const Expr *Row = Pool.add(
          Pool.mul(Pool.binary(Op::Rem, Block, Number(Down)), Number(8)),
          Rest(8));
      const Expr *Column =
          Pool.mul(Pool.binary(Op::Div, Block, Number(Down)), Number(8));
      fragmentAccess(At, P, Offset(Row, Column), AccessOp::LoadMatrix, 16,
                     8 * Count);
    }
    return;
  }
  // Along a contiguous row a lane has two elements that lie side by side.
  AccessOp O = IsLoad ? AccessOp::Load : AccessOp::Store;
  for (unsigned Block = 0; Block < Blocks; ++Block) {
    const Expr *Row = Number(Block % Down * 8);
    const Expr *Column = Number(Block / Down * 8);
    const Expr *Long = Divided(4), *Pair = Pool.mul(Rest(4), Number(2));
    if (!F->ByColumns) {
      fragmentAccess(At, P, Offset(Pool.add(Row, Long), Pool.add(Column, Pair)),
                     O, F->Bytes * 2, 32);
      continue;
    }
    for (unsigned Each : {0u, 1u})
      fragmentAccess(At, P,
                     Offset(Pool.add(Pool.add(Row, Pair), Number(Each)),
                            Pool.add(Column, Long)),
                     O, F->Bytes, 32);
  }
}
