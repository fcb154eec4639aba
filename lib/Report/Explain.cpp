//===- Explain.cpp - The accesses of one line, in pictures ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankPicture.h"
#include "Findings.h"
#include "LinePrinter.h"
#include "SourceLines.h"
#include "Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <set>

using namespace bankfix;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {
/// Explains one access in one kernel entry.
class Explainer {
public:
  Explainer(raw_ostream &OS, const FileReport &F, StringRef Target,
            const KernelReport &K, const AccessReport &A)
      : OS(OS), F(F), Target(Target), K(K), A(A),
        Array(K.Arrays[A.Where.Array]) {}

  void print(SourceLines &Lines);

private:
  void counts();
  void picture(const RequestPicture &R, StringRef Declared);
  void grid(const RequestPicture &R);
  void arithmetic(const RequestPicture &R);
  void fix();
  void others();

  raw_ostream &OS;
  const FileReport &F;
  StringRef Target;
  const KernelReport &K;
  const AccessReport &A;
  const ArrayReport &Array;
};
} // namespace

static std::string turns(uint64_t N) {
  return std::to_string(N) + (N == 1 ? " wavefront" : " wavefronts");
}

void Explainer::counts() {
  FindingKind Kind = findingKind(A, F);
  const Verdict &V = A.Counts;
  if (Kind != FindingKind::Nothing)
    OS << describe(A, F, Target, "");
  else
    OS << opName(A.Where.Op) << " of '" << A.Where.Text
       << "': " << turns(V.Wavefronts) << " where " << sufficing(V.Ideal);
  OS << " [" << ruleOf(A, Kind) << "]\n";
  OS << "  in '" << K.Name << K.Instance << "' with "
     << (A.Block ? describeBlock(*A.Block) : describeShapes(K)) << ", on "
     << Target;
  if (V.Sure != Certainty::Unknown)
    OS << "; " << V.Requests << (V.Requests == 1 ? " request" : " requests")
       << " of a block, " << name(V.Sure);
  OS << '\n';
  if (A.Suppressed == Suppression::InSource)
    OS << "  a comment in the source says that it stays as it is\n";
}

/// One line a lane, one column a bank: the turn in which the bank serves it.
void Explainer::grid(const RequestPicture &R) {
  constexpr StringRef Digits = "123456789abcdefghijklmnopqrstuvwxyz";
  std::vector<unsigned> Turns = turnsOf(R);
  unsigned Most = *llvm::max_element(Turns);
  OS << "    lane  bank 0";
  for (unsigned Bank = 8; Bank < R.Banks; Bank += 8)
    OS << llvm::right_justify(std::to_string(Bank), Bank == 8 ? 3 : 8);
  OS << '\n';
  for (auto [L, Turn] : llvm::zip(R.Lanes, Turns)) {
    OS << llvm::format("    %4u  ", L.Lane);
    unsigned Wide = std::min(R.LaneBanks, R.Banks - L.Bank);
    OS << std::string(L.Bank, '.');
    if (Turn > 1)
      OS.changeColor(raw_ostream::RED, /*Bold=*/true);
    OS << std::string(Wide, Turn <= Digits.size() ? Digits[Turn - 1] : '*');
    OS.resetColor();
    OS << std::string(R.Banks - L.Bank - Wide, '.') << '\n';
  }
  OS << "    a lane's character is the turn in which its bank serves it";
  if (Most > 9)
    OS << ": 1 to 9, then a for 10 and so on, here up to " << Most;
  OS << '\n';
}

/// How some colliding lanes come to their bank.
void Explainer::arithmetic(const RequestPicture &R) {
  constexpr size_t Shown = 3;
  std::optional<BusyBank> Busy = busiestBank(R);
  if (!Busy) {
    OS << "    no two lanes want different words of one bank\n";
    return;
  }
  OS << "    lanes " << laneList(R, Busy->Lanes) << " want " << Busy->Rows
     << " different words of bank " << Busy->Bank << ":\n";
  for (size_t I : llvm::ArrayRef(Busy->Lanes).take_front(Shown)) {
    const LanePicture &L = R.Lanes[I];
    OS << "      lane " << L.Lane << ": byte " << L.Offset << " of '"
       << Array.Array.Name << "'; " << L.Offset << " / " << R.BankBytes
       << " mod " << R.Banks << " = bank " << L.Bank << '\n';
  }
  if (Busy->Lanes.size() > Shown)
    OS << "      ...\n";
}

void Explainer::picture(const RequestPicture &R, StringRef Declared) {
  OS << Declared << "; one request of a wave takes " << turns(R.Wavefronts)
     << " where " << sufficing(R.Ideal) << '\n';
  if (R.Banks > 1) {
    grid(R);
    arithmetic(R);
  }
}

