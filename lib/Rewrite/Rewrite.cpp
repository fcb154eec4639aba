//===- Rewrite.cpp - From a plan to new source text ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Rewrite/Rewrite.h"
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
    if (llvm::Error E = defineMacros())
      return E;
    return clang::tooling::applyAllReplacements(Text, Edits);
  }

private:
  /// Names of macros: as the change has them, and as they are defined.
  using MacroNames = std::map<std::string, std::string>;

  llvm::Error insert(unsigned Offset, std::string New) {
    return Edits.add(Replacement(File, Offset, 0, New));
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
  llvm::Error lengthen(FileRange Length, const RowChange &Change);
  const FactorSource *rowFactor(llvm::ArrayRef<FactorSource> Factors,
                                const RowChange &Change) const;
  llvm::Error resizeRows(const HostSizeSource &S, const RowChange &Change);
  llvm::Error indexRows(const AccessSource &A, const RowChange &Change);
  llvm::Error index(unsigned Array, const SourceChange &Change,
                    const MacroNames &Names);
  llvm::Error widenBanks();
  llvm::Error defineMacros();
  std::string define(const IndexMacro &Wanted);

  llvm::StringRef Text;
  const ParsedFile &Parsed;
  unsigned Number;
  std::string NewLine;
  Replacements Edits;
  bool WidensBanks = false;
  std::set<unsigned> Done; ///< Where edited text begins.
  std::vector<std::pair<std::string, IndexMacro>> Macros; ///< By wanted name.
};

/// Writes \p New in place of \p Old[Dim]; the text that stays is not touched.
/// `[32]` becomes `[33]`, `[DIM]` becomes `[DIM + 1]`, `[i]` becomes
/// `[PAD(i)]`.
llvm::Error Rewriter::write(unsigned Dim, const IndexText &New,
                            llvm::ArrayRef<DimensionSource> Old,
                            const MacroNames &Names) {
  if (New == IndexText{Dim})
    return llvm::Error::success();
  const DimensionSource &From = Old[New.From];
  std::string Before, After, Middle = text(From.Range);
  if (!New.Macro.empty()) {
    Before = Names.at(New.Macro) + "(";
    for (unsigned D : New.Also)
      After += ", " + text(Old[D].Range);
    After += ")";
  }
  if (New.Added != 0 && New.Macro.empty() && From.IsLiteral) {
    Middle = std::to_string(std::stoll(Middle) + New.Added);
  } else if (New.Added != 0) {
    if (New.Macro.empty() && From.NeedsParens) {
      Before = "(";
      After = ")";
    }
    After +=
        (New.Added < 0 ? " - " : " + ") + std::to_string(std::abs(New.Added));
  }
  if (New.From != Dim || Middle != text(From.Range))
    return replace(Old[Dim].Range, Before + Middle + After);
  if (llvm::Error E = insert(From.Range.Begin, Before))
    return E;
  return insert(From.Range.End, After);
}

