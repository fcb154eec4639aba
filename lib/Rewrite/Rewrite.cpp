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
  Rewriter(llvm::StringRef Text, const ParsedFile &Parsed)
      : Text(Text), Parsed(Parsed),
        NewLine(Text.contains("\r\n") ? "\r\n" : "\n") {}

  llvm::Error apply(const ArrayPlan &Plan);
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
  llvm::Error declarePointer(const PointerSource &P, const SourceChange &Change,
                             const MacroNames &Names);
  llvm::Error index(unsigned Array, const SourceChange &Change,
                    const MacroNames &Names);
  llvm::Error defineMacros();
  std::string define(const IndexMacro &Wanted);

  llvm::StringRef Text;
  const ParsedFile &Parsed;
  std::string NewLine;
  Replacements Edits;
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

llvm::Error Rewriter::declare(unsigned Array, const SourceChange &Change,
                              const MacroNames &Names) {
  const ArraySource &Source = Parsed.Map.Arrays[Array];
  assert(Source.Dims.size() == Change.Dims.size() &&
         "planned an unlocated array");
  if (!Source.Dims.empty() && Done.insert(Source.Dims[0].Range.Begin).second)
    for (auto [D, New] : llvm::enumerate(Change.Dims))
      if (llvm::Error E = write(D, New, Source.Dims, Names))
        return E;
  for (const PointerSource &P : Parsed.Map.Pointers)
    if (P.Array == Array && !P.Dims.empty() &&
        Done.insert(P.Dims[0].Range.Begin).second)
      if (llvm::Error E = declarePointer(P, Change, Names))
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
    if (llvm::Error E = write(D, New, Old, Names))
      return E;
  }
  return llvm::Error::success();
}

/// True where something may follow \p Text with an operator.
bool isPrimary(llvm::StringRef Text) {
  return llvm::all_of(
      Text, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
}

llvm::Error Rewriter::index(unsigned Array, const SourceChange &Change,
                            const MacroNames &Names) {
  for (const AccessSource &A : Parsed.Map.Accesses) {
    // A macro argument may be expanded twice.
    if (A.Array != Array || !Done.insert(A.Subscripts[0].Begin).second)
      continue;
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
  for (unsigned N = 2; Parsed.Map.Identifiers.count(M.Name); ++N)
    M.Name = Wanted.Name + "_" + std::to_string(N);
  Macros.emplace_back(Wanted.Name, std::move(M));
  return Macros.back().second.Name;
}

llvm::Error Rewriter::apply(const ArrayPlan &Plan) {
  SourceChange Change = Plan.Map->change(Parsed.Prog.Arrays[Plan.Array]);
  MacroNames Names;
  for (const IndexMacro &M : Change.Macros)
    Names[M.Name] = define(M);
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
  unsigned At = Parsed.Map.MacroOffset;
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
  Rewriter R(Text, Parsed);
  for (const ArrayPlan &P : Plans)
    if (P.Map)
      if (llvm::Error E = R.apply(P))
        return E;
  return R.finish();
}
