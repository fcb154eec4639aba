//===- Html.cpp - Findings as a page for people ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file without network: styles and script are in Page.h. Everything opens
// and closes with the elements that HTML has for that, so that it works without
// the script, too; the words for counts are Nsight Compute's.
//
//===----------------------------------------------------------------------===//

#include "BankPicture.h"
#include "Findings.h"
#include "KernelTable.h"
#include "Page.h"
#include "SourceLines.h"
#include "Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include <set>

using namespace bankfix;
using llvm::StringRef;

/// As text or in quotes.
static std::string escaped(StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  llvm::printHTMLEscaped(llvm::json::fixUTF8(Text), OS);
  return Out;
}

static std::string number(uint64_t N) { return std::to_string(N); }

namespace {
/// One access in one kernel entry, and what it takes.
struct Row {
  const KernelReport *Kernel;
  const AccessReport *Access;
};

/// What stands in one line: the sums are of the kernel entry that is the worst.
struct LineCounts {
  Totals Sum;
  bool IsFinding = false, IsUnknown = false;
  std::vector<Row> Rows;
};

/// Writes the part of one file.
class FilePage {
public:
  FilePage(llvm::raw_ostream &OS, const FileReport &F, StringRef Target,
           unsigned Number, bool NamesTarget)
      : OS(OS), F(F), Target(Target), Number(Number), NamesTarget(NamesTarget) {
  }
  void print();

private:
  std::map<unsigned, LineCounts> lines() const;
  void source();
  void gutter(unsigned Line, StringRef Text, const LineCounts *Counts);
  void access(const Row &R);
  void picture(const RequestPicture &R, StringRef Caption);
  void linkMemory(const ArrayReport &A);
  void memory();
  void memoryGrid(const ArrayReport &A, bool IsAfter, StringRef Caption);
  void plan(const ArrayReport &A);
  void elsewhere();

  llvm::raw_ostream &OS;
  const FileReport &F;
  StringRef Target;
  unsigned Number;
  bool NamesTarget;
  /// Arrays whose memory is shown below, one for all that look alike.
  std::vector<const ArrayReport *> Pictured;
};
} // namespace

/// Of the main file, by line. An access that several entries agree on counts
/// once.
std::map<unsigned, LineCounts> FilePage::lines() const {
  std::map<unsigned, LineCounts> Out;
  std::set<std::string> Said;
  for (const KernelReport &K : F.Kernels) {
    std::map<unsigned, Totals> Here;
    for (const AccessReport &A : K.Accesses) {
      if (!A.Where.Place.File.empty())
        continue;
      LineCounts &L = Out[A.Where.Place.Line];
      FindingKind Kind = findingKind(A, F);
      L.IsFinding |= Kind == FindingKind::Warning;
      L.IsUnknown |= Kind == FindingKind::Unknown;
      if (A.Counts.Sure != Certainty::Unknown) {
        Totals &T = Here[A.Where.Place.Line];
        T.Wavefronts += A.Counts.Wavefronts;
        T.Ideal += A.Counts.Ideal;
        T.Excess += A.Counts.excess();
      }
      std::string Key = number(A.Where.Place.Line) + ":" +
                        number(A.Where.Place.Column) + ruleName(A.Where.Op) +
                        A.Where.Path + describe(A, F, Target, "") +
                        number(A.Counts.Wavefronts) + K.Name;
      if (Said.insert(Key).second)
        L.Rows.push_back({&K, &A});
    }
    for (auto &[Line, T] : Here)
      if (T.Excess >= Out[Line].Sum.Excess)
        Out[Line].Sum = T;
  }
  return Out;
}

