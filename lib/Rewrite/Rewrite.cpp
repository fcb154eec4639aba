//===- Rewrite.cpp - From a plan to new source text ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Rewrite/Rewrite.h"
#include "clang/Tooling/Core/Replacement.h"

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
  llvm::Error insert(unsigned Offset, std::string New) {
    return Edits.add(Replacement(File, Offset, 0, New));
  }
  llvm::Error wrap(FileRange R, const std::string &Macro);
  llvm::Error grow(const DimensionSource &D, uint64_t Old, uint64_t Added);
  llvm::Error wrapUses(unsigned Array, const IndexMacro &M);
  llvm::Error defineMacros();
  const IndexMacro &macro(const IndexMacro &Wanted);

  llvm::StringRef Text;
  const ParsedFile &Parsed;
  std::string NewLine;
  Replacements Edits;
  std::vector<std::pair<std::string, IndexMacro>> Macros; ///< By wanted name.
};

llvm::Error Rewriter::wrap(FileRange R, const std::string &Macro) {
  if (llvm::Error E = insert(R.Begin, Macro + "("))
    return E;
  return insert(R.End, ")");
}

/// `[32]` becomes `[33]`, `[DIM]` becomes `[DIM + 1]`.
llvm::Error Rewriter::grow(const DimensionSource &D, uint64_t Old,
                           uint64_t Added) {
  if (D.IsLiteral)
    return Edits.add(Replacement(File, D.Range.Begin,
                                 D.Range.End - D.Range.Begin,
                                 std::to_string(Old + Added)));
  std::string More = " + " + std::to_string(Added);
  if (D.NeedsParens) {
    if (llvm::Error E = insert(D.Range.Begin, "("))
      return E;
    More = ")" + More;
  }
  return insert(D.Range.End, More);
}

llvm::Error Rewriter::wrapUses(unsigned Array, const IndexMacro &M) {
  std::set<unsigned> Done; // A macro argument may be expanded twice.
  for (const AccessSource &A : Parsed.Map.Accesses)
    if (A.Array == Array)
      for (FileRange R : A.Subscripts)
        if (Done.insert(R.Begin).second)
          if (llvm::Error E = wrap(R, M.Name))
            return E;
  return llvm::Error::success();
}

/// The macro under a name that means nothing else in the file.
const IndexMacro &Rewriter::macro(const IndexMacro &Wanted) {
  for (const auto &[Name, M] : Macros)
    if (Name == Wanted.Name)
      return M;
  IndexMacro M = Wanted;
  for (unsigned N = 2; Parsed.Map.Identifiers.count(M.Name); ++N)
    M.Name = Wanted.Name + "_" + std::to_string(N);
  Macros.emplace_back(Wanted.Name, std::move(M));
  return Macros.back().second;
}

llvm::Error Rewriter::apply(const ArrayPlan &Plan) {
  const SharedArray &A = Parsed.Prog.Arrays[Plan.Array];
  const ArraySource &Source = Parsed.Map.Arrays[Plan.Array];
  SourceChange Change = Plan.Map->change(A);
  assert(Source.Dims.size() == A.Dims.size() && "planned an unlocated array");
  for (unsigned D = 0; D < Change.AddedToDims.size(); ++D)
    if (uint64_t Added = Change.AddedToDims[D])
      if (llvm::Error E = grow(Source.Dims[D], A.Dims[D], Added))
        return E;
  if (!Change.Macro)
    return llvm::Error::success();
  IndexMacro M = macro(*Change.Macro);
  if (llvm::Error E = wrap(Source.Dims[0].Range, M.Name))
    return E;
  return wrapUses(Plan.Array, M);
}

llvm::Error Rewriter::defineMacros() {
  std::string All;
  for (const auto &[Wanted, M] : Macros)
    All += "#ifndef " + M.Name + NewLine + "#define " + M.Name + "(" +
           M.Parameter + ") " + M.Body + NewLine + "#endif" + NewLine;
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
