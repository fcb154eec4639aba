//===- Rewrite.cpp - From a plan to new source text -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Rewrite/Rewrite.h"
#include "ArgumentText.h"
#include "Definitions.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace bankfix;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

namespace {

/// The name under which edits of the one file are collected.
constexpr llvm::StringLiteral File = "source";

class Rewriter {
public:
  /// \p Number is the file's in HostSizeSource.
  Rewriter(llvm::StringRef Text, const ParsedFile &Parsed, unsigned Number)
      : Text(Text), Parsed(Parsed), Number(Number),
        NewLine(Text.contains("\r\n") ? "\r\n" : "\n") {}

  llvm::Error apply(const ArrayPlan &Plan);
  /// The file says how large the array is.
  bool isSizedHere(unsigned Array) const {
    return llvm::any_of(Parsed.Map.HostSizes, [&](const HostSizeSource &S) {
      return S.Array == Array && S.File == Number;
    });
  }
  llvm::Expected<std::string> finish() {
    defineMacros();
    defineTypes();
    for (const auto &[Offset, New] : Definitions)
      if (llvm::Error E = insert(Offset, New))
        return E;
    return clang::tooling::applyAllReplacements(Text, Edits);
  }

private:
  /// Names of macros: as the change has them, and as they are defined.
  using MacroNames = std::map<std::string, std::string>;

  llvm::Error insert(unsigned Offset, std::string New) {
    return Edits.add(Replacement(File, Offset, 0, New));
  }
  static llvm::Error refuse(const std::string &Why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Why);
  }
  llvm::Error replace(FileRange R, std::string New) {
    return Edits.add(Replacement(File, R.Begin, R.End - R.Begin, New));
  }
  std::string text(FileRange R) const {
    return Text.slice(R.Begin, R.End).str();
  }
  llvm::Error write(unsigned Dim, const IndexText &New,
                    llvm::ArrayRef<DimensionSource> Old,
                    const MacroNames &Names);
  llvm::Error declare(unsigned Array, const SourceChange &Change,
                      const MacroNames &Names);
  llvm::Error resize(unsigned Array, const SourceChange &Change,
                     const MacroNames &Names);
  llvm::Error lengthen(FileRange Length, int64_t Added);
  llvm::Error grow(const HostSizeSource &S, const SourceChange::Growth &Growth);
  llvm::Error indexRows(const AccessSource &A, const RowChange &Change);
  llvm::Error indexPlaced(const AccessSource &A, const SourceChange &Change,
                          const MacroNames &Names);
  llvm::Error declareDims(const ArraySource &Source, const SourceChange &Change,
                          const MacroNames &Names);
  llvm::Error declarePointer(const PointerSource &P, const SourceChange &Change,
                             const MacroNames &Names);
  void require(const ArrayPlan &Plan);
  llvm::Error index(unsigned Array, const SourceChange &Change,
                    const MacroNames &Names);
  llvm::Error widenBanks();
  llvm::Error redefine(const OffsetChange &Change);
  llvm::Error element(unsigned Array, const SourceChange &Change);
  llvm::Error addMember(unsigned Array);
  void defineMacros();
  void defineTypes();
  std::string define(const IndexMacro &Wanted);
  bool isCuda() const { return Parsed.Map.Identifiers.count("__shared__"); }

  llvm::StringRef Text;
  const ParsedFile &Parsed;
  unsigned Number;
  std::string NewLine;
  Replacements Edits;
  bool WidensBanks = false;
  std::set<unsigned> Done; ///< Where edited text begins.
  std::vector<std::pair<std::string, IndexMacro>> Macros; ///< By wanted name.
  struct WrapperType {
    unsigned At = 0; ///< Where it is defined: the start of a line.
    ElementWrap Wrap;
    bool IsPacked = false; ///< What it wraps would be aligned more strictly.
  };
  std::map<std::string, WrapperType> Types; ///< By name.
  std::map<unsigned, std::string> Definitions; ///< By where they are inserted.
};