/// Lanes down, banks across; numbers as well as colours.
void FilePage::picture(const RequestPicture &R, StringRef Caption) {
  constexpr unsigned Cell = 15, Left = 34, Top = 18;
  std::vector<unsigned> Turns = turnsOf(R);
  if (R.Lanes.empty() || R.Banks < 2)
    return;
  unsigned Width = Left + R.Banks * Cell + 2;
  unsigned Height = Top + R.Lanes.size() * Cell + 2;
  std::optional<BusyBank> Busy = busiestBank(R);
  std::string Told = number(R.Wavefronts) +
                     (R.Wavefronts == 1 ? " wavefront" : " wavefronts") +
                     " where " + sufficing(R.Ideal);
  std::string Alt = Caption.str() + ": " + Told;
  if (Busy)
    Alt += "; lanes " + laneList(R, Busy->Lanes) + " want " +
           number(Busy->Rows) + " different words of bank " +
           number(Busy->Bank);
  OS << "<figure><figcaption><b>" << escaped(Caption)
     << "</b>: one request takes " << Told
     << "</figcaption><div class=scroll tabindex=0><svg role=img width="
     << Width << " height=" << Height << " viewBox='0 0 " << Width << ' '
     << Height << "'><title>" << escaped(Alt) << "</title>";
  OS << "<rect class=grid x=" << Left << " y=" << Top
     << " width=" << R.Banks * Cell << " height=" << R.Lanes.size() * Cell
     << " />";
  for (unsigned Bank = 0; Bank < R.Banks; Bank += 4)
    OS << "<text class=axis x=" << Left + Bank * Cell + Cell / 2
       << " y=12 text-anchor=middle>" << Bank << "</text>";
  for (auto [I, L] : llvm::enumerate(R.Lanes)) {
    unsigned Y = Top + I * Cell;
    if (I % 4 == 0)
      OS << "<text class=axis x=" << Left - 5 << " y=" << Y + Cell - 4
         << " text-anchor=end>" << L.Lane << "</text>";
    unsigned Wide = std::min(R.LaneBanks, R.Banks - L.Bank) * Cell;
    OS << "<g class=t" << std::min(Turns[I], 9u) << "><title>lane " << L.Lane
       << ": byte " << L.Offset << ", bank " << L.Bank << ", turn " << Turns[I]
       << "</title><rect x=" << Left + L.Bank * Cell + 1 << " y=" << Y + 1
       << " width=" << Wide - 2 << " height=" << Cell - 2
       << " rx=2 /><text x=" << Left + L.Bank * Cell + Wide / 2
       << " y=" << Y + Cell - 4 << " text-anchor=middle>" << Turns[I]
       << "</text></g>";
  }
  OS << "</svg></div>";
  if (Busy)
    OS << "<p class=small>Lanes " << laneList(R, Busy->Lanes) << " want "
       << Busy->Rows << " different words of bank " << Busy->Bank << ".</p>";
  else
    OS << "<p class=small>No two lanes want different words of one bank.</p>";
  OS << "</figure>\n";
}

void FilePage::memoryGrid(const ArrayReport &A, bool IsAfter,
                          StringRef Caption) {
  constexpr unsigned Cell = 15, Left = 34;
  const ArrayPicture &P = *A.Picture;
  unsigned Rows = (P.Elements.size() + P.Columns - 1) / P.Columns;
  unsigned Width = Left + P.Columns * Cell + 2, Height = Rows * Cell + 2;
  OS << "<figure><figcaption><b>" << escaped(Caption)
     << "</b>: the bank of each element</figcaption><div class=scroll "
        "tabindex=0><svg class=memory style=--n:"
     << std::max(P.Banks, 1u) << " role=img width=" << Width << " height="
     << Height << " viewBox='0 0 " << Width << ' ' << Height << "'><title>"
     << escaped(Caption) << ": rows down, columns across, the bank of each element</title>";
  for (auto [I, E] : llvm::enumerate(P.Elements)) {
    unsigned Row = I / P.Columns, Column = I % P.Columns;
    unsigned Bank = IsAfter ? E.BankAfter : E.BankBefore;
    int64_t Byte = IsAfter ? E.After : E.Before;
    if (Column == 0 && Row % 4 == 0)
      OS << "<text class=axis x=" << Left - 5 << " y=" << Row * Cell + Cell - 4
         << " text-anchor=end>" << Row << "</text>";
    OS << "<g><title>row " << Row << ", column " << Column << ": byte " << Byte
       << ", bank " << Bank << "</title><rect style=--b:" << Bank
       << " x=" << Left + Column * Cell << " y=" << Row * Cell
       << " /><text x=" << Left + Column * Cell + Cell / 2
       << " y=" << Row * Cell + Cell - 4 << ">" << Bank << "</text></g>";
  }
  OS << "</svg></div></figure>\n";
}

