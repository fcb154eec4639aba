//===- Swizzle.cpp - Permute the banks of each row by XOR -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float t[32][32];       ->    #define BANKFIX_XOR(c, r)
//   t[r][c] = 1;                                ((c) ^ (r))
//                                           __shared__ float t[32][32];
//                                           t[r][BANKFIX_XOR(c, r)] = 1;
//
//     bank  0  1  2  3 ...                    bank  0  1  2  3 ...
//     row 0 a  b  c  d                        row 0 a  b  c  d
//     row 1 e  f  g  h                        row 1 f  e  h  g
//     row 2 i  j  k  l                        row 2 k  l  i  j
//           `- a column is one bank                 `- and here every bank
//
// Nothing grows, but what the host gives is rounded up to whole rows of banks
// where their elements change places. The bits of an element's offset that
// select its bank are XORed with a linear function of bits above them: one that
// leaves no two lanes of any request in one bank, wherever there is such a
// function (LinearSearch.cpp), and the one that is cheapest to write of those
// that do as well.
//
//===----------------------------------------------------------------------===//

#include "../BankDifferences.h"
#include "../Refusal.h"
#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

namespace {

using Terms = std::vector<XorTerm>;

class SwizzleMap : public LayoutMap {
public:
  SwizzleMap(Terms T, std::vector<uint64_t> Padding)
      : All(std::move(T)), Padding(std::move(Padding)) {}

  StrategyKind strategy() const override { return StrategyKind::Swizzle; }
  bool isFor(const SharedArray &A) const override;
  SharedArray apply(const SharedArray &A) const override;
  std::vector<uint64_t> domain(const SharedArray &A) const override {
    std::vector<uint64_t> Out = A.Dims;
    for (auto [Dim, Less] : llvm::zip_equal(Out, Padding))
      Dim -= Less;
    return Out;
  }
  std::vector<IndexExpr> index(const SharedArray &A) const override;
  std::optional<IndexExpr> hostBytes(const SharedArray &A) const override;
  std::string macroName(const IndexExpr &E) const override;
  std::vector<SizeNeed> sizeNeeds(const SharedArray &A) const override;
  bool needsBoundedSubscripts() const override { return true; }

private:
  uint64_t rowsTogether(const SharedArray &A) const;
  Terms into(unsigned Dim) const {
    Terms Out;
    llvm::copy_if(All, std::back_inserter(Out),
                  [&](const XorTerm &T) { return T.To == Dim; });
    return Out;
  }

