//===- ProfileScope.cpp - What a profile says of a report -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileScope.h"
#include "Files.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::StringRef;

/// A kernel that takes less of the measured time is left alone: what a fix saves
/// of the whole is at most that.
static constexpr double LeastShare = 0.02;

llvm::Expected<ProfileScope> ProfileScope::of(const RunOptions &O) {
  llvm::Expected<std::string> Text = readSource(O.Passes.Profile);
  if (!Text)
    return Text.takeError();
  llvm::Expected<Profile> P = readProfile(*Text);
  if (!P)
    return P.takeError();
  ProfileScope S;
  S.Measured = std::move(*P);
  S.SortsByTime = O.Style.Order == ReportOrder::Gain;
  return S;
}

void ProfileScope::addShapes(RunOptions &O) const {
  for (const MeasuredKernel &K : Measured.Kernels) {
    const MeasuredShape *Main = K.main();
    bool IsGiven = llvm::any_of(O.BlockDims, [&](const BlockDim &B) {
      return B.Kernel.empty() || B.Kernel == K.Name;
    });
    if (Main && !IsGiven)
      O.BlockDims.push_back({K.Name, Main->Block, /*IsSetting=*/true});
  }
}

/// What can be said of single lines of the source: the plain number of a kind.
static AccessOp kindOf(AccessOp Op) {
  switch (Op) {
  case AccessOp::AtomicAdd:
  case AccessOp::AtomicSwap:
    return AccessOp::Atomic;
  case AccessOp::StoreMatrix:
    return AccessOp::LoadMatrix;
  default:
    return Op;
  }
}

static StringRef fileName(StringRef Path) {
  return llvm::sys::path::filename(Path, llvm::sys::path::Style::posix);
}

std::vector<const MeasuredLine *>
ProfileScope::linesOf(const FileReport &R, unsigned &Changed) const {
  llvm::SmallVector<StringRef> Text;
  StringRef(R.Text).split(Text, '\n');
  std::vector<const MeasuredLine *> Out;
  Changed = 0;
  for (const MeasuredLine &L : Measured.Lines) {
    if (fileName(L.File) != fileName(R.Path))
      continue;
    bool IsSame = L.Line <= Text.size() && !L.Text.empty() &&
                  Text[L.Line - 1].trim() == StringRef(L.Text).trim();
    if (IsSame)
      Out.push_back(&L);
    else if (!Changed || L.Line < Changed)
      Changed = L.Line;
  }
  // Lines that moved may stand where others like them were.
  if (Changed)
    Out.clear();
  return Out;
}

bool ProfileScope::isLight(const KernelReport &K) const {
  double All = Measured.nanoseconds();
  if (All <= 0)
    return false;
  const MeasuredKernel *Of = Measured.find(K.Name);
  return !Of || Of->nanoseconds() < LeastShare * All;
}

/// What was measured of \p A of \p K, or null.
static const MeasuredLine *
measuredOf(const AccessReport &A, const KernelReport &K,
           llvm::ArrayRef<const MeasuredLine *> Lines) {
  for (const MeasuredLine *L : Lines)
    if (A.Where.Place.File.empty() && L->Line == A.Where.Place.Line &&
        L->Op == kindOf(A.Where.Op) && L->Kernel == K.Name)
      return L;
  return nullptr;
}

/// Where its addresses depend on data, what was measured is what there is.
static bool isOfData(const AccessReport &A) {
  return A.Counts.Sure == Certainty::Bounded && A.Counts.WorstCase;
}

void ProfileScope::silence(FileReport &R) const {
  unsigned Changed = 0;
  std::vector<const MeasuredLine *> Lines = linesOf(R, Changed);
  for (KernelReport &K : R.Kernels)
    for (AccessReport &A : K.Accesses) {
      const MeasuredLine *L = isOfData(A) ? measuredOf(A, K, Lines) : nullptr;
      bool IsFree = L && L->Executed && L->Wavefronts <= L->Ideal;
      if (A.Suppressed == Suppression::None && (IsFree || isLight(K)))
        A.Suppressed = Suppression::External;
    }
}

static std::string decimal(double Value, int Digits) {
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("%.*f", Digits, Value);
  return Text;
}

void ProfileScope::tellTime(FileReport &R, const KernelReport &K) const {
  double All = Measured.nanoseconds();
  if (All <= 0)
    return;
  const MeasuredKernel *Of = Measured.find(K.Name);
  std::string Text = "'" + K.Name + "'";
  if (!Of) {
    Text += " did not run in the profile, so it is left alone";
  } else {
    Text += " took " + decimal(Of->nanoseconds() / 1000, 1) + " us in " +
            std::to_string(Of->launches()) +
            (Of->launches() == 1 ? " launch, " : " launches, ") +
            decimal(100 * Of->nanoseconds() / All, 1) +
            " % of the measured time";
    if (isLight(K))
      Text += ", so it is left alone";
  }
  R.Diagnostics.push_back({Severity::Note, K.Place, Text});
}