/// Elements lie where they do in the other array, before and after.
static bool looksAlike(const ArrayReport &A, const ArrayReport &B) {
  auto Place = [](const ArrayReport &R) {
    return std::tuple(R.Array.Name, R.Array.typeText(),
                      R.Fix ? R.Fix->Summary : std::string());
  };
  auto Alike = [](const ElementPicture &X, const ElementPicture &Y) {
    return X.Before == Y.Before && X.After == Y.After;
  };
  return Place(A) == Place(B) &&
         llvm::equal(A.Picture->Elements, B.Picture->Elements, Alike);
}

/// Pictures of whole arrays are large, so each is drawn once, behind the source.
void FilePage::linkMemory(const ArrayReport &A) {
  if (!A.Picture || A.Picture->Elements.empty())
    return;
  auto It = llvm::find_if(
      Pictured, [&](const ArrayReport *B) { return looksAlike(A, *B); });
  const size_t Index = It - Pictured.begin();
  if (It == Pictured.end())
    Pictured.push_back(&A);
  OS << "<p><a class=memory href='#f" << Number << "m" << Index
     << "'>Memory of <code>" << escaped(A.Array.Name)
     << "</code> by bank</a></p>\n";
}

void FilePage::memory() {
  for (auto [I, A] : llvm::enumerate(Pictured)) {
    OS << "<details class=memory id=f" << Number << "m" << I
       << "><summary>Memory of <code>" << escaped(A->Array.Name) << "</code>, "
       << escaped(A->Array.typeText()) << ", by bank</summary><div class=pair>";
    memoryGrid(*A, false, A->Array.Name + " as it is");
    if (A->Fix)
      memoryGrid(*A, true, A->Array.Name + " with the fix");
    OS << "</div></details>\n";
  }
}

void FilePage::plan(const ArrayReport &A) {
  OS << "<div class=plan>";
  if (A.Fix) {
    OS << "<p><b>Fix:</b> "
       << escaped(describeFix(*A.Fix, Target.starts_with("sm_"))) << "</p>";
    for (auto &[Place, Text] : describeNeeds(A))
      OS << "<p>" << escaped(Text) << "</p>";
    for (const std::string &W : A.Fix->Mind.Warnings)
      OS << "<p>" << escaped(W) << "</p>";
  } else {
    OS << "<p><b>No fix.</b></p>";
  }
  std::string Rows;
  llvm::raw_string_ostream Into(Rows);
  for (const WeighedLayout &W : A.Weighed)
    Into << "<tr><td>" << name(W.Strategy) << "<td>" << escaped(W.Summary)
         << "<td class=n>" << W.Wavefronts << "<td class=n>" << W.Bytes
         << "<td class=n>" << W.Operations << "<td>"
         << (W.Lost.empty() ? "<b>taken</b>" : escaped(W.Lost)) << "</tr>";
  for (const Refused &R : A.Refusals)
    if (llvm::none_of(A.Weighed, [&](const WeighedLayout &W) {
          return W.Strategy == R.Strategy;
        }))
      Into << "<tr><td>" << name(R.Strategy) << "<td colspan=4><td>"
           << escaped(R.Reason) << "</tr>";
  if (!Rows.empty())
    OS << "<div class=scroll tabindex=0><table><caption>What was "
          "weighed</caption><thead><tr><th scope=col>strategy<th "
          "scope=col>layout"
          "<th scope=col>wavefronts<th scope=col>bytes<th scope=col>operations"
          "<th scope=col>outcome</tr></thead><tbody>"
       << Rows << "</tbody></table></div>";
  OS << "</div>\n";
}

