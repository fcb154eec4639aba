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

#include "Arrays/Dimensions.h"
#include "Ast/Functions.h"
#include "Lower/Lowering.h"
#include "bankfix/Kernel/Multiples.h"

using namespace bankfix;

static constexpr IntType Bytes64{64, true};

namespace {

/// What the type of a fragment says.
struct Fragment {
  enum UseKind : uint8_t { A, B, Accumulator } Use = A;
  unsigned M = 0, N = 0, K = 0;
  unsigned Bytes = 0; ///< Of an element in memory.
  bool ByColumns = false; ///< Columns are contiguous in memory.
};

/// Where a fragment lies.
struct FragmentPlace {
  const clang::Expr *At = nullptr;
  Pointer First;
  const Expr *Pitch = nullptr; ///< Elements.
  bool IsTold = false;         ///< Layouts may change it: see told.
  unsigned ElementBytes = 0;
  FragmentRows Rows;
  std::vector<FlatIndex> Ways; ///< To see where it begins as rows.
};

/// Accesses of a warp's matrices, for one call.
class MatrixLowering {
public:
  explicit MatrixLowering(Lowering &L) : L(L), U(L.U), Pool(L.Pool) {}

  void lower(CallKind Kind, const clang::CallExpr *E);

private:
  std::optional<ToldPitch> told(const clang::CallExpr *E, const clang::Expr *At,
                                const Pointer &P, const Expr *Pitch) const;
  std::vector<FlatIndex> flatWays(const clang::Expr *At, const Expr *Pitch);
  const Expr *multiplesOf(int64_t Elements, const Pointer &P, const Expr *Last);
  void noteFragment(const FragmentPlace &In, unsigned Site);
  void fragment(const Fragment &F, const FragmentPlace &In, bool IsLoad);
  void fragmentAccess(const FragmentPlace &In, const Expr *Row,
                      const Expr *Column, AccessOp O, unsigned Bytes,
                      unsigned Lanes = 32);

  Lowering &L;
  LoweredUnit &U;
  ExprPool &Pool;
};

} // namespace

static llvm::StringRef typeName(const clang::TemplateArgument &A) {
  if (A.getKind() != clang::TemplateArgument::Type)
    return "";
  const clang::CXXRecordDecl *R = A.getAsType()->getAsCXXRecordDecl();
  return R && R->getIdentifier() ? R->getName() : "";
}