  Terms All;
  std::vector<uint64_t> Padding; ///< Taken away from each dimension.
};

/// Values of the first subscript that change places among each other, where the
/// host says how many there are: it has to give memory for all of them.
uint64_t SwizzleMap::rowsTogether(const SharedArray &A) const {
  uint64_t Rows = 1;
  if (A.Space != MemorySpace::Static)
    for (const XorTerm &T : into(0))
      Rows = std::max(Rows, llvm::bit_ceil(T.targets() + 1));
  return Rows;
}

SharedArray SwizzleMap::apply(const SharedArray &A) const {
  SharedArray New = A;
  New.Dims = domain(A);
  New.Dims.front() = llvm::alignTo(New.Dims.front(), rowsTogether(A));
  return New;
}

/// What is XORed into a subscript stays below a power of two that divides its
/// dimension, and no two elements meet. The last row that a host gives may not
/// be whole, so columns stay where they are.
bool SwizzleMap::isFor(const SharedArray &Old) const {
  const SharedArray A = apply(Old);
  if (Old.Space != MemorySpace::Static &&
      llvm::any_of(All, [](const XorTerm &T) { return T.To != 0; }))
    return false;
  bool Stays = llvm::all_of(All, [&](const XorTerm &T) {
    return A.Dims[T.To] % llvm::bit_ceil(T.targets() + 1) == 0;
  });
  // Right shifts alone mix bits downwards only, and other dimensions none.
  bool Triangular = llvm::all_of(All, [&](const XorTerm &T) {
    return T.To == All.front().To && (T.From != T.To || T.Shift > 0);
  });
  if (Triangular || !Stays)
    return Stays;
  std::optional<OffsetBits> Bits = OffsetBits::of(A);
  return Bits && toMatrix(*Bits, All).isInvertible();
}

/// As isFor says, in sizes; and where a term is written without its mask, no
/// more bits than that has may be there.
std::vector<SizeNeed> SwizzleMap::sizeNeeds(const SharedArray &A) const {
  std::vector<SizeNeed> Out;
  if (A.Space != MemorySpace::Static)
    return Out; // The host's size is rounded up.
  bool IsTriangular = llvm::all_of(All, [&](const XorTerm &T) {
    return T.To == All.front().To && (T.From != T.To || T.Shift > 0);
  });
  if (!IsTriangular || llvm::any_of(Padding, [](uint64_t P) { return P; })) {
    for (unsigned D = 0; D < A.Dims.size(); ++D)
      Out.push_back({D, SizeNeed::Equal, A.Dims[D]});
    return Out;
  }
  uint64_t Multiple = 1;
  for (const XorTerm &T : All) {
    Multiple = std::max(Multiple, llvm::bit_ceil(T.targets() + 1));
    if (!T.Masked)
      Out.push_back(
          {T.From, SizeNeed::AtMost, (T.Mask + 1) << std::max(T.Shift, 0)});
  }
  if (Multiple > 1)
    Out.push_back({All.front().To, SizeNeed::MultipleOf, Multiple});
  return Out;
}

std::vector<IndexExpr> SwizzleMap::index(const SharedArray &A) const {
  const std::vector<IndexExpr> Old = LayoutMap::index(A);
  std::vector<IndexExpr> New = Old;
  for (const XorTerm &T : All)
    New[T.To] = New[T.To] ^ T.expression(Old[T.From]);
  return New;
}

/// Bytes, or elements: rounded up to a number of bytes that elements in any
/// number are a part of.
std::optional<IndexExpr> SwizzleMap::hostBytes(const SharedArray &A) const {
  IndexExpr Bytes = IndexExpr::subscript(0);
  uint64_t Rows = rowsTogether(A);
  int64_t Unit = int64_t(Rows * A.stride(0) * A.ElementBytes);
  return Rows == 1 ? Bytes : (Bytes + (Unit - 1)) / Unit * Unit;
}

std::string SwizzleMap::macroName(const IndexExpr &E) const {
  if (E.is(Op::Mul)) // hostBytes
    return "ROUND" + std::to_string(*E.right().asConstant());
  return E.is(Op::Xor) ? xorName(E) : "";
}

/// Some terms together, and what is known of them without a score.
struct Candidate {
  uint64_t Conflicts = 0;
  unsigned Operations = 0;
  unsigned Order = 0; ///< In which it was thought of.
  Terms All;
};

class SwizzleSearch {
public:
  explicit SwizzleSearch(const LayoutTask &Task)
      : Task(Task), Padding(paddingOf(Task)), A(searched(Task.Array, Padding)),
        Bits(OffsetBits::of(A)) {
    SwizzleMap Shrink({}, Padding);
    bool Shrinks = llvm::any_of(Padding, [](uint64_t P) { return P != 0; });
    if (Bits)
      Needed = collectDifferences(
          Task, [&, Place = Shrink.offsets(Task.Array)](int64_t Offset) {
            int64_t Old = Task.Offset(Offset);
            return Shrinks ? Place(Old) : Old;
          });
  }

  CandidateList run();

private:
  static std::vector<uint64_t> paddingOf(const LayoutTask &Task);
  static SharedArray searched(const SharedArray &Old,
                              const std::vector<uint64_t> &Padding);
  BankWindow window(unsigned WidestBytes) const;
  void search(BankWindow W);
  std::vector<XorTerm> singleTerms(BankWindow W) const;
  void shifts(BankWindow W, unsigned From, unsigned To, Terms &Out) const;
  void whole(BankWindow W, unsigned From, unsigned To, Terms &Out) const;
  void multiples(BankWindow W, unsigned From, unsigned To, Terms &Out) const;
  std::pair<unsigned, unsigned> targets(BankWindow W, unsigned To) const;
  unsigned widthOf(unsigned Dim) const {
    return llvm::Log2_64_Ceil(A.Dims[Dim]);
  }
  Candidate candidate(Terms T) const;
  bool pairs(const std::vector<Candidate> &Single);
  void keep(Candidate C);

