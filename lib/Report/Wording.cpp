//===- Wording.cpp - The sentences of text reports ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace bankfix;
using llvm::StringRef;

bool bankfix::isKnown(const Verdict &V) {
  return V.Sure != Certainty::Unknown && V.Conf != Confidence::Unknown;
}

StringRef bankfix::opName(AccessOp Op) {
  switch (Op) {
  case AccessOp::Load:
    return "load";
  case AccessOp::Store:
    return "store";
  case AccessOp::Atomic:
  case AccessOp::AtomicAdd:
  case AccessOp::AtomicSwap:
    return "atomic";
  case AccessOp::LoadMatrix:
  case AccessOp::StoreMatrix:
    return "matrix";
  case AccessOp::AsyncCopy:
    return "async";
  }
  llvm_unreachable("an AccessOp without a name");
}

std::string bankfix::ruleName(AccessOp Op) {
  return ("bankfix-shared-" + opName(Op)).str();
}

/// What comes before the text of the access.
static StringRef opPhrase(AccessOp Op) {
  switch (Op) {
  case AccessOp::Load:
    return "load of";
  case AccessOp::Store:
    return "store to";
  case AccessOp::Atomic:
  case AccessOp::AtomicAdd:
  case AccessOp::AtomicSwap:
    return "atomic on";
  case AccessOp::LoadMatrix:
    return "matrix load of";
  case AccessOp::StoreMatrix:
    return "matrix store to";
  case AccessOp::AsyncCopy:
    return "asynchronous copy to";
  }
  llvm_unreachable("an AccessOp without a phrase");
}

/// One decimal at most: "32", "3.9".
static std::string degreeText(double Degree) {
  double Tenths = std::round(Degree * 10) / 10;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << llvm::format(Tenths == std::floor(Tenths) ? "%.0f" : "%.1f", Tenths);
  return Text;
}

static std::string wavefronts(uint64_t N) {
  return std::to_string(N) + (N == 1 ? " wavefront" : " wavefronts");
}

/// "8-way bank conflicts (3.9-way on average)".
static std::string degreePhrase(const Verdict &V) {
  bool Bounded = V.Sure == Certainty::Bounded;
  std::string Max = degreeText(V.MaxDegree), Mean = degreeText(V.meanDegree());
  std::string Text = (Bounded ? "up to " : "") + Max + "-way bank conflicts";
  if (V.RandomDegree)
    return Text + ", " + Mean + "-way on average for uniformly random values";
  if (Mean != Max)
    Text += std::string(" (") + (Bounded ? "at most " : "") + Mean +
            "-way on average)";
  return Text;
}

std::string bankfix::sufficing(uint64_t Wavefronts) {
  return std::to_string(Wavefronts) +
         (Wavefronts == 1 ? " suffices" : " suffice");
}

/// "1024 wavefronts where 32 suffice".
static std::string countPhrase(const Verdict &V) {
  std::string Text = V.Sure == Certainty::Bounded ? "at most " : "";
  Text += wavefronts(V.payable());
  if (V.PerIteration)
    Text += " per iteration";
  Text += " where " + sufficing(V.Ideal);
  if (!V.Trips.empty())
    Text += " (" + wavefronts(V.payable()) + " x " + V.Trips + " in all)";
  if (V.Serialization)
    Text += ", besides " + std::string(V.WorstCase ? "at most " : "") +
            std::to_string(V.Serialization) +
            " for atomics on the same address";
  return Text;
}

std::string bankfix::describeFinding(const AccessReport &A, StringRef Where) {
  return (opPhrase(A.Where.Op) + " '" + A.Where.Text + "' has " +
          degreePhrase(A.Counts) + Where + ": " + countPhrase(A.Counts))
      .str();
}

std::string bankfix::describePossible(const AccessReport &A, StringRef Where) {
  return (opPhrase(A.Where.Op) + " '" + A.Where.Text + "' may have up to " +
          degreeText(A.Counts.MaxDegree) + "-way bank conflicts" + Where +
          ": " + A.Counts.Reason)
      .str();
}

std::string bankfix::describeUnknown(const AccessReport &A, StringRef Target,
                                     StringRef Where) {
  std::string Reason = A.Counts.Reason;
  if (A.Counts.Conf == Confidence::Unknown && Reason.empty())
    Reason =
        ("nothing reliable is known about how " + Target + " serves it").str();
  return ("shared access '" + A.Where.Text + "' is not analysed" + Where +
          ": " + Reason)
      .str();
}