static std::optional<Fragment> fragmentOf(clang::QualType T) {
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
static std::pair<unsigned, unsigned> sizesOf(const Fragment &F) {
  unsigned Rows = F.Use == Fragment::B ? F.K : F.M;
  unsigned Columns = F.Use == Fragment::A ? F.K : F.N;
  return F.ByColumns ? std::pair(Columns, Rows) : std::pair(Rows, Columns);
}

/// Which lane has which element of it is known, or usual.
static bool isSpecified(const Fragment &F) {
  auto [Rows, Columns] = sizesOf(F);
  bool IsFactor = F.Use != Fragment::Accumulator;
  return F.Bytes == (IsFactor || F.Bytes != 4 ? 2 : 4) && Rows % 8 == 0 &&
         Columns % 8 == 0;
}

/// \p At is a row of an array, or the address of an element that its subscripts
/// name, or that one which counts from a place in it.
static bool isPlainElement(const LoweredUnit &U, const clang::Expr *At) {
  std::optional<MatchedAccess> A = addressedElement(U, At);
  return arrayOfRow(U, At) ||
         (A && (!A->isThroughVariable(U) || A->isPlaced(U)) && !A->IsGrouped);
}

/// The elements of one array are counted by the subscripts of \p P, and the
/// pitch is the length of its rows, or that of rows which its last subscript
/// alone tells of, where the call itself names them. No other call of the same
/// text gets another: that is seen of what a kernel has for its own, and of an
/// array that is named there.
std::optional<ToldPitch> MatrixLowering::told(const clang::CallExpr *E,
                                              const clang::Expr *At,
                                              const Pointer &P,
                                              const Expr *Pitch) const {
  bool GoesThroughVariable = false;
  walk(At, [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    GoesThroughVariable |= llvm::isa<clang::CXXThisExpr, clang::CallExpr>(S) ||
                           (Ref && !U.arrayOf(Ref) && !U.arraysOf(Ref).empty());
    return true;
  });
  if (!P.array() || P.Member != 0 || !Pitch || !Pitch->isConst() ||
      (GoesThroughVariable && L.Frames.size() > 1) ||
      !sizeSource(U, E->getArg(2)))
    return std::nullopt;
  const SharedArray &A = U.SharedArrays[*P.array()];
  if (A.Space != MemorySpace::Static || !A.IsArray ||
      P.Subscripts.size() != A.Dims.size())
    return std::nullopt;
  const bool IsOne = A.Dims.size() == 1;
  const int64_t Last = int64_t(A.Dims.back()), Apart = Pitch->value();
  if (!IsOne && Apart == Last)
    return ToldPitch{*P.array(), /*IsFlat=*/false};
  if (Apart <= 0 || !(IsOne || Last % Apart == 0) || !isPlainElement(U, At))
    return std::nullopt;
  return ToldPitch{*P.array(), /*IsFlat=*/true};
}

/// The ways to see where the fragment begins in the array's last subscript as
/// rows that are as far apart as its own.
std::vector<FlatIndex> MatrixLowering::flatWays(const clang::Expr *At,
                                                const Expr *Pitch) {
  std::vector<FactorSource> Lengths;
  const Expr *Zero = Pool.constant(0, Bytes64);
  if (arrayOfRow(U, At)) // Of the type that lengths mostly have.
    return {{Zero, Pool.constant(Pitch->value(), Int32), Zero}};
  std::vector<FlatIndex> Ways = L.flatWays(*addressedElement(U, At), Lengths);
  llvm::erase_if(Ways, [&](const FlatIndex &Way) {
    return !Way.Length->isConst(Pitch->value());
  });
  return Ways;
}

/// How many times \p Elements lie before where \p P leads, whose last subscript
/// is \p Last of them.
const Expr *MatrixLowering::multiplesOf(int64_t Elements, const Pointer &P,
                                        const Expr *Last) {
  const SharedArray &A = U.SharedArrays[*P.array()];
  const Expr *Sum = Last;
  for (unsigned D = 0; D + 1 < A.Dims.size(); ++D)
    Sum = Pool.add(
        Pool.cast(Sum, Bytes64),
        Pool.mul(Pool.cast(P.Subscripts[D], Bytes64),
                 Pool.constant(int64_t(A.stride(D)) / Elements, Bytes64)));
  return Sum;
}

/// Where the fragment begins: the row of the array, or the element and the row
/// of those that the last subscript tells of.
void MatrixLowering::noteFragment(const FragmentPlace &In, unsigned Site) {
  const Pointer &P = In.First;
  const int64_t Length = int64_t(U.SharedArrays[*P.array()].Dims.back());
  ToldFragment F{Site, nullptr, nullptr, In.Rows};
  if (!In.Rows.Pitch)
    F.First = multiplesOf(Length, P, Pool.constant(0, Bytes64));
  else
    F.First = multiplesOf(1, P, P.Subscripts.back());
  if (!In.Ways.empty())
    F.FirstRow = multiplesOf(In.Rows.Pitch, P, In.Ways.front().Row);
  L.Flow->Pitches.Fragments.push_back(F);
}

/// Each of the first \p Lanes has \p Bytes from the element in \p Row and \p
/// Column of the fragment on.
void MatrixLowering::fragmentAccess(const FragmentPlace &In, const Expr *Row,
                                    const Expr *Column, AccessOp O,
                                    unsigned Bytes, unsigned Lanes) {
  const Pointer &P = In.First;
  Row = Pool.cast(Row, Bytes64);
  Column = Pool.cast(Column, Bytes64);
  Access A;
  if (In.IsTold) {
    noteFragment(In, L.siteOf(In.At, Place(), O, *P.array(), Bytes));
    A.Subscripts = P.Subscripts;
    const Expr *&Along = A.Subscripts.back();
    Along = Pool.add(Pool.cast(Along, Bytes64), Column);
    const bool IsFlat = In.Rows.Pitch != 0;
    const Expr *&Down = IsFlat ? Along : A.Subscripts[A.Subscripts.size() - 2];
    Down = Pool.add(Pool.cast(Down, Bytes64),
                    IsFlat ? Pool.mul(Row, Pool.cast(In.Pitch, Bytes64)) : Row);
    for (const FlatIndex &Way : In.Ways)
      A.Flat.push_back(
          {Pool.add(Way.Row, Row), Way.Length, Pool.add(Way.Column, Column)});
  } else {
    const Expr *Index =
        Pool.add(Pool.mul(Row, Pool.cast(In.Pitch, Bytes64)), Column);
    A.Offset = Pool.add(P.Offset,
                        Pool.mul(Index, Pool.constant(In.ElementBytes, Bytes64)));
  }
  StmtList Inner =
      L.collect([&] { L.unspecifiedAccess(In.At, P, std::move(A), O, Bytes); });
  if (Lanes == 32)
    return L.append(std::move(Inner));
  L.emit({If{Pool.binary(Op::Lt, L.laneOfWarp(), Pool.constant(Lanes, UInt32)),
             "the first lanes",
             std::move(Inner),
             {}}});
}

void MatrixLowering::fragment(const Fragment &F, const FragmentPlace &In,
                              bool IsLoad) {
  auto [Rows, Columns] = sizesOf(F);
  const Expr *Lane = L.laneOfWarp();
  auto Number = [&](int64_t N) { return Pool.constant(N, UInt32); };
  auto Divided = [&](int64_t By) {
    return Pool.binary(Op::Div, Lane, Number(By));
  };
  auto Rest = [&](int64_t Of) {
    return Pool.binary(Op::Rem, Lane, Number(Of));
  };
  unsigned Blocks = Rows / 8 * (Columns / 8), Down = Rows / 8;
  if (F.Use != Fragment::Accumulator) {
    for (unsigned First = 0; First < Blocks; First += 4) {
      unsigned Count = std::min(4u, Blocks - First);
      const Expr *Block = Pool.add(Divided(8), Number(First));
      const Expr *Row = Pool.add(
          Pool.mul(Pool.binary(Op::Rem, Block, Number(Down)), Number(8)),
          Rest(8));
      const Expr *Column =
          Pool.mul(Pool.binary(Op::Div, Block, Number(Down)), Number(8));
      fragmentAccess(In, Row, Column, AccessOp::LoadMatrix, 16, 8 * Count);
    }
    return;
  }
  // Along a contiguous row a lane has two elements that lie side by side.
  AccessOp O = IsLoad ? AccessOp::Load : AccessOp::Store;
  for (unsigned Block = 0; Block < Blocks; ++Block) {
    const Expr *Row = Number(Block % Down * 8);
    const Expr *Column = Number(Block / Down * 8);
    const Expr *Long = Divided(4), *Pair = Pool.mul(Rest(4), Number(2));
    if (!F.ByColumns) {
      fragmentAccess(In, Pool.add(Row, Long), Pool.add(Column, Pair), O,
                     F.Bytes * 2);
      continue;
    }
    for (unsigned Each : {0u, 1u})
      fragmentAccess(In, Pool.add(Pool.add(Row, Pair), Number(Each)),
                     Pool.add(Column, Long), O, F.Bytes);
  }
}

/// `load_matrix_sync(fragment, p, pitch[, layout])`, and the same with
/// store_matrix_sync(p, fragment, pitch, layout).
void MatrixLowering::lower(CallKind Kind, const clang::CallExpr *E) {
  bool IsLoad = Kind == CallKind::MatrixLoad;
  const clang::Expr *At = matrixAddress(*E);
  if (!At || !L.K)
    return L.arguments(E);
  const clang::Expr *Whole = E->getArg(IsLoad ? 0 : 1);
  Pointer P = L.stable(L.pointer(At));
  const Expr *Pitch = L.read(E->getArg(2));
  std::optional<ToldPitch> Told = told(E, At, P, Pitch);
  auto Refuse = [&](const std::string &Why) {
    L.Flow->Pitches.note(E, std::nullopt);
    L.notUnderstood(At, P, Why);
  };
  if (!P.mayBeShared())
    return L.Flow->Pitches.note(E, std::nullopt);
  clang::QualType Element = At->getType()->getPointeeType();
  std::optional<Fragment> F =
      fragmentOf(Whole->IgnoreParenImpCasts()->getType());
  bool IsKnown = F && Pitch && !Element->isIncompleteType();
  if (IsKnown && E->getNumArgs() > 3) {
    const Expr *Layout = L.constantOf(E->getArg(3));
    IsKnown = Layout != nullptr;
    F->ByColumns = Layout && Layout->value() == 1; // mem_col_major
  }
  if (!IsKnown)
    return Refuse("the layout of the fragment is not known");
  F->Bytes = U.Context.getTypeSizeInChars(Element).getQuantity();
  if (!isSpecified(*F))
    return Refuse("which lane loads which element of a fragment of '" +
                  Element.getUnqualifiedType().getAsString(
                      U.Context.getPrintingPolicy()) +
                  "' is not specified");
  // As the guide demands of it: a multiple of 16 bytes.
  int64_t Whole16 = 16 / F->Bytes;
  if (Pitch->isConst() && Pitch->value() % Whole16 != 0)
    return Refuse("its pitch is not a multiple of 16 bytes");
  if (!Pitch->isConst())
    Pitch =
        Pool.binary(Op::And, Pitch,
                    Pool.constant(Pitch->type().wrap(-Whole16), Pitch->type()));
  if (Told && U.SharedArrays[Told->Array].ElementBytes != F->Bytes)
    Told.reset();
  L.Flow->Pitches.note(E, Told);
  FragmentPlace In = {At, P, Pitch, Told.has_value(), F->Bytes, {}, {}};
  std::tie(In.Rows.Rows, In.Rows.Columns) = sizesOf(*F);
  if (Told && Told->IsFlat) {
    In.Rows.Pitch = Pitch->value();
    In.Ways = flatWays(At, Pitch);
  }
  fragment(*F, In, IsLoad);
}

void bankfix::lowerMatrix(Lowering &L, CallKind Kind,
                          const clang::CallExpr *E) {
  MatrixLowering(L).lower(Kind, E);
}

/// What layouts have to know of the fragments of a kernel: see Site::Fragment.
static void noteRows(Kernel &K, const ToldPitches &Told) {
  if (Told.Fragments.empty())
    return;
  const Multiples Known(K);
  for (const ToldFragment &F : Told.Fragments) {
    FragmentRows New = F.Rows, &Of = K.Sites[F.Site].Fragment;
    New.First = Known.of(*F.First);
    New.FirstRow = F.FirstRow ? Known.of(*F.FirstRow) : 1;
    if (Of) {
      New.First = std::min(New.First, Of.First);
      New.FirstRow = std::min(New.FirstRow, Of.FirstRow);
    }
    Of = New;
  }
}

void bankfix::noteFragments(LoweredUnit &U, Kernel &K,
                            const ToldPitches &Told) {
  noteRows(K, Told);
  for (const auto &[E, Of] : Told.Arrays)
    U.Told.note(E, Of);
}

void bankfix::locatePitches(LoweredUnit &U) {
  for (const auto &[E, Of] : U.Told.Arrays) {
    if (!Of)
      continue;
    const clang::Expr *Pitch = E->getArg(2);
    U.Pitches[Pitch] = *Of;
    U.PitchSources.push_back({Of->Array, Of->IsFlat, *sizeSource(U, Pitch)});
  }
}
