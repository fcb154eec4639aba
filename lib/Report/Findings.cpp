//===- Findings.cpp - What a text report says, in order -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "Wording.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace bankfix;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {
/// What tells the entries of one access apart.
struct Differences {
  bool Names = false, Shapes = false, Paths = false;
};

/// What every step needs to know.
struct Settings {
  const FileReport &File;
  StringRef Target;
  /// Assumptions that were said, and of which kernel.
  std::set<std::pair<StringRef, std::string>> &Said;
};
} // namespace

static std::vector<Occurrence> sortedOccurrences(const FileReport &F) {
  std::vector<Occurrence> All;
  for (const KernelReport &K : F.Kernels)
    for (const AccessReport &A : K.Accesses)
      All.push_back({&K, &A});
  // Entries lie in vectors, so that their addresses keep the report's order.
  auto Order = [](const Occurrence &O) {
    return std::tuple_cat(O.key(), std::tie(O.Kernel, O.Access));
  };
  llvm::sort(All, [&](const Occurrence &L, const Occurrence &R) {
    return Order(L) < Order(R);
  });
  return All;
}

FindingKind bankfix::findingKind(const AccessReport &A, const FileReport &F) {
  if (A.Suppressed != Suppression::None || A.IsPassedOver)
    return FindingKind::Nothing;
  const Verdict &V = A.Counts;
  if (!isKnown(V))
    return FindingKind::Unknown;
  if (isFinding(V, F.MinDegree))
    return FindingKind::Warning;
  bool Possible = V.WorstCase && V.excess() > 0 && V.MaxDegree >= F.MinDegree;
  return Possible ? FindingKind::Possible : FindingKind::Nothing;
}

bool bankfix::isReported(const AccessReport &A, const FileReport &F) {
  return findingKind(A, F) == FindingKind::Warning;
}

std::string bankfix::ruleOf(const AccessReport &A, FindingKind K) {
  return K == FindingKind::Unknown ? "bankfix-unknown" : ruleName(A.Where.Op);
}

std::string bankfix::describe(const AccessReport &A, const FileReport &F,
                              StringRef Target, StringRef Where) {
  switch (findingKind(A, F)) {
  case FindingKind::Nothing:
    return "";
  case FindingKind::Warning:
    return describeFinding(A, Where);
  case FindingKind::Possible:
    return describePossible(A, Where);
  case FindingKind::Unknown:
    return describeUnknown(A, Target, Where);
  }
  return "";
}

static FindingKind kindOf(const Occurrence &O, const Settings &S) {
  return findingKind(*O.Access, S.File);
}

static std::string sentence(const Occurrence &O, const Settings &S,
                            StringRef Where) {
  return describe(*O.Access, S.File, S.Target, Where);
}

/// Nothing where all entries say the same.
static Differences differences(ArrayRef<Occurrence> Group, const Settings &S) {
  const Occurrence &First = Group.front();
  std::string Same = sentence(First, S, "");
  Differences D;
  if (llvm::all_of(Group, [&](const Occurrence &O) {
        return sentence(O, S, "") == Same;
      }))
    return D;
  for (const Occurrence &O : Group) {
    D.Names |= O.Kernel->Name != First.Kernel->Name ||
               O.Kernel->Instance != First.Kernel->Instance;
    D.Shapes |= describeShapes(*O.Kernel) != describeShapes(*First.Kernel);
    D.Paths |= O.Access->Where.Path != First.Access->Where.Path;
  }
  return D;
}

/// What is said of \p O holds for these.
static std::string qualifier(const Occurrence &O, Differences D) {
  const KernelReport &K = *O.Kernel;
  std::string Text;
  if (D.Paths && !O.Access->Where.Path.empty())
    Text += " in " + O.Access->Where.Path;
  if (D.Names)
    Text += " in '" + K.Name + K.Instance + "'";
  if (const auto &Block = O.Access->Block)
    Text += " with " + describeBlock(*Block);
  else if (D.Shapes)
    Text += " with " + describeShapes(K);
  return Text;
}

/// The fix of \p A, and what it asks of the user.
static std::vector<FindingNote> fixNotes(const ArrayReport &A,
                                         StringRef Target) {
  std::vector<FindingNote> Notes = {
      {A.Array.Place, describeFix(*A.Fix, Target.starts_with("sm_"))}};
  for (auto &[Place, Text] : describeNeeds(A))
    Notes.push_back({Place, std::move(Text)});
  for (const std::string &W : A.Fix->Mind.Warnings)
    Notes.push_back({A.Array.Place, "'" + A.Array.Name + "': " + W});
  return Notes;
}