/// Writes \p New in place of \p Old[Dim]; the text that stays is not touched.
/// `[32]` becomes `[33]`, `[DIM]` becomes `[DIM + 1]`, `[DIM + 1]` becomes
/// `[DIM + 2]`, `[i]` becomes `[PAD(i)]`.
llvm::Error Rewriter::write(unsigned Dim, const IndexText &New,
                            llvm::ArrayRef<DimensionSource> Old,
                            const MacroNames &Names) {
  if (New == IndexText{Dim})
    return llvm::Error::success();
  const DimensionSource &From = Old[New.From];
  std::string Before, After, Middle = text(From.Range);
  if (!New.Macro.empty()) {
    bool Splits = splitsArguments(Middle);
    Before = Names.at(New.Macro) + (Splits ? "((" : "(");
    After = Splits ? ")" : "";
    for (unsigned D : New.Also) {
      std::string Other = text(Old[D].Range);
      After += ", " + (splitsArguments(Other) ? "(" + Other + ")" : Other);
    }
    After += ")";
  }
  FileRange Last = From.Trailing;
  std::string LastText = text(Last);
  if (New.Added != 0 && New.Macro.empty() && From.IsLiteral) {
    Middle = std::to_string(std::stoll(Middle) + New.Added);
  } else if (New.Added != 0 && New.Macro.empty() && New.From == Dim &&
             !LastText.empty() && std::stoll(LastText) + New.Added >= 0) {
    int64_t Left = std::stoll(LastText) + New.Added;
    FileRange Sum = From.TrailingSum;
    return Left == 0 && Sum.Begin != Sum.End
               ? replace(Sum, "")
               : replace(Last, std::to_string(Left));
  } else if (New.Added != 0) {
    if (New.Macro.empty() && From.NeedsParens) {
      Before = "(";
      After = ")";
    }
    After +=
        (New.Added < 0 ? " - " : " + ") + std::to_string(std::abs(New.Added));
    if (From.StandsFree) {
      Before = "(" + Before;
      After += ")";
    }
  }
  if (New.From != Dim || Middle != text(From.Range))
    return replace(Old[Dim].Range, Before + Middle + After);
  if (llvm::Error E = insert(From.Range.Begin, Before))
    return E;
  return insert(From.Range.End, After);
}

/// `L` becomes `(L + 1)`.
llvm::Error Rewriter::lengthen(FileRange Length, int64_t Added) {
  std::string Old = text(Length);
  long long Number;
  if (!llvm::StringRef(Old).getAsInteger(10, Number) && Old[0] != '0')
    return replace(Length, std::to_string(Number + Added));
  if (llvm::Error E = insert(Length.Begin, "("))
    return E;
  return insert(Length.End, " + " + std::to_string(Added) + ")");
}

/// The only one of several factors that is \p Value, or null.
static const FactorSource *onlyFactor(llvm::ArrayRef<FactorSource> Factors,
                                      int64_t Value) {
  const FactorSource *Found = nullptr;
  unsigned Count = 0;
  for (const FactorSource &F : Factors)
    if (F.Value && F.Value->isConst(Value)) {
      Found = &F;
      ++Count;
    }
  return Count == 1 && Factors.size() > 1 ? Found : nullptr;
}

/// `n * L * sizeof(T)` becomes `n * (L + 1) * sizeof(T)`; any other size N,
/// `N + N / L`.
llvm::Error Rewriter::grow(const HostSizeSource &S,
                           const SourceChange::Growth &Growth) {
  if (const FactorSource *F = onlyFactor(S.Factors, Growth.Unit))
    return lengthen(F->Range, Growth.Added);
  return replace(S.Whole, grownSize(text(S.Whole), Growth));
}

llvm::Error Rewriter::indexRows(const AccessSource &A,
                                const RowChange &Change) {
  for (const FactorSource &L : A.Lengths)
    if (L.Value == Change.Length)
      return lengthen(L.Range, Change.Added);
  return llvm::createStringError("an access is not written as rows");
}

/// `p[i]` becomes `a[PAD((int)(p - a) + (i))]`, or `a[0][...]` likewise.
llvm::Error Rewriter::indexPlaced(const AccessSource &A,
                                  const SourceChange &Change,
                                  const MacroNames &Names) {
  size_t Dims = Change.Subscripts.size();
  const IndexText &New = Change.Subscripts[0];
  if (Change.Subscripts == SourceChange::none(Dims).Subscripts)
    return llvm::Error::success();
  bool IsPlain = New.Macro.empty() != (New.Added == 0) && New.Also.empty();
  if (Dims > 1 ? !Change.Flat.has_value() : !IsPlain)
    return refuse("an access through a pointer has no such index");
  std::string Row = Parsed.Prog.Arrays[A.Array].Name;
  for (size_t D = 1; D < Dims; ++D)
    Row += "[0]";
  std::string Open, Close = ") + " + std::to_string(New.Added);
  if (New.Added == 0) {
    Open = (Dims > 1 ? define(*Change.Flat) : Names.at(New.Macro)) + "(";
    Close = "))";
  }
  Open += "(int)(" + text(*A.Pointer) + " - " + cast(A, Row) + ") + (";
  if (llvm::Error E = insert(A.Subscripts[0].Begin, Open))
    return E;
  if (llvm::Error E = insert(A.Subscripts[0].End, Close))
    return E;
  return replace(*A.Pointer, cast(A, Row, /*IsIndexed=*/true));
}