std::string bankfix::describeBlock(const std::array<unsigned, 3> &Block) {
  return "blocks of " + blockText(Block) + " threads";
}

std::string bankfix::describeShapes(const KernelReport &K) {
  std::vector<std::string> Texts;
  for (const auto &Block : K.Shapes)
    Texts.push_back(blockText(Block));
  if (Texts.empty())
    Texts.push_back(blockText(K.Shape.Block));
  return "blocks of " + llvm::join(Texts, " or ") + " threads";
}

std::string bankfix::describeKnownLaunches(const KernelReport &K) {
  const SourcePlace &At = *K.UnknownLaunch;
  return describeShapes(K) + " alone, as " +
         (At.Line ? "the one of the launch in " + At.text() + " is not known"
                  : "'" + At.File + "' may have launches that are not known");
}

/// "64 wavefronts of 1056": the counts that made it the better layout.
static std::string gainPhrase(const FixReport &F) {
  if (F.MeanBefore && F.MeanAfter)
    return "about " + wavefronts(*F.MeanAfter) + " of " +
           std::to_string(*F.MeanBefore) +
           " on average for uniformly random values";
  return wavefronts(F.WavefrontsAfter) + " of " +
         std::to_string(F.WavefrontsBefore);
}

std::string bankfix::describeFix(const FixReport &F, bool IsCuda) {
  std::string Text = "'" + F.Summary + "' (" + name(F.Strategy).str() +
                     ") leaves " + gainPhrase(F);
  if (F.BlocksBefore && F.BlocksAfter)
    Text += std::string("; blocks per ") + (IsCuda ? "SM " : "processor ") +
            std::to_string(*F.BlocksBefore) + " -> " +
            std::to_string(*F.BlocksAfter);
  return Text;
}

using PlacedTexts = std::vector<std::pair<SourcePlace, std::string>>;

static PlacedTexts describeHostSizes(const ArrayReport &A) {
  PlacedTexts Out;
  const FixReport &F = *A.Fix;
  if (F.HostFormula.empty())
    return Out;
  auto Start = [&](bool IsChanged) {
    return (IsChanged ? "the host is changed to give '"
                      : "the host has to give '") +
           A.Array.Name + "' ";
  };
  for (const HostSizeText &S : F.HostSizes)
    Out.push_back({S.Place, Start(S.IsChanged) + "'" + S.After +
                                "' bytes instead of '" + S.Before + "'"});
  std::string Before = F.Bytes == F.BytesBefore
                           ? ", as before, and in general"
                           : " instead of " + std::to_string(F.BytesBefore);
  if (Out.empty())
    Out.push_back({A.Array.Place, Start(false) + std::to_string(F.Bytes) +
                                      " bytes" + Before + ": " +
                                      F.HostFormula});
  return Out;
}

PlacedTexts bankfix::describeNeeds(const ArrayReport &A) {
  constexpr size_t Most = 4;
  PlacedTexts Out = describeHostSizes(A);
  llvm::ArrayRef<Reliance> All = A.Fix->Mind.Relies;
  if (All.empty())
    return Out;
  std::string Text =
      "'" + A.Array.Name + "' relies on " + All.front().Condition;
  for (const Reliance &R : All.take_front(Most).drop_front())
    Text += ", " + R.Condition;
  if (All.size() > Most)
    Text += " and " + std::to_string(All.size() - Most) + " more";
  Out.push_back(
      {All.front().Place, Text + ", as a subscript outside of its dimension is "
                                 "undefined; --strict-bounds wants a proof"});
  return Out;
}

/// The strategies of \p A that were refused for \p Reason.
static std::string refusedFor(const ArrayReport &A, StringRef Reason) {
  auto Refused = [&](const bankfix::Refused &R) { return R.Reason == Reason; };
  bool Usual = llvm::any_of(A.Refusals, [&](const bankfix::Refused &R) {
    return Refused(R) && isUsual(R.Strategy, A.Array);
  });
  std::vector<StringRef> Names;
  for (const bankfix::Refused &R : A.Refusals)
    if (Refused(R) && (!Usual || isUsual(R.Strategy, A.Array)) &&
        !llvm::is_contained(Names, name(R.Strategy)))
      Names.push_back(name(R.Strategy));
  return llvm::join(Names, " or ");
}