namespace {
/// The accesses of a kernel that one line of the profile is of.
struct LineSum {
  uint64_t Requests = 0, Wavefronts = 0, Ideal = 0;
  bool IsExact = true;  ///< All of them, for one launch.
  bool IsIssued = true; ///< With the widths of the source.
};
} // namespace

static LineSum sumOf(const KernelReport &K, const MeasuredLine &L) {
  LineSum Sum;
  for (const AccessReport &A : K.Accesses) {
    if (measuredOf(A, K, &L) != &L)
      continue;
    Sum.Requests += A.Counts.Requests;
    Sum.Wavefronts += A.Counts.Wavefronts;
    Sum.Ideal += A.Counts.Ideal;
    Sum.IsExact &=
        A.Counts.Sure == Certainty::Exact && !A.Counts.PerIteration;
    Sum.IsIssued &= L.Bytes.size() == 1 && L.Bytes.front() == A.Where.Bytes;
  }
  return Sum;
}

void ProfileScope::tellCounts(
    FileReport &R, const KernelReport &K,
    llvm::ArrayRef<const MeasuredLine *> Lines) const {
  const MeasuredKernel *Of = Measured.find(K.Name);
  const bool IsOnly = llvm::count_if(R.Kernels, [&](const KernelReport &Other) {
                        return Other.Name == K.Name;
                      }) == 1;
  for (const AccessReport &A : K.Accesses) {
    const MeasuredLine *L = isOfData(A) ? measuredOf(A, K, Lines) : nullptr;
    if (L && L->Executed && L->Ideal)
      R.Diagnostics.push_back(
          {Severity::Note, A.Where.Place,
           "the profile counted " + decimal(L->degree(), 1) +
               "-way on average for '" + A.Where.Text +
               "', whose addresses depend on data"});
  }
  if (!Of || !IsOnly || !Of->blocks() || Of->Pages != Of->launches() ||
      Of->Shapes.size() != 1 || Of->Shapes.front().Block != K.Shape.Block)
    return;
  for (const MeasuredLine *L : Lines) {
    LineSum Sum = sumOf(K, *L);
    // Where the compiler issued something else, the counts are of that.
    if (L->Kernel != K.Name || !Sum.Requests || !Sum.IsExact || !Sum.IsIssued ||
        L->Executed != Of->blocks() * Sum.Requests ||
        L->Wavefronts == Of->blocks() * Sum.Wavefronts)
      continue;
    R.Diagnostics.push_back(
        {Severity::Warning,
         {"", L->Line, 1},
         "the profile counted " +
             decimal(double(L->Wavefronts) / Of->blocks(), 1) +
             " wavefronts a block in this line where the model has " +
             std::to_string(Sum.Wavefronts)});
  }
}

double ProfileScope::timeOf(const KernelReport &K) const {
  const MeasuredKernel *Of = Measured.find(K.Name);
  return Of ? Of->nanoseconds() : 0;
}

Report ProfileScope::ranked(const Report &R) const {
  if (!SortsByTime)
    return R;
  Report Out = R;
  Out.Files.clear();
  std::vector<double> Times;
  for (const FileReport &F : R.Files) {
    // What is of no kernel comes with the first.
    FileReport Part = F;
    Part.Kernels.clear();
    for (const KernelReport &K : F.Kernels) {
      // The text is in each part, so those that took no time are one.
      if (!Part.Kernels.empty() && timeOf(Part.Kernels.back()) != timeOf(K)) {
        Times.push_back(timeOf(Part.Kernels.back()));
        Out.Files.push_back(std::move(Part));
        Part = {F.Path, F.Headers, {}, {}, {}, F.Text, F.Target, F.MinDegree};
      }
      Part.Kernels.push_back(K);
    }
    Times.push_back(Part.Kernels.empty() ? 0 : timeOf(Part.Kernels.back()));
    Out.Files.push_back(std::move(Part));
  }
  std::vector<size_t> Order(Times.size());
  for (size_t I = 0; I < Order.size(); ++I)
    Order[I] = I;
  llvm::stable_sort(Order, [&](size_t A, size_t B) { return Times[A] > Times[B]; });
  std::vector<FileReport> Sorted;
  for (size_t I : Order)
    Sorted.push_back(std::move(Out.Files[I]));
  Out.Files = std::move(Sorted);
  return Out;
}

void ProfileScope::tell(FileReport &R) const {
  unsigned Changed = 0;
  std::vector<const MeasuredLine *> Lines = linesOf(R, Changed);
  if (SortsByTime)
    llvm::stable_sort(R.Kernels, [&](const auto &A, const auto &B) {
      return timeOf(A) > timeOf(B);
    });
  if (Changed)
    R.Diagnostics.push_back({Severity::Warning,
                             {"", Changed, 1},
                             "this line is not what was profiled: the file has "
                             "changed since, and counts of its lines are not "
                             "used"});
  std::set<std::string> Told;
  for (const KernelReport &K : R.Kernels) {
    if (Told.insert(K.Name).second)
      tellTime(R, K);
    tellCounts(R, K, Lines);
  }
}
