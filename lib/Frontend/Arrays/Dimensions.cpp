//===- Dimensions.cpp - Where the sizes of a type are written -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/Dimensions.h"
#include "Arrays/Factors.h"
#include "Ast/Types.h"
#include "bankfix/Kernel/Words.h"

using namespace bankfix;

/// The literal K at the end of `N + K`, or an empty range.
static FileRange trailingLiteral(const ArrayUnit &U, const clang::Expr *Size) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(Size);
  if (!B || B->getOpcode() != clang::BO_Add)
    return {};
  const clang::Expr *Right = B->getRHS()->IgnoreImpCasts();
  std::string Text = U.Source.text(Right->getSourceRange());
  bool Plain = llvm::isa<clang::IntegerLiteral>(Right) &&
               Text.find_first_not_of("0123456789") == std::string::npos &&
               (Text.size() == 1 || Text[0] != '0');
  if (!Plain || Right->getBeginLoc().isMacroID())
    return {};
  return U.Source.range(Right->getSourceRange()).value_or(FileRange());
}

/// The parameter of a template that \p Size is, in its text or an instance's.
static const clang::NonTypeTemplateParmDecl *
templateParameter(const clang::Expr *Size) {
  Size = Size->IgnoreImpCasts();
  if (auto *C = llvm::dyn_cast<clang::ConstantExpr>(Size))
    Size = C->getSubExpr()->IgnoreImpCasts();
  if (auto *N = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(Size))
    return N->getParameter();
  auto *Name = llvm::dyn_cast<clang::DeclRefExpr>(Size);
  return Name ? llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(Name->getDecl())
              : nullptr;
}

/// A call names a value for the template's parameter number \p Index, or may.
static bool isGiven(const clang::CallExpr *Call, unsigned Index) {
  const clang::Expr *To = Call->getCallee()->IgnoreParenImpCasts();
  if (auto *Name = llvm::dyn_cast<clang::DeclRefExpr>(To))
    return Name->getNumTemplateArgs() > Index;
  auto *Member = llvm::dyn_cast<clang::MemberExpr>(To);
  return !Member || Member->getNumTemplateArgs() > Index;
}

/// `N` of `template <int N> .. f(float (&p)[N])` in the declaration of \p V: no
/// call names a value for it.
static bool isDeduced(const ArrayUnit &U, const clang::ValueDecl *V,
                      const clang::Expr *Size) {
  auto *N = templateParameter(Size);
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  if (!N || !F)
    return false;
  const clang::FunctionTemplateDecl *Of =
      F->getPrimaryTemplate() ? F->getPrimaryTemplate()
                              : F->getDescribedFunctionTemplate();
  if (!Of || Of->getTemplateParameters()->getDepth() != N->getDepth())
    return false;
  return llvm::none_of(Of->specializations(), [&](const auto *Instance) {
    const clang::FunctionDecl *Body = Instance->getDefinition();
    return Body && llvm::any_of(U.Calls.callsOf(Body), [&](const auto &C) {
             return isGiven(C.Site, N->getIndex());
           });
  });
}

/// Of some macro that \p Text names, at any depth, another build may make more
/// than a number: `-DN='64 >> 1'`.
static bool mayHaveOperator(const PreprocessorRecord &P,
                            const std::string &Text) {
  std::vector<std::string> Left;
  for (size_t I = 0; I < Text.size();) {
    const size_t Begin = I;
    while (I < Text.size() && isNamePart(Text[I]))
      ++I;
    Left.push_back(Text.substr(Begin, I - Begin));
    I += I == Begin;
  }
  std::set<std::string> Seen;
  while (!Left.empty()) {
    const std::string Word = std::move(Left.back());
    Left.pop_back();
    auto Macro = P.Texts.find(Word);
    if (Macro == P.Texts.end() || !Seen.insert(Word).second)
      continue;
    if (Macro->second.IsLeftToBuilds ||
        llvm::any_of(P.Skipped, [&](const SkippedCode &S) {
          return S.InDefines.count(Word) != 0;
        }))
      return true;
    llvm::append_range(Left, Macro->second.Names);
  }
  return false;
}

std::optional<DimensionSource> bankfix::sizeSource(const ArrayUnit &U,
                                                   const clang::Expr *Size) {
  std::optional<FileRange> R = U.Source.range(Size->getSourceRange());
  if (!R)
    return std::nullopt;
  DimensionSource D;
  D.Range = *R;
  const clang::Expr *Plain = Size->IgnoreImpCasts();
  if (auto *C = llvm::dyn_cast<clang::ConstantExpr>(Plain))
    Plain = C->getSubExpr()->IgnoreImpCasts();
  std::string Text = U.Source.text(Size->getSourceRange());
  D.IsLiteral = llvm::isa<clang::IntegerLiteral>(Plain) &&
                Text.find_first_not_of("0123456789") == std::string::npos &&
                (Text.size() == 1 || Text[0] != '0');
  D.Factors = factorSources(U, Size);
  D.Trailing = trailingLiteral(U, Plain);
  if (D.Trailing.Begin != D.Trailing.End) {
    auto *Sum = llvm::cast<clang::BinaryOperator>(Plain);
    if (auto Rest = U.Source.range(Sum->getLHS()->getSourceRange());
        Rest && Rest->End < D.Trailing.Begin)
      D.TrailingSum = {Rest->End, D.Trailing.End};
  }
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(Plain);
  D.NeedsParens = (B && !B->isAdditiveOp() && !B->isMultiplicativeOp()) ||
                  llvm::isa<clang::AbstractConditionalOperator>(Plain);
  D.NeedsParens |= mayHaveOperator(U.Preprocessed, Text);
  return D;
}

bool DimensionReader::read(clang::TypeLoc L, unsigned Skipped) {
  auto Passed = [&](clang::TypedefTypeLoc Name) {
    Alias = Name.getDecl();
    FirstOfAlias = Dims.size();
  };
  for (;;) {
    L = writtenType(L, /*MayPoint=*/false, Passed);
    auto A = L.getAs<clang::ArrayTypeLoc>();
    if (!A) {
      Element = L;
      return true;
    }
    if (!U.Source.inMainFile(A.getLBracketLoc()))
      return false; // See checkAliases.
    L = A.getElementLoc();
    if (Skipped != 0) {
      --Skipped;
      continue;
    }
    const clang::Expr *Size = A.getSizeExpr();
    auto D = Size ? sizeSource(U, Size) : std::nullopt;
    if (!D) {
      obstruct(ObstacleKind::MacroDeclaration,
               U.Source.macroName(A.getLBracketLoc()));
      return false;
    }
    FileRange Brackets = {U.Source.offset(A.getLBracketLoc()),
                          U.Source.offset(A.getRBracketLoc())};
    if (U.Preprocessed.hasDirectiveIn(Brackets))
      obstruct(ObstacleKind::DirectiveInside, V->getNameAsString());
    D->IsDeduced = isDeduced(U, V, Size);
    Dims.push_back(*D);
  }
}