void FilePage::access(const Row &R) {
  const AccessReport &A = *R.Access;
  const ArrayReport &Array = R.Kernel->Arrays[A.Where.Array];
  FindingKind Kind = findingKind(A, F);
  const char *Class = Kind == FindingKind::Warning   ? "bad"
                      : Kind == FindingKind::Unknown ? "unknown"
                                                     : "good";
  OS << "<details class='access " << Class << "'><summary>"
     << escaped(opName(A.Where.Op)) << " <code>" << escaped(A.Where.Text)
     << "</code> in <code>" << escaped(R.Kernel->Name + R.Kernel->Instance)
     << "</code>: ";
  if (A.Counts.Sure == Certainty::Unknown)
    OS << "not analysed";
  else
    OS << A.Counts.Wavefronts << " wavefronts, " << A.Counts.Ideal << " ideal, "
       << A.Counts.excess() << " excess";
  OS << "</summary><div class=body>";
  if (Kind != FindingKind::Nothing)
    OS << "<p>" << escaped(describe(A, F, Target, "")) << " <code>["
       << escaped(ruleOf(A, Kind)) << "]</code></p>";
  if (A.Suppressed == Suppression::InSource)
    OS << "<p>A comment in the source says that it stays as it is.</p>";
  OS << "<p class=small>"
     << escaped(A.Block ? describeBlock(*A.Block) : describeShapes(*R.Kernel))
     << "; " << name(A.Counts.Sure);
  for (const std::string &Text : describeAssumptions(*R.Kernel, A))
    OS << "; " << escaped(Text);
  for (const std::string &Text : describeDoubts(A, Target))
    OS << "; " << escaped(Text);
  OS << "</p>";
  if (A.Picture) {
    OS << "<div class=pair>";
    picture(A.Picture->Before, "As it is, " + Array.Array.typeText());
    if (A.Picture->After)
      picture(*A.Picture->After, "With the fix, " + Array.Fix->Summary);
    OS << "</div>";
  }
  linkMemory(Array);
  if (A.Counts.Sure != Certainty::Unknown && (A.Counts.excess() || Array.Fix))
    plan(Array);
  OS << "</div></details>\n";
}

void FilePage::gutter(unsigned Line, StringRef Text, const LineCounts *Counts) {
  OS << "<div class='line" << (Counts && Counts->IsFinding ? " hot" : "")
     << "' id=f" << Number << "l" << Line << "><span class=no>" << Line
     << "</span>";
  for (int Column = 0; Column < 3; ++Column) {
    OS << "<span class=c>";
    if (Counts && (Counts->Sum.Wavefronts || !Counts->IsUnknown))
      OS << (Column == 0   ? Counts->Sum.Wavefronts
             : Column == 1 ? Counts->Sum.Ideal
                           : Counts->Sum.Excess);
    else if (Counts && Column == 0)
      OS << "?";
    OS << "</span>";
  }
  OS << "<code>" << escaped(Text) << "</code></div>\n";
}

/// The lines around accesses; a stretch without any is left out.
void FilePage::source() {
  constexpr unsigned Around = 6;
  std::map<unsigned, LineCounts> Counts = lines();
  if (Counts.empty())
    return;
  OS << "<div class=source><div class='line head'><span class=no>line</span>"
        "<span class=c>wavefronts</span><span class=c>ideal</span><span "
        "class=c>excess</span><code>source</code></div>\n";
  unsigned Line = 0, Left = 0;
  for (StringRef Text : llvm::split(F.Text, '\n')) {
    ++Line;
    auto Near = Counts.lower_bound(Line > Around ? Line - Around : 1);
    if (Near == Counts.end() || Near->first > Line + Around) {
      ++Left;
      continue;
    }
    if (Left)
      OS << "<div class=gap>" << Left << (Left == 1 ? " line" : " lines")
         << " without accesses to shared memory</div>\n";
    Left = 0;
    auto It = Counts.find(Line);
    gutter(Line, Text.rtrim('\r'), It == Counts.end() ? nullptr : &It->second);
    if (It != Counts.end())
      for (const Row &R : It->second.Rows)
        access(R);
  }
  OS << "</div>\n";
}

/// Accesses in headers.
void FilePage::elsewhere() {
  bool Any = false;
  for (const KernelReport &K : F.Kernels)
    for (const AccessReport &A : K.Accesses) {
      if (A.Where.Place.File.empty() ||
          findingKind(A, F) != FindingKind::Warning)
        continue;
      if (!Any)
        OS << "<h3>In headers</h3>\n";
      Any = true;
      OS << "<p class=small>" << escaped(A.Where.Place.File) << ":"
         << A.Where.Place.Line << "</p>";
      access({&K, &A});
    }
}