static std::vector<FindingNote> notes(const Occurrence &O, const Settings &S) {
  std::vector<FindingNote> Notes;
  const ArrayReport &A = O.array();
  if (A.Fix)
    Notes = fixNotes(A, S.Target);
  else
    for (std::string &Text : describeRefusals(A))
      Notes.push_back({A.Array.Place, std::move(Text)});
  if (const std::string &Path = O.Access->Where.Path; !Path.empty())
    Notes.push_back({O.Access->Where.Place, "it is reached through " + Path});
  for (std::string &Text : describeAssumptions(*O.Kernel, *O.Access))
    if (S.Said.emplace(O.Kernel->Name, Text).second)
      Notes.push_back({O.Access->Where.Place, std::move(Text)});
  for (std::string &Text : describeDoubts(*O.Access, S.Target))
    Notes.push_back({O.Access->Where.Place, std::move(Text)});
  return Notes;
}

/// The finding of \p Text at the end of \p List, made if it is not there.
/// \p Start is the first finding of the same access.
static Finding &findOrAdd(std::vector<Finding> &List, size_t Start,
                          const Occurrence &O, std::string Text,
                          std::string Rule) {
  auto Same = [&](const Finding &F) { return F.Text == Text; };
  auto It = std::find_if(List.begin() + Start, List.end(), Same);
  if (It == List.end())
    It = List.insert(
        It,
        {O.Access->Where.Place, std::move(Text), std::move(Rule), {}, false});
  It->In.push_back(O);
  return *It;
}

static void addWarning(std::vector<Finding> &List, size_t Start,
                       const Occurrence &O, std::string Text,
                       const Settings &S) {
  Finding &F =
      findOrAdd(List, Start, O, std::move(Text), ruleName(O.Access->Where.Op));
  F.Fixable |= O.array().Fix.has_value();
  for (FindingNote &N : notes(O, S))
    if (!llvm::is_contained(F.Notes, N))
      F.Notes.push_back(std::move(N));
}

/// Why nothing is known of an access, whatever other entries know of it.
static Differences unknownDifferences(ArrayRef<Occurrence> Group,
                                      const Settings &S) {
  std::vector<Occurrence> Unknown;
  llvm::copy_if(Group, std::back_inserter(Unknown), [&](const Occurrence &O) {
    return kindOf(O, S) == FindingKind::Unknown;
  });
  return Unknown.empty() ? Differences() : differences(Unknown, S);
}

/// \p Group is one access of the source, in every entry that has it.
static void collectGroup(ArrayRef<Occurrence> Group, const Settings &S,
                         Findings &Out) {
  const Differences Known = differences(Group, S);
  const Differences NotKnown = unknownDifferences(Group, S);
  size_t Warnings = Out.Warnings.size(), Unknown = Out.Unknown.size();
  size_t Possible = Out.Possible.size();
  for (const Occurrence &O : Group) {
    FindingKind K = kindOf(O, S);
    std::string Text = sentence(
        O, S, qualifier(O, K == FindingKind::Unknown ? NotKnown : Known));
    if (K == FindingKind::Warning)
      addWarning(Out.Warnings, Warnings, O, std::move(Text), S);
    else if (K == FindingKind::Possible)
      findOrAdd(Out.Possible, Possible, O, std::move(Text),
                ruleOf(*O.Access, K));
    else if (K == FindingKind::Unknown)
      findOrAdd(Out.Unknown, Unknown, O, std::move(Text), ruleOf(*O.Access, K));
  }
}

std::vector<FindingNote> bankfix::arrayNotes(const ArrayReport &A,
                                             StringRef Target) {
  if (A.Fix)
    return fixNotes(A, Target);
  return {{A.Array.Place, describeDecisiveRefusal(A)}};
}

Findings bankfix::collectFindings(const FileReport &F, StringRef Target) {
  std::set<std::pair<StringRef, std::string>> Said;
  Settings S{F, Target, Said};
  Findings Result;
  std::vector<Occurrence> All = sortedOccurrences(F);
  for (ArrayRef<Occurrence> Rest = All; !Rest.empty();) {
    ArrayRef<Occurrence> Group = Rest.take_while(
        [&](const Occurrence &O) { return O.key() == Rest.front().key(); });
    collectGroup(Group, S, Result);
    Rest = Rest.drop_front(Group.size());
  }
  return Result;
}