/// Writes what the host says of the array's size.
llvm::Error Rewriter::resize(unsigned Array, const SourceChange &Change,
                             const MacroNames &Names) {
  for (const HostSizeSource &S : Parsed.Map.HostSizes) {
    if (S.Array != Array || S.File != Number ||
        !Done.insert(S.Range.Begin).second)
      continue;
    llvm::Error E = Change.HostGrowth ? grow(S, *Change.HostGrowth)
                                      : write(0, Change.Dims.front(),
                                              DimensionSource{S.Range}, Names);
    if (E)
      return E;
  }
  return llvm::Error::success();
}

llvm::Error Rewriter::declare(unsigned Array, const SourceChange &Change,
                              const MacroNames &Names) {
  if (Change.keepsDeclaration())
    return llvm::Error::success();
  const ArraySource &Source = Parsed.Map.Arrays[Array];
  if (Parsed.Prog.Arrays[Array].Space != MemorySpace::Static)
    return resize(Array, Change, Names);
  assert(Source.Dims.size() == Change.Dims.size() &&
         "planned an unlocated array");
  if (!Source.Dims.empty())
    if (llvm::Error E = declareDims(Source, Change, Names))
      return E;
  for (const PointerSource &P : Parsed.Map.Pointers)
    if (P.Array == Array && !P.Dims.empty())
      if (llvm::Error E = declarePointer(P, Change, Names))
        return E;
  return llvm::Error::success();
}

/// The sizes of the array itself, which is not another instance's, too.
llvm::Error Rewriter::declareDims(const ArraySource &Source,
                                  const SourceChange &Change,
                                  const MacroNames &Names) {
  if (Change.Rows)
    if (const FactorSource *F =
            onlyFactor(Source.Dims[0].Factors, Change.Rows->Elements))
      return Done.insert(Source.Dims[0].Range.Begin).second
                 ? lengthen(F->Range, Change.Rows->Added)
                 : llvm::Error::success();
  for (auto [D, New] : llvm::enumerate(Change.Dims))
    if (Done.insert(Source.Dims[D].Range.Begin).second)
      if (llvm::Error E = write(D, New, Source.Dims, Names))
        return E;
  return llvm::Error::success();
}

/// `float (*p)[32]` becomes `float (*p)[33]`: the sizes that it has.
llvm::Error Rewriter::declarePointer(const PointerSource &P,
                                     const SourceChange &Change,
                                     const MacroNames &Names) {
  std::vector<DimensionSource> Old(P.First);
  llvm::append_range(Old, P.Dims);
  for (auto [D, New] : llvm::enumerate(Change.Dims)) {
    auto IsMissing = [&](unsigned From) { return From < P.First; };
    if (D < P.First)
      continue;
    if (IsMissing(New.From) || llvm::any_of(New.Also, IsMissing))
      return llvm::createStringError(
          "the type of a pointer to its rows lacks a size");
    if (Done.insert(Old[D].Range.Begin).second)
      if (llvm::Error E = write(D, New, Old, Names))
        return E;
  }
  return llvm::Error::success();
}

llvm::Error Rewriter::index(unsigned Array, const SourceChange &Change,
                            const MacroNames &Names) {
  for (const AccessSource &A : Parsed.Map.Accesses) {
    // A macro argument may be expanded twice.
    if (A.Array != Array || !Done.insert(A.Subscripts[0].Begin).second)
      continue;
    if (Change.Rows) {
      if (llvm::Error E = indexRows(A, *Change.Rows))
        return E;
      continue;
    }
    if (A.Pointer) {
      if (llvm::Error E = indexPlaced(A, Change, Names))
        return E;
      continue;
    }
    std::vector<DimensionSource> Old;
    for (FileRange R : A.Subscripts)
      Old.push_back(
          {R, /*IsLiteral=*/false, !isPrimary(text(R)), A.IsReversed});
    for (auto [D, New] : llvm::enumerate(Change.Subscripts))
      if (llvm::Error E = write(D, New, Old, Names))
        return E;
  }
  return llvm::Error::success();
}