void FilePage::print() {
  OS << "<section id=f" << Number << "><h2>" << escaped(F.Path)
     << (NamesTarget ? " on " + escaped(Target) : "") << "</h2>\n";
  for (const FileDiagnostic &D : F.Diagnostics)
    OS << "<p class=small>"
       << escaped((D.Place.File.empty() ? "" : D.Place.File + ": ") +
                  (D.Place.Line ? "line " + number(D.Place.Line) + ": " : "") +
                  D.Message)
       << "</p>\n";
  source();
  elsewhere();
  memory();
  for (const UnreadKernel &U : F.Unread)
    OS << "<p class=small>not read: <code>" << escaped(U.Name)
       << "</code>: " << escaped(U.Reason) << "</p>\n";
  OS << "</section>\n";
}

static void card(llvm::raw_ostream &OS, StringRef What, uint64_t N) {
  OS << "<div class=card><b>" << N << "</b> " << What << "</div>";
}

static void kernelTable(llvm::raw_ostream &OS, const Report &R) {
  std::vector<KernelLine> Lines = kernelLines(R);
  if (Lines.empty()) {
    OS << "<p>No bank conflicts were found.</p>\n";
    return;
  }
  uint64_t Most = 1;
  for (const KernelLine &L : Lines)
    Most = std::max(Most, L.Before.Wavefronts);
  OS << "<div class=scroll tabindex=0><table class=kernels><caption>Kernels, "
        "those that a fix saves the most first; wavefronts of one "
        "block</caption><thead><tr><th scope=col>kernel<th scope=col>before<th "
        "scope=col>after<th scope=col>ideal<th scope=col>excess "
        "before<th scope=col></tr></thead><tbody>\n";
  for (const KernelLine &L : Lines) {
    auto File = llvm::find_if(
        R.Files, [&](const FileReport &F) { return F.Path == L.File; });
    OS << "<tr><td>";
    if (File != R.Files.end())
      OS << "<a href='#f" << File - R.Files.begin() << "'>";
    OS << "<code>" << escaped(L.Name) << "</code> " << escaped(L.File) << ":"
       << L.Line << (File != R.Files.end() ? "</a>" : "") << "<td class=n>"
       << L.Before.Wavefronts << "<td class=n>" << L.After.Wavefronts
       << "<td class=n>" << L.After.Ideal << "<td class=n>" << L.Before.Excess
       << "<td><svg width=200 height=22 role=img><title>" << L.Before.Wavefronts
       << " before, " << L.After.Wavefronts
       << " after</title><rect class=before width="
       << std::max<uint64_t>(1, 200 * L.Before.Wavefronts / Most)
       << " height=10 /><rect class=after y=12 width="
       << std::max<uint64_t>(1, 200 * L.After.Wavefronts / Most)
       << " height=10 /></svg></tr>\n";
  }
  OS << "</tbody></table></div>\n";
}

void bankfix::printHtml(llvm::raw_ostream &OS, const Report &R) {
  Summary S = summarize(R);
  std::set<std::string> Targets;
  for (const FileReport &F : R.Files)
    Targets.insert(targetOf(F, R).str());
  OS << "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><meta "
        "name=viewport content='width=device-width, initial-scale=1'>"
        "<title>bankfix: bank conflicts</title>\n<style>"
     << PageStyle
     << "</style></head><body>\n<header><h1>Bank "
        "conflicts</h1><p>bankfix "
     << R.Version << ", for " << escaped(llvm::join(Targets, ", "))
     << "; counts are for one block</p><button type=button id=theme "
        "hidden>Other theme</button> <button type=button id=open "
        "hidden>Open all findings</button></header>\n<main>\n<div class=cards>";
  card(OS, S.Kernels == 1 ? "kernel" : "kernels", S.Kernels);
  card(OS, S.Accesses == 1 ? "access" : "accesses", S.Accesses);
  card(OS, "with bank conflicts", S.Findings);
  card(OS, "of them fixable", S.Fixable);
  card(OS, "excess wavefronts", S.Excess);
  card(OS, "not analysed", S.Unknown);
  OS << "</div>\n";
  kernelTable(OS, R);
  for (auto [I, F] : llvm::enumerate(R.Files))
    FilePage(OS, F, targetOf(F, R), I, Targets.size() > 1).print();
  OS << "</main><script>" << PageScript << "</script></body></html>\n";
}