static constexpr char NothingHelps[] =
    ": no layout that bankfix knows lowers its wavefronts";

std::vector<std::string> bankfix::describeRefusals(const ArrayReport &A) {
  std::vector<std::string> Sentences;
  std::string Name = "'" + A.Array.Name + "'";
  bool Single = llvm::all_of(A.Refusals, [](const Refused &R) {
    return R.Kind == RefusalKind::NotForIt;
  });
  for (const Refused &R : A.Refusals) {
    if (R.Kind == RefusalKind::NotForIt && !isUsual(R.Strategy, A.Array) &&
        !Single)
      continue;
    std::string Text = "no fix of " + Name + " by " + refusedFor(A, R.Reason) +
                       ": " + R.Reason;
    if (!llvm::is_contained(Sentences, Text))
      Sentences.push_back(std::move(Text));
  }
  if (Sentences.empty())
    Sentences.push_back("no fix of " + Name + NothingHelps);
  return Sentences;
}

/// The more a user can do about it, the less.
static auto rankOf(const ArrayReport &A, const Refused &R) {
  return std::pair(R.Kind, !isUsual(R.Strategy, A.Array));
}

std::string bankfix::describeDecisiveRefusal(const ArrayReport &A) {
  const auto Best =
      llvm::min_element(A.Refusals, [&](const Refused &L, const Refused &R) {
        return rankOf(A, L) < rankOf(A, R);
      });
  std::string Start = "no fix of '" + A.Array.Name + "'";
  if (Best == A.Refusals.end() || Best->Kind == RefusalKind::NoGain)
    return Start + NothingHelps;
  return Start + " by " + refusedFor(A, Best->Reason) + ": " + Best->Reason;
}

std::string bankfix::describeOthers(llvm::ArrayRef<SourcePlace> Places) {
  constexpr unsigned Most = 12;
  std::vector<std::pair<std::string, unsigned>> Lines;
  for (const SourcePlace &P : Places) {
    std::string Line =
        (P.File.empty() ? "" : P.File + ":") + std::to_string(P.Line);
    if (Lines.empty() || Lines.back().first != Line)
      Lines.emplace_back(Line, 0);
    ++Lines.back().second;
  }
  std::string Text = Lines.size() == 1 ? "also line " : "also lines ";
  for (auto [I, Line] : llvm::enumerate(llvm::ArrayRef(Lines).take_front(Most)))
    Text += (I ? ", " : "") + Line.first +
            (Line.second > 1 ? " (x" + std::to_string(Line.second) + ")" : "");
  if (Lines.size() > Most)
    Text += " and " + std::to_string(Lines.size() - Most) +
            " more; --verbose lists them";
  return Text;
}

std::vector<std::string> bankfix::describeAssumptions(const KernelReport &K,
                                                      const AccessReport &A) {
  std::vector<std::string> Sentences;
  if (K.UnknownLaunch)
    Sentences.push_back("assuming " + describeKnownLaunches(K) +
                        "; --block-dim=" + K.Name + "=X,Y,Z tells it");
  if (A.Counts.Sure != Certainty::Bounded)
    return Sentences;
  if (K.Shape.Origin == ShapeOrigin::Assumed)
    Sentences.push_back("assuming " + describeShapes(K) +
                        "; --block-dim=" + K.Name + "=X,Y,Z tells otherwise");
  for (const std::string &Assumption : K.Assumptions)
    Sentences.push_back("assuming " + Assumption);
  return Sentences;
}

std::vector<std::string> bankfix::describeDoubts(const AccessReport &A,
                                                 StringRef Target) {
  std::vector<std::string> Sentences;
  if (const std::optional<MergedCount> &M = A.Counts.Merged)
    Sentences.push_back(
        "compilers may merge it with its neighbours into accesses of " +
        std::to_string(M->Bytes) + " bytes: " + wavefronts(M->Wavefronts) +
        " where " + sufficing(M->Ideal));
  if (A.Counts.Conf == Confidence::Likely)
    Sentences.push_back(
        ("how " + Target + " serves this access is likely, but not certain")
            .str());
  return Sentences;
}