/// `__shared__ float2 a[32]` becomes `__shared__ bankfix_float2_12 a[32]` or
/// `__shared__ __align__(256) float2 a[32]`, and `a[i]` becomes `a[i].v`.
llvm::Error Rewriter::element(unsigned Array, const SourceChange &Change) {
  const ArraySource &Source = Parsed.Map.Arrays[Array];
  std::string Name = Parsed.Prog.Arrays[Array].Name;
  if (Change.Alignment) {
    if (!Source.AlignAt)
      return refuse("the declaration of '" + Name + "' declares more than it");
    std::string N = std::to_string(Change.Alignment);
    if (Done.insert(*Source.AlignAt).second)
      if (llvm::Error E =
              insert(*Source.AlignAt,
                     isCuda() ? "__align__(" + N + ") "
                              : "__attribute__((aligned(" + N + "))) "))
        return E;
  }
  if (Change.MemberBytes)
    return addMember(Array);
  if (!Change.Wrap)
    return llvm::Error::success();
  const ElementWrap &W = *Change.Wrap;
  FileRange Type = Source.ElementType;
  if (Type.Begin == Type.End || Parsed.Map.Identifiers.count(W.Name))
    return refuse("the type of the elements of '" + Name +
                  "' cannot be replaced where it stands");
  if (Done.insert(Type.Begin).second)
    if (llvm::Error E = replace(Type, W.Name))
      return E;
  auto [It, New] =
      Types.try_emplace(W.Name, WrapperType{Source.Outermost, W, false});
  It->second.At = std::min(It->second.At, Source.Outermost);
  It->second.IsPacked |= Parsed.Prog.Arrays[Array].Alignment > W.Alignment;
  for (const AccessSource &A : Parsed.Map.Accesses) {
    if (A.Array != Array)
      continue;
    if (A.ElementEnd == 0)
      return refuse("an access to '" + Name + "' comes from a macro");
    if (Done.insert(A.ElementEnd).second)
      if (llvm::Error E = insert(A.ElementEnd, ".v"))
        return E;
  }
  return llvm::Error::success();
}

/// `struct Body { float x, y; }` becomes `struct Body { float x, y; unsigned
/// pad; }`.
llvm::Error Rewriter::addMember(unsigned Array) {
  const std::optional<MemberSource> &M = Parsed.Map.Arrays[Array].Member;
  if (!M)
    return refuse("the struct of '" + Parsed.Prog.Arrays[Array].Name +
                  "' cannot get another member");
  if (!Done.insert(M->Offset).second)
    return llvm::Error::success();
  return insert(M->Offset,
                memberDefinition(*M, Text.take_front(M->Offset), NewLine));
}

/// The name of the macro: one that means nothing else in the file.
std::string Rewriter::define(const IndexMacro &Wanted) {
  std::set<std::string> Taken = Number
                                    ? Parsed.Map.Hosts[Number - 1].Identifiers
                                    : Parsed.Map.Identifiers;
  for (const auto &[Name, M] : Macros) {
    if (Name == Wanted.Name && M.Body == Wanted.Body)
      return M.Name;
    Taken.insert(M.Name);
  }
  IndexMacro M = Wanted;
  for (unsigned N = 2; Taken.count(M.Name); ++N)
    M.Name = Wanted.Name + "_" + std::to_string(N);
  Macros.emplace_back(Wanted.Name, std::move(M));
  return Macros.back().second.Name;
}

/// Makes banks 8 bytes wide before the launches.
llvm::Error Rewriter::widenBanks() {
  for (const LaunchPoint &P : Parsed.Map.LaunchPoints)
    if (llvm::Error E = insert(
            P.Offset,
            "cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);" +
                (P.Indent ? NewLine + *P.Indent : " ")))
      return E;
  return llvm::Error::success();
}

