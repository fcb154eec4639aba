//===- PlanSummary.cpp - What a layout does, in words ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// How accesses are written.
static std::string how(const SourceChange &Change) {
  std::string Text;
  for (auto [D, Subscript] : llvm::enumerate(Change.Subscripts))
    if (Subscript.From != D) {
      Text += ", subscripts swapped";
      break;
    }
  if (Change.Alignment)
    Text += ", aligned to " + std::to_string(Change.Alignment) + " bytes";
  for (const IndexHelper &M : Change.Macros) {
    bool Indexes = llvm::any_of(Change.Subscripts, [&](const IndexText &I) {
      return I.Macro == M.Name;
    });
    Text += (Indexes ? ", indexed through " : ", its size through ") + M.Name;
  }
  if (Change.Offsets)
    Text += ", " + Change.Offsets->Macro + " as " + Change.Offsets->Body;
  if (Change.Rows)
    Text += ", rows of " + std::to_string(Change.Rows->Elements) + " -> " +
            std::to_string(Change.Rows->Elements + Change.Rows->Added) +
            " elements";
  return Text;
}

/// "s[], 2048 -> 2112 bytes, indexed through PAD"
static std::string hostSummary(const SharedArray &A, const LayoutMap &Map,
                               const SourceChange &Change) {
  uint64_t Old = A.bytes(), New = Map.apply(A).bytes();
  std::string Text = A.Name + "[]";
  if (Old != New)
    Text +=
        ", " + std::to_string(Old) + " -> " + std::to_string(New) + " bytes";
  if (auto Wrap = Change.Wrap)
    Text = A.ElementType + " " + Text + ", elements as " + Wrap->Name;
  return Text + how(Change);
}

/// What is written at the accesses to the array: of its macros, those that
/// some access needs.
static SourceChange writtenChange(const PlanInput &In, unsigned Array,
                                  const LayoutMap &Map) {
  SourceChange Change = Map.change(In.P.Arrays[Array]);
  bool AllFlat = Change.Flat.has_value();
  In.forEachSite(Array, [&](const AnalyzedKernel &K, unsigned I) {
    AllFlat &= In.sites(K)[I].IsFlat;
  });
  if (!AllFlat)
    return Change;
  Change.Macros = {*Change.Flat};
  Change.Subscripts.back().Macro = Change.Flat->Name;
  return Change;
}

/// "tile[32][32] -> tile[32][33]"
std::string bankfix::summary(const PlanInput &In, unsigned Array,
                             const LayoutMap &Map) {
  const SharedArray &A = In.P.Arrays[Array];
  SourceChange Change = writtenChange(In, Array, Map);
  auto Declared = [](const SharedArray &A, bool WithType) {
    std::string Text = WithType ? A.ElementType + " " + A.Name : A.Name;
    for (uint64_t D : A.Dims)
      Text += "[" + std::to_string(D) + "]";
    return Text;
  };
  if (A.Space != MemorySpace::Static)
    return hostSummary(A, Map, Change);
  std::string Old = Declared(A, Change.padsElements()),
              New = Declared(Map.apply(A), Change.padsElements());
  std::string Text = Old == New ? Old : Old + " -> " + New;
  if (Change.MemberBytes)
    Text += ", " + A.ElementType + " padded by a member, " +
            std::to_string(A.ElementBytes) + " -> " +
            std::to_string(A.ElementBytes + Change.MemberBytes) + " bytes";
  return Text + how(Change);
}

/// "rows start 1 bank apart"; banks are those of \p T.
static std::string apart(const Target &T, llvm::StringRef What,
                         uint64_t Bytes) {
  if (T.Banks < 2 || Bytes % T.BankWidth)
    return What.str() + " start in other banks";
  uint64_t Banks = Bytes / T.BankWidth % T.Banks;
  Banks = std::min(Banks, T.Banks - Banks);
  return What.str() + " start " + std::to_string(Banks) +
         (Banks == 1 ? " bank apart" : " banks apart");
}

std::string bankfix::remark(const PlanInput &In, unsigned Array,
                            const LayoutMap &Map) {
  const SharedArray &Old = In.P.Arrays[Array];
  const SharedArray New = Map.apply(Old);
  SourceChange Change = writtenChange(In, Array, Map);
  if (Change.Rows) {
    uint64_t Length = Change.Rows->Elements + Change.Rows->Added;
    return "rows of " + std::to_string(Length) + ": " +
           apart(In.T, "rows", Length * Old.ElementBytes);
  }
  if (New.ElementBytes != Old.ElementBytes)
    return std::to_string(New.ElementBytes) +
           " bytes each: " + apart(In.T, "neighbours", New.ElementBytes);
  if (Old.Dims.size() > 1 && New.Dims.size() > 1 && !Map.reorders(Old) &&
      New.Dims.back() != Old.Dims.back())
    return std::to_string(New.Dims.back()) + " columns: " +
           apart(In.T, "rows", New.Dims.back() * New.ElementBytes);
  std::string Through;
  for (const IndexHelper &M : Change.Macros)
    Through = M.Name + ": ";
  return Through + "its lanes meet in different banks";
}

/// What the user should know of rows that become longer.
static std::vector<std::string> rowWarnings(const ArrayPlan &P) {
  constexpr uint64_t Page = 4096;
  std::vector<std::string> Out;
  if (P.BytesBefore % Page == 0 && P.BytesAfter % Page != 0)
    Out.push_back(std::to_string(P.BytesAfter) + " bytes are no multiple of " +
                  std::to_string(Page) + ", as " +
                  std::to_string(P.BytesBefore) +
                  " are; where memory is budgeted in such units, fewer blocks "
                  "may fit");
  if (P.MeanAfter)
    Out.push_back(
        "random values in memory leave about " + std::to_string(*P.MeanAfter) +
        " wavefronts, the worst ones " + std::to_string(P.WavefrontsAfter) +
        " where they left " + std::to_string(P.WavefrontsBefore));
  if (P.WorstCaseAfter)
    Out.push_back("longer rows bound the worst case of accesses whose index "
                  "comes from memory; how fast these are depends on the data");
  return Out;
}

std::vector<std::string> bankfix::warnings(const SharedArray &A,
                                           const ArrayPlan &P) {
  std::vector<std::string> Out;
  if (P.Map->change(A).Rows)
    Out = rowWarnings(P);
  if (A.NamedInDeadCode)
    Out.push_back(A.NamedInDeadCode->text() +
                  ": code that no build compiles names it, and stays as it is");
  return Out;
}

/// "PAD(bytes), where PAD(i) is ((i) + ((i) >> 5))"
std::string bankfix::hostFormula(const SharedArray &A, const LayoutMap &Map) {
  SourceChange Change = Map.change(A);
  if (auto Growth = Change.HostGrowth)
    return "bytes + bytes / " + std::to_string(Growth->Unit) + " * " +
           std::to_string(Growth->Added);
  const std::string &Name = Change.Dims.front().Macro;
  for (const IndexHelper &M : Change.Macros)
    if (M.Name == Name)
      return Name + "(bytes), where " + Name + "(" + M.Parameters.front() +
             ") is " + M.Body;
  return "";
}