void Explainer::fix() {
  if (!Array.Fix) {
    OS << "\nno fix\n";
    for (const std::string &Why : describeRefusals(Array))
      OS << "  " << Why << '\n';
    return;
  }
  OS << "\nthe fix: " << describeFix(*Array.Fix, Target.starts_with("sm_"))
     << '\n';
  for (auto &[Place, Text] : describeNeeds(Array))
    OS << "  " << Text << '\n';
  for (const std::string &W : Array.Fix->Mind.Warnings)
    OS << "  " << W << '\n';
}

/// What was weighed against it.
void Explainer::others() {
  bool IsFirst = true;
  auto Line = [&](StrategyKind S, StringRef What, StringRef Why) {
    OS << (IsFirst ? "\nwhy not another:\n" : "");
    IsFirst = false;
    OS << "  " << llvm::left_justify(name(S), 11) << "  "
       << (What.empty() ? "" : What.str() + ": ") << Why << '\n';
  };
  for (const WeighedLayout &W : Array.Weighed)
    if (!W.Lost.empty())
      Line(W.Strategy, W.Summary, W.Lost);
  if (Array.Fix)
    for (const Refused &R : Array.Refusals)
      if (llvm::none_of(Array.Weighed, [&](const WeighedLayout &W) {
            return W.Strategy == R.Strategy;
          }))
        Line(R.Strategy, "", R.Reason);
}

void Explainer::print(SourceLines &Lines) {
  const SourcePlace &P = A.Where.Place;
  LinePrinter(OS, F.Path).place(P);
  counts();
  if (std::optional<StringRef> Line = Lines.find(F.Path, P))
    printSnippet(OS, *Line, P.Line, P.Column);
  for (const std::string &Text : describeAssumptions(K, A))
    OS << "  " << Text << '\n';
  for (const std::string &Text : describeDoubts(A, Target))
    OS << "  " << Text << '\n';
  if (A.Picture) {
    OS << '\n';
    picture(A.Picture->Before, "as it is: " + Array.Array.typeText());
    if (A.Picture->After) {
      OS << '\n';
      picture(*A.Picture->After, "with the fix: " + Array.Fix->Summary);
    }
  } else if (A.Counts.Sure != Certainty::Unknown) {
    OS << "\n  which words the lanes want is known at run time alone, so there "
          "is no picture\n";
  }
  fix();
  others();
}

/// The lines that have an access in the main file, in order.
static std::set<unsigned> linesOf(const Report &R) {
  std::set<unsigned> Lines;
  for (const FileReport &F : R.Files)
    for (const KernelReport &K : F.Kernels)
      for (const AccessReport &A : K.Accesses)
        if (A.Where.Place.File.empty())
          Lines.insert(A.Where.Place.Line);
  return Lines;
}

static std::string nothingIn(const Report &R, unsigned Line) {
  constexpr size_t Most = 3;
  std::set<unsigned> Lines = linesOf(R);
  std::string Text = "line " + std::to_string(Line) +
                     " has no access to shared memory that is a kernel's";
  if (Lines.empty())
    return Text + "; no line of the file has";
  std::vector<unsigned> Near(Lines.begin(), Lines.end());
  auto Distance = [&](unsigned L) { return L > Line ? L - Line : Line - L; };
  llvm::sort(Near, [&](unsigned L, unsigned M) {
    return std::pair(Distance(L), L) < std::pair(Distance(M), M);
  });
  Near.resize(std::min(Near.size(), Most));
  llvm::sort(Near);
  std::vector<std::string> Numbers;
  for (unsigned L : Near)
    Numbers.push_back(std::to_string(L));
  return Text + "; the nearest that have are " + llvm::join(Numbers, ", ");
}

std::string bankfix::printExplanation(raw_ostream &OS, const Report &R,
                                      unsigned Line) {
  SourceLines Lines(R);
  std::set<std::string> Said;
  bool Any = false;
  for (const FileReport &F : R.Files)
    for (const KernelReport &K : F.Kernels)
      for (const AccessReport &A : K.Accesses) {
        if (A.Where.Place.Line != Line || !A.Where.Place.File.empty())
          continue;
        std::string Text;
        llvm::raw_string_ostream Into(Text);
        Into.enable_colors(OS.colors_enabled());
        Explainer(Into, F, targetOf(F, R), K, A).print(Lines);
        if (Said.insert(Text).second)
          OS << (Any ? "\n\n" : "") << Text;
        Any = true;
      }
  return Any ? "" : nothingIn(R, Line);
}