/// `#define OFFSET(n) ((n) >> 4)` gets another body; or the constant in it, and
/// the power of two of that, other numbers.
llvm::Error Rewriter::redefine(const OffsetChange &Change) {
  for (const OffsetSource &S : Parsed.Map.Offsets) {
    if (S.Macro != Change.Macro || !Done.insert(S.Body.Begin).second)
      continue;
    bool ByConstant = S.Shift.Begin != S.Shift.End &&
                      Change.Terms.size() == 1 && Change.Terms[0].Times == 1;
    if (!ByConstant)
      return replace(S.Body, Change.Body);
    unsigned Shift = Change.Terms[0].Shift;
    if (S.Power.Begin != S.Power.End)
      if (llvm::Error E =
              replace(S.Power, std::to_string(uint64_t(1) << Shift)))
        return E;
    return replace(S.Shift, std::to_string(Shift));
  }
  return llvm::Error::success();
}

llvm::Error Rewriter::apply(const ArrayPlan &Plan) {
  SourceChange Change = Plan.Map->change(Parsed.Prog.Arrays[Plan.Array]);
  if (Change.EightByteBanks && !WidensBanks) {
    WidensBanks = true;
    if (llvm::Error E = widenBanks())
      return E;
  }
  if (Change.Offsets && Number == 0)
    if (llvm::Error E = redefine(*Change.Offsets))
      return E;
  // Accesses through all rows have another macro.
  bool IsFlat = Change.Flat && Change.keepsDeclaration() &&
                llvm::all_of(Parsed.Map.Accesses, [&](const AccessSource &A) {
                  return A.Array != Plan.Array || A.Pointer;
                });
  MacroNames Names;
  for (const IndexMacro &M : Change.Macros)
    if (!IsFlat || Change.Subscripts.size() == 1)
      Names[M.Name] = define(M);
  if (Number)
    return resize(Plan.Array, Change, Names);
  if (llvm::Error E = declare(Plan.Array, Change, Names))
    return E;
  if (llvm::Error E = element(Plan.Array, Change))
    return E;
  require(Plan);
  return index(Plan.Array, Change, Names);
}

/// What builds have to be like stands behind the array's declaration.
void Rewriter::require(const ArrayPlan &Plan) {
  for (auto [I, R] : llvm::enumerate(Plan.Requirements)) {
    std::string &There = Definitions[*Parsed.Map.Arrays[Plan.Array].Behind];
    std::string New =
        requirementText(R, Parsed.Prog.Arrays[Plan.Array].Name, I, isCuda());
    New = NewLine + indentAt(Text, *Parsed.Map.Arrays[Plan.Array].Behind) + New;
    if (!llvm::StringRef(There).contains(New)) // Of another instance.
      There += New;
  }
}

void Rewriter::defineMacros() {
  std::string All;
  for (const auto &[Wanted, M] : Macros)
    All += macroDefinition(M, NewLine);
  if (All.empty())
    return;
  unsigned At = Number ? Parsed.Map.Hosts[Number - 1].MacroOffset
                       : Parsed.Map.MacroOffset;
  llvm::StringRef Head = Text.take_front(At);
  bool BlankBefore = Head.empty() || Head == "\xef\xbb\xbf" ||
                     Head.ends_with(NewLine + NewLine);
  bool BlankAfter = Text.drop_front(At).starts_with(NewLine);
  Definitions[At] =
      (BlankBefore ? "" : NewLine) + All + (BlankAfter ? "" : NewLine);
}

void Rewriter::defineTypes() {
  for (const auto &[Name, T] : Types) {
    const auto &[At, W, IsPacked] = T;
    std::string New = At == 0 || Text[At - 1] == '\n' ? "" : NewLine;
    Definitions[At] += New + typeDefinition(W, IsPacked, NewLine);
  }
}

} // namespace

llvm::Expected<std::string> bankfix::rewrite(llvm::StringRef Text,
                                             const ParsedFile &Parsed,
                                             llvm::ArrayRef<ArrayPlan> Plans) {
  return rewriteHost(Text, 0, Parsed, Plans);
}

llvm::Expected<std::string>
bankfix::rewriteHost(llvm::StringRef Text, unsigned File,
                     const ParsedFile &Parsed,
                     llvm::ArrayRef<ArrayPlan> Plans) {
  Rewriter R(Text, Parsed, File);
  for (const ArrayPlan &P : Plans)
    if (P.Map && (File == 0 || R.isSizedHere(P.Array)))
      if (llvm::Error E = R.apply(P))
        return E;
  return R.finish();
}