  const LayoutTask &Task;
  std::vector<uint64_t> Padding;
  SharedArray A; ///< Without it, and as large as the host could make it.
  std::optional<OffsetBits> Bits;
  BankDifferences Needed;
  std::vector<Candidate> Found;
};

/// Scored candidates, where none is known to leave no excess.
constexpr size_t MaxScored = 48;
/// Of those that are known to, as the score knows more.
constexpr size_t MaxPerfect = 8;

std::vector<uint64_t> SwizzleSearch::paddingOf(const LayoutTask &Task) {
  std::vector<uint64_t> Out(Task.Array.Dims.size());
  for (unsigned D = 1; D < Out.size(); ++D)
    Out[D] = Task.padding(D);
  return Out;
}

SharedArray SwizzleSearch::searched(const SharedArray &Old,
                                    const std::vector<uint64_t> &Padding) {
  SharedArray A = SwizzleMap({}, Padding).apply(Old);
  if (A.Space != MemorySpace::Static)
    A.Dims.front() = llvm::bit_ceil(A.Dims.front());
  return A;
}

BankWindow SwizzleSearch::window(unsigned WidestBytes) const {
  unsigned Low = 0, Top = 0, Least = 2;
  for (const TaskSite &S : Task.Sites) {
    BankRule R = ruleFor(*Task.Model, S.Where->Op, S.Where->Bytes);
    Least = std::max<unsigned>(Least, R.BankShift);
    Top = std::max<unsigned>(Top, R.BankShift + llvm::Log2_32(R.Banks));
  }
  Low = std::max(Least, llvm::Log2_32_Ceil(WidestBytes));
  return {Low, Top};
}

/// The bits [first, second) of subscript \p To that select a bank and may be
/// changed without leaving its dimension.
std::pair<unsigned, unsigned> SwizzleSearch::targets(BankWindow W,
                                                     unsigned To) const {
  unsigned At = Bits ? Bits->First[To] : llvm::Log2_32(A.ElementBytes);
  unsigned Most = llvm::countr_zero(A.Dims[To]);
  unsigned First = W.Low > At ? W.Low - At : 0;
  unsigned Last = W.Top > At ? W.Top - At : 0;
  return {First, std::min(Last, Most)};
}

/// `To ^= (From >> s) & mask`: each run of target bits, from each run of source
/// bits.
void SwizzleSearch::shifts(BankWindow W, unsigned From, unsigned To,
                           Terms &Out) const {
  auto [First, Last] = targets(W, To);
  int Width = widthOf(From);
  bool Several = A.Dims.size() > 1;
  for (unsigned Begin = First; Begin < Last; ++Begin)
    for (unsigned End = Begin + 1; End <= Last; ++End)
      for (int Shift = From == To ? 1 : -int(Begin); Shift + int(End) <= Width;
           ++Shift) {
        uint64_t Mask = llvm::maskTrailingOnes<uint64_t>(End - Begin) << Begin;
        unsigned There = Shift < 0 ? Width : Width - Shift;
        if (Shift < 0)
          Mask >>= -Shift;
        bool Masked =
            !Several || Mask != llvm::maskTrailingOnes<uint64_t>(There);
        Out.push_back({From, To, Shift, Mask, Masked, 1});
      }
}

/// `To ^= From >> s`, where that leaves neither the dimension nor splits what
/// stays together: more bits than select a bank may change.
void SwizzleSearch::whole(BankWindow W, unsigned From, unsigned To,
                          Terms &Out) const {
  unsigned Width = widthOf(From), Most = llvm::countr_zero(A.Dims[To]);
  if (A.Dims.size() == 1 || targets(W, To).first != 0)
    return;
  for (unsigned Shift = From == To; Shift < Width; ++Shift)
    if (Width - Shift <= Most)
      Out.push_back({From, To, int(Shift),
                     llvm::maskTrailingOnes<uint64_t>(Width - Shift),
                     /*Masked=*/false, 1});
}

/// `To ^= ((From >> s) & 1) * pattern`.
void SwizzleSearch::multiples(BankWindow W, unsigned From, unsigned To,
                              Terms &Out) const {
  auto [First, Last] = targets(W, To);
  unsigned Width = widthOf(From);
  for (unsigned Begin = First; Begin + 1 < Last; ++Begin)
    for (unsigned End = Begin + 2; End <= Last; ++End)
      for (unsigned Bit = From == To ? End : 0; Bit < Width; ++Bit) {
        bool Masked = A.Dims.size() == 1 || Bit + 1 != Width;
        Out.push_back({From, To, int(Bit), 1, Masked,
                       llvm::maskTrailingOnes<uint64_t>(End - Begin) << Begin});
      }
}

std::vector<XorTerm> SwizzleSearch::singleTerms(BankWindow W) const {
  Terms Out;
  unsigned Dims = A.Dims.size();
  // Where rows are no powers of two, only subscripts of the last dimension
  // select the bank in a way that is understood.
  for (unsigned To = Bits ? 0 : Dims - 1; To < Dims; ++To)
    for (unsigned From = 0; From < Dims; ++From) {
      whole(W, From, To, Out);
      shifts(W, From, To, Out);
      multiples(W, From, To, Out);
    }
  return Out;
}

Candidate SwizzleSearch::candidate(Terms T) const {
  Candidate C;
  for (const XorTerm &X : T)
    C.Operations += X.operations();
  if (Bits)
    C.Conflicts = Needed.conflicts(toMatrix(*Bits, T));
  C.All = std::move(T);
  return C;
}

/// Fewer conflicts, then cheaper; of as cheap ones, those that do not mix the
/// bits that they change, and then those that change the most bits, as they
/// also serve accesses that nobody has counted.
bool before(const Candidate &X, const Candidate &Y) {
  auto Key = [](const Candidate &C) {
    unsigned Mixed = 0, Kept = 64;
    for (const XorTerm &T : C.All) {
      if (T.From == T.To && T.Shift > 0)
        Mixed += llvm::popcount(T.targets() & (T.Mask << T.Shift));
      Kept -= llvm::popcount(T.targets());
    }
    return std::tuple(C.Conflicts, C.Operations, Mixed, Kept, C.Order);
  };
  return Key(X) < Key(Y);
}

void SwizzleSearch::keep(Candidate C) {
  if (Bits && !toMatrix(*Bits, C.All).isInvertible())
    return;
  C.Order = Found.size();
  Found.push_back(std::move(C));
}

/// Two terms together, where they save at least half of the conflicts that the
/// best alone leaves. True if some leave none.
bool SwizzleSearch::pairs(const std::vector<Candidate> &Single) {
  uint64_t Least = Single.empty() ? 0 : Single.front().Conflicts / 2;
  for (size_t I = 0; I < Single.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      Terms T = {Single[J].All[0], Single[I].All[0]};
      BitMatrix M = toMatrix(*Bits, T);
      uint64_t Conflicts = Needed.conflicts(M, Least);
      if (Conflicts > Least || !M.isInvertible())
        continue;
      Least = Conflicts;
      keep(candidate(std::move(T)));
    }
  return !Found.empty() && llvm::any_of(Found, [](const Candidate &C) {
    return C.Conflicts == 0;
  });
}

void SwizzleSearch::search(BankWindow W) {
  std::vector<Candidate> Single;
  for (XorTerm &T : singleTerms(W)) {
    Single.push_back(candidate({T}));
    Single.back().Order = Single.size();
  }
  llvm::sort(Single, before);
  llvm::append_range(Found, Single);
  bool Solved = !Single.empty() && Single.front().Conflicts == 0;
  if (Solved || !Bits)
    return;
  // Pairs of the best alone: each pair is counted.
  constexpr size_t MaxPaired = 160;
  Single.resize(std::min(Single.size(), MaxPaired));
  if (pairs(Single))
    return;
  if (std::optional<BitMatrix> M = findLinearMap(Needed, *Bits, W, true))
    keep(candidate(toTerms(*Bits, *M)));
}

CandidateList SwizzleSearch::run() {
  bool MayMerge = llvm::any_of(Task.Sites, [](const TaskSite &S) {
    return !S.Requests->Merged.empty();
  });
  search(window(Task.WidestBytes));
  // What compilers may merge into wider accesses stays together.
  for (unsigned Bytes : {8, 16})
    if (MayMerge && Bytes > Task.WidestBytes)
      search(window(Bytes));
  llvm::sort(Found, before);
  if (Found.size() > MaxScored)
    Found.resize(MaxScored);
  size_t Perfect = llvm::count_if(
      Found, [](const Candidate &C) { return C.Conflicts == 0; });
  if (Bits && Needed.Complete && !MayMerge && Perfect)
    Found.resize(std::min(Perfect, MaxPerfect));
  CandidateList Out;
  for (Candidate &C : Found)
    Out.push_back(std::make_shared<SwizzleMap>(std::move(C.All), Padding));
  return Out;
}

std::string refuse(const SharedArray &A, const EditRights &) {
  return A.Offsets ? text(Refusal::IndexedByAuthor, A.Offsets->Name) : "";
}

CandidateList propose(const LayoutTask &Task) {
  return Task.Model ? SwizzleSearch(Task).run() : CandidateList();
}

} // namespace

constinit const Strategy bankfix::SwizzleStrategy = {
    StrategyKind::Swizzle,
    /*ChangesSubscripts=*/true,
    /*NeedsBoundedSubscripts=*/true, refuse, propose,
    /*ChangesRowLength=*/false,
    /*MayKeepDeclaration=*/true};
