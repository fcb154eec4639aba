//===- Rewriter.h - Edits of one file ---------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REWRITE_REWRITER_H
#define BANKFIX_LIB_REWRITE_REWRITER_H

#include "Format.h"
#include "Places.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace bankfix {

/// Collects what plans change in one file.
class Rewriter {
public:
  Rewriter(const EditedFile &File, const ParsedFile &Parsed)
      : Text(File.Text), Parsed(&Parsed), Path(File.Path), Number(File.Number),
        Style(File.Style), HelperText(File.HelperText), Included(File.Included),
        NewLine(Text.contains("\r\n") ? "\r\n" : "\n"),
        Where(Parsed.Map, Number), MacrosAt(Where.forMacros()) {}

  llvm::Error apply(const ArrayPlan &Plan);
  /// Goes on with what another build of the file has besides.
  void goOnIn(const ParsedFile &Other) { Parsed = &Other; }
  /// Some value is the number of a line.
  bool keepsLines() const { return Where.hasLineValues(); }
  /// The file says how large the array is.
  bool isSizedHere(unsigned Array) const {
    return llvm::any_of(Parsed->Map.HostSizes, [&](const HostSizeSource &S) {
      return S.Array == Array && S.File == Number;
    });
  }
  llvm::Expected<clang::tooling::Replacements> finish() {
    defineMacros();
    if (llvm::Error E = defineTypes())
      return E;
    for (const auto &[Offset, New] : Definitions)
      if (llvm::Error E = insert(Offset, New))
        return E;
    return std::move(Edits);
  }
  /// After finish(): as in RewrittenFile.
  const std::vector<std::string> &helpers() const { return Helpers; }

private:
  /// By the names that the change has for them: macros as they are defined.
  using MacroNames = std::map<std::string, IndexHelper>;

  llvm::Error insert(unsigned Offset, std::string New) {
    return Edits.add(clang::tooling::Replacement(EditsFile, Offset, 0, New));
  }
  static llvm::Error refuse(const std::string &Why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Why);
  }
  llvm::Error replace(FileRange R, std::string New) {
    return Edits.add(
        clang::tooling::Replacement(EditsFile, R.Begin, R.End - R.Begin, New));
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
  const FactorSource *rowFactor(llvm::ArrayRef<FactorSource> Factors,
                                int64_t Value, unsigned Array) const;
  llvm::Error lengthen(FileRange Length, int64_t Added);
  llvm::Error grow(const HostSizeSource &S, const SourceChange::Growth &Growth);
  llvm::Error indexRows(const AccessSource &A, const RowChange &Change);
  llvm::Expected<std::pair<std::string, std::string>>
  aroundFlat(const AccessSource &A, const SourceChange &Change,
             const MacroNames &Names);
  std::string firstRow(unsigned Array, size_t Dims) const;
  llvm::Error indexFlat(const AccessSource &A, const SourceChange &Change,
                        const MacroNames &Names);
  llvm::Error giveBases(unsigned Array);
  llvm::Expected<std::string> takeInner(const AccessSource &A);
  llvm::Error indexPlaced(const AccessSource &A, size_t Dims,
                          const std::string &Open, const std::string &Close);
  llvm::Error indexNumber(const AccessSource &A, size_t Dims,
                          const std::string &Open, const std::string &Close);
  llvm::Error indexGroups(const AccessSource &A, const SourceChange &Change,
                          const MacroNames &Names);
  llvm::Error declareDims(unsigned Array, const SourceChange &Change,
                          const MacroNames &Names);
  llvm::Error tellPitches(unsigned Array, const SourceChange &Change,
                          const MacroNames &Names);
  llvm::Error declarePointer(const PointerSource &P, const SourceChange &Change,
                             const MacroNames &Names);
  void comment(const ArrayPlan &Plan);
  void require(const ArrayPlan &Plan);
  llvm::Error index(unsigned Array, const SourceChange &Change,
                    const MacroNames &Names);
  llvm::Error widenBanks();
  llvm::Error redefine(const OffsetChange &Change);
  llvm::Error element(unsigned Array, const SourceChange &Change);
  llvm::Error addMember(unsigned Array);
  bool isIncluded(const IndexHelper &M) const;
  bool isNamed(const IndexHelper &M) const;
  void defineMacros();
  bool usesHeader() const {
    return !Style.HelperHeader.empty() && !Number && isCuda();
  }
  /// How lines end where the definitions of macros and functions stand.
  llvm::StringRef helperNewLine() const {
    return usesHeader() ? "\n" : llvm::StringRef(NewLine);
  }
  std::string includeOfHelpers() const;
  llvm::Error defineTypes();
  const IndexHelper &define(const IndexHelper &Wanted);
  llvm::Expected<IndexHelper> evaluatedOnce(const IndexHelper &M,
                                            const AccessSource &A);
  llvm::Expected<MacroNames> namesFor(const MacroNames &Names,
                                      const AccessSource &A);
  std::string applied(const IndexHelper &M, std::string Argument,
                      llvm::ArrayRef<std::string> Others) const;
  bool isCuda() const { return Parsed->Map.Identifiers.count("__shared__"); }

  llvm::StringRef Text;
  const ParsedFile *Parsed; ///< The build that is edited.
  llvm::StringRef Path;
  unsigned Number;
  const EditStyle &Style;
  llvm::StringRef HelperText;
  std::optional<llvm::StringRef> Included; ///< As in EditedFile.
  std::string NewLine;
  Places Where;
  std::optional<unsigned> MacrosAt; ///< Nothing: macros are written out.
  clang::tooling::Replacements Edits;
  bool WidensBanks = false;
  std::set<unsigned> Done; ///< Where edited text begins.
  std::set<unsigned> Given; ///< Where arrays are handed to functions.
  std::set<unsigned> Lengthened; ///< Where lengths of rows begin.
  std::vector<std::pair<std::string, IndexHelper>> Macros; ///< By wanted name.
  std::map<std::string, std::string> Functions; ///< Their text, by name.
  struct WrapperType {
    unsigned First = 0, Last = 0; ///< Where it is used.
    ElementWrap Wrap;
    bool IsPacked = false; ///< What it wraps would be aligned more strictly.
  };
  std::map<std::string, WrapperType> Types;    ///< By name.
  std::map<unsigned, std::string> Definitions; ///< By where they are inserted.
  std::vector<std::string> Helpers;            ///< Of the project's header.
};

} // namespace bankfix

#endif // BANKFIX_LIB_REWRITE_REWRITER_H