/// True where something may follow \p Text with an operator.
static bool isPrimary(llvm::StringRef Text) {
  return llvm::all_of(
      Text, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
}

/// `L` becomes `(L + 1)`.
llvm::Error Rewriter::lengthen(FileRange Length, const RowChange &Change) {
  std::string Old = text(Length);
  long long Number;
  if (!llvm::StringRef(Old).getAsInteger(10, Number) && Old[0] != '0')
    return replace(Length, std::to_string(Number + Change.Added));
  if (llvm::Error E = insert(Length.Begin, "("))
    return E;
  return insert(Length.End, " + " + std::to_string(Change.Added) + ")");
}

/// The factor that is the length of a row: the only one of its value, or the
/// one that is written as it is in an access.
const FactorSource *Rewriter::rowFactor(llvm::ArrayRef<FactorSource> Factors,
                                        const RowChange &Change) const {
  const FactorSource *Found = nullptr;
  unsigned Count = 0;
  for (const FactorSource &F : Factors)
    if (F.Value && F.Value->isConst(Change.Elements)) {
      Found = &F;
      ++Count;
    }
  return Count == 1 && Factors.size() > 1 ? Found : nullptr;
}

/// `n * L * sizeof(T)` becomes `n * (L + 1) * sizeof(T)`; any other size N,
/// `N + N / L`.
llvm::Error Rewriter::resizeRows(const HostSizeSource &S,
                                 const RowChange &Change) {
  if (const FactorSource *F = rowFactor(S.Factors, Change))
    return lengthen(F->Range, Change);
  std::string Old = text(S.Whole);
  if (!isPrimary(Old))
    Old = "(" + Old + ")";
  std::string New = Old + " + " + Old + " / " + std::to_string(Change.Elements);
  if (Change.Added != 1)
    New += " * " + std::to_string(Change.Added);
  return replace(S.Whole, New);
}

llvm::Error Rewriter::indexRows(const AccessSource &A,
                                const RowChange &Change) {
  for (const FactorSource &L : A.Lengths)
    if (L.Value == Change.Length)
      return lengthen(L.Range, Change);
  return llvm::createStringError("an access is not written as rows");
}

/// Writes what the host says of the array's size.
llvm::Error Rewriter::resize(unsigned Array, const SourceChange &Change,
                             const MacroNames &Names) {
  for (const HostSizeSource &S : Parsed.Map.HostSizes) {
    if (S.Array != Array || S.File != Number ||
        !Done.insert(S.Range.Begin).second)
      continue;
    llvm::Error E = Change.Rows
                        ? resizeRows(S, *Change.Rows)
                        : write(0, Change.Dims.front(),
                                DimensionSource{S.Range}, Names);
    if (E)
      return E;
  }
  return llvm::Error::success();
}

llvm::Error Rewriter::declare(unsigned Array, const SourceChange &Change,
                              const MacroNames &Names) {
  const ArraySource &Source = Parsed.Map.Arrays[Array];
  if (Parsed.Prog.Arrays[Array].Space != MemorySpace::Static)
    return resize(Array, Change, Names);
  assert(Source.Dims.size() == Change.Dims.size() &&
         "planned an unlocated array");
  if (Source.Dims.empty() || !Done.insert(Source.Dims[0].Range.Begin).second)
    return llvm::Error::success(); // By another instance of a template.
  if (Change.Rows)
    if (const FactorSource *F =
            rowFactor(Source.Dims[0].Factors, *Change.Rows))
      return lengthen(F->Range, *Change.Rows);
  for (auto [D, New] : llvm::enumerate(Change.Dims))
    if (llvm::Error E = write(D, New, Source.Dims, Names))
      return E;
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
    std::vector<DimensionSource> Old;
    for (FileRange R : A.Subscripts)
      Old.push_back({R, /*IsLiteral=*/false, !isPrimary(text(R))});
    for (auto [D, New] : llvm::enumerate(Change.Subscripts))
      if (llvm::Error E = write(D, New, Old, Names))
        return E;
  }
  return llvm::Error::success();
}

/// The name of the macro: one that means nothing else in the file.
std::string Rewriter::define(const IndexMacro &Wanted) {
  for (const auto &[Name, M] : Macros)
    if (Name == Wanted.Name)
      return M.Name;
  IndexMacro M = Wanted;
  const std::set<std::string> &Taken =
      Number ? Parsed.Map.Hosts[Number - 1].Identifiers
             : Parsed.Map.Identifiers;
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

llvm::Error Rewriter::apply(const ArrayPlan &Plan) {
  SourceChange Change = Plan.Map->change(Parsed.Prog.Arrays[Plan.Array]);
  if (Change.EightByteBanks && !WidensBanks) {
    WidensBanks = true;
    if (llvm::Error E = widenBanks())
      return E;
  }
  MacroNames Names;
  for (const IndexMacro &M : Change.Macros)
    Names[M.Name] = define(M);
  if (Number)
    return resize(Plan.Array, Change, Names);
  if (llvm::Error E = declare(Plan.Array, Change, Names))
    return E;
  return index(Plan.Array, Change, Names);
}

llvm::Error Rewriter::defineMacros() {
  std::string All;
  for (const auto &[Wanted, M] : Macros)
    All += "#ifndef " + M.Name + NewLine + "#define " + M.Name + "(" +
           llvm::join(M.Parameters, ", ") + ") " + M.Body + NewLine + "#endif" +
           NewLine;
  if (All.empty())
    return llvm::Error::success();
  unsigned At = Number ? Parsed.Map.Hosts[Number - 1].MacroOffset
                       : Parsed.Map.MacroOffset;
  llvm::StringRef Head = Text.take_front(At);
  bool BlankBefore = Head.empty() || Head == "\xef\xbb\xbf" ||
                     Head.ends_with(NewLine + NewLine);
  bool BlankAfter = Text.drop_front(At).starts_with(NewLine);
  return insert(At, (BlankBefore ? "" : NewLine) + All +
                        (BlankAfter ? "" : NewLine));
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
