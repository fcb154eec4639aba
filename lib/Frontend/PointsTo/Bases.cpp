//===- Bases.cpp - Arrays that functions get beside places in them --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void fill(float *p) {       ->  void fill(float *p_base, float *p) {
//     p[i] = 0;                       p_base[MAP((int)(p - p_base) + (i))] = 0;
//   }                               }
//   fill(&s[n]);                    fill(s, &s[n]);
//
// A function that cannot name the array that a parameter leads into gets it as
// another one, in front of the first that does, where all that the text says of
// the function is seen: its declarations, and calls of which each names the
// array, or stands in such a function itself. One that gets its array already,
// under whatever name, needs no more.
//
//===----------------------------------------------------------------------===//

#include "PointsTo/Bases.h"
#include "Ast/Functions.h"
#include "PointsTo/Groups.h"
#include "Read/WordsFor.h"

using namespace bankfix;

/// The function whose text \p F has: a template's, for an instance of it.
static const clang::FunctionDecl *writtenAs(const clang::FunctionDecl *F) {
  const clang::FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return Pattern ? Pattern : F;
}

/// \p F, or all instances of the template that it is one of.
static std::vector<const clang::FunctionDecl *>
instancesOf(const clang::FunctionDecl *F) {
  std::vector<const clang::FunctionDecl *> All;
  if (const clang::FunctionTemplateDecl *T = F->getPrimaryTemplate())
    for (const clang::FunctionDecl *Each : T->specializations())
      All.push_back(Each->getDefinition() ? Each->getDefinition() : Each);
  else
    All.push_back(F);
  return All;
}

/// The parameter of the caller that \p E is computed of, as a pointer; or null.
static const clang::ParmVarDecl *rootOf(const clang::Expr *E) {
  for (;;) {
    E = uncast(E);
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
    auto *Of = X && X->getOpcode() == clang::UO_AddrOf
                   ? llvm::dyn_cast<clang::ArraySubscriptExpr>(
                         X->getSubExpr()->IgnoreParens())
                   : nullptr;
    if (Of)
      E = Of->getBase();
    else if (B && B->isAdditiveOp())
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    else
      break;
  }
  const clang::DeclRefExpr *R = namedPointer(E);
  return R ? llvm::dyn_cast<clang::ParmVarDecl>(R->getDecl()) : nullptr;
}

/// \p Text without what it promises of other pointers.
static std::string unrestricted(std::string Text) {
  for (llvm::StringRef Promise : {"__restrict__", "__restrict", "restrict"})
    for (size_t I; (I = Text.find(Promise)) != std::string::npos;)
      Text.erase(I,
                 Promise.size() + (Text.substr(I + Promise.size(), 1) == " "));
  return Text;
}

static bool isConst(const clang::ParmVarDecl *V) {
  return V->getType()->getPointeeType().isConstQualified();
}

/// The declaration of \p V with another name; empty where the text is not as
/// plain as that.
static std::string declaredAs(const PointerUnit &U, const clang::ParmVarDecl *V,
                              const std::string &Name) {
  std::optional<FileRange> Whole = U.Source.range(V->getSourceRange()),
                           At = U.Source.range({V->getLocation()});
  if (!Whole || !At || V->hasDefaultArg() || V->hasAttrs())
    return "";
  const clang::SourceManager &SM = U.Source.manager();
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  std::string Out = unrestricted(Text.slice(Whole->Begin, At->Begin).str()) +
                    Name + unrestricted(Text.slice(At->End, Whole->End).str());
  bool IsPlain =
      llvm::StringRef(Out).find_first_of("\n\r/") == llvm::StringRef::npos;
  return IsPlain ? Out : "";
}

/// It holds what the call gave it wherever \p F names it.
static bool isKept(const clang::FunctionDecl *F, const clang::ParmVarDecl *V) {
  unsigned Named = 0, Read = 0;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    Named += Ref && Ref->getDecl() == V;
    auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(S);
    Read += C && C->getCastKind() == clang::CK_LValueToRValue &&
            namedVariable(C->getSubExpr()) == V;
    return true;
  });
  return Named == Read;
}

/// Another parameter that is the start of the arrays, rather one that they can
/// be changed through; or null.
const clang::ParmVarDecl *BaseFinder::existing(const Places &P) const {
  const clang::ParmVarDecl *Found = nullptr;
  for (const clang::ParmVarDecl *V : P.F->parameters()) {
    const PointsToSet *L = U.Leads.find(V);
    if (L && L->Exact && V->getType()->isPointerType() &&
        L->Arrays == P.Arrays && isWhole(V, *L->Exact) &&
        isElementOf(U, V->getType()->getPointeeType(), L->Exact->Array) &&
        isOnlyOne(P.F, V) && isKept(P.F, V) && (!Found || isConst(Found)))
      Found = V;
  }
  return Found;
}

void BaseFinder::add(const clang::ParmVarDecl *V) {
  auto *F = llvm::cast<clang::FunctionDecl>(V->getDeclContext());
  const std::set<unsigned> &Arrays = U.Leads.find(V)->Arrays;
  for (Places &P : All)
    if (P.F == F && P.Arrays == Arrays)
      return P.Params.push_back(V);
  Places P;
  P.F = F;
  P.Arrays = Arrays;
  P.Params = {V};
  All.push_back(std::move(P));
}

const BaseFinder::Places *
BaseFinder::around(const clang::FunctionDecl *F,
                   const std::set<unsigned> &Arrays) const {
  for (const Places &P : All)
    if (P.F == F && P.Arrays == Arrays && !P.Fails)
      return &P;
  return nullptr;
}

/// All that the project says of the function is read, and known.
bool BaseFinder::isNamedAsKnown(const Places &P) const {
  const WordsFor Names(U, P.F->getNameAsString());
  const bool MayBeElsewhere =
      !U.Preprocessed.MissingHeaders.empty() ||
      llvm::any_of(U.Preprocessed.Skipped, [&](const SkippedCode &S) {
        return !Names.in(S, S.Identifiers).empty() ||
               S.Identifiers.count("include");
      });
  std::vector<const clang::CallExpr *> Known;
  for (const clang::FunctionDecl *Each : instancesOf(P.F))
    if (auto It = Calls.find(Each); It != Calls.end())
      for (const SeenCall &C : It->second)
        Known.push_back(C.Call);
  return !MayBeElsewhere && isNamedOnlyBy(U, writtenAs(P.F), Known);
}

/// A template's text has to mean the same for each of its instances.
bool BaseFinder::holdsForAllInstances(const Places &P) const {
  auto IsAlike = [&](const Places &Other) {
    return !Other.Fails && Other.Params.size() == P.Params.size() &&
           (P.Base ? Other.Base && Other.Base->getFunctionScopeIndex() ==
                                       P.Base->getFunctionScopeIndex()
                   : !Other.Base) &&
           llvm::equal(
               P.Params, Other.Params,
               [](const clang::ParmVarDecl *A, const clang::ParmVarDecl *B) {
                 return A->getFunctionScopeIndex() ==
                        B->getFunctionScopeIndex();
               });
  };
  return llvm::all_of(instancesOf(P.F), [&](const clang::FunctionDecl *Each) {
    return Each->getTemplateSpecializationKind() !=
               clang::TSK_ExplicitSpecialization &&
           llvm::any_of(All, [&](const Places &Other) {
             return Other.F == Each && IsAlike(Other);
           });
  });
}

/// A place in one of several arrays may become one in another.
static bool mayChange(const clang::FunctionDecl *F,
                      const clang::ParmVarDecl *V) {
  bool Is = false;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
    Is |= B && B->getOpcode() == clang::BO_Assign &&
          namedVariable(B->getLHS()) == V;
    return !Is;
  });
  return Is;
}

/// No build can declare them otherwise.
static bool hasPlainParameters(const PointerUnit &U,
                               const clang::FunctionDecl *F) {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::FunctionTypeLoc Type = F->getFunctionTypeLoc();
  std::optional<FileRange> R = U.Source.range(F->getParametersSourceRange());
  if (!Type || !R || U.Preprocessed.hasDirectiveIn(*R))
    return false;
  // The default argument of the last may follow.
  R->End = U.Source.offset(Type.getRParenLoc());
  return llvm::none_of(U.Preprocessed.Texts, [&](const auto &Macro) {
    return !spellings(SM, U.Context.getLangOpts(), Macro.first, *R).empty();
  });
}

/// Nothing that the text of \p F, or a macro that it may expand, means by
/// \p Name would be a parameter of that name. Other functions may have their
/// own.
static bool isFreeIn(const PointerUnit &U, const clang::FunctionDecl *F,
                     const std::string &Name) {
  const bool IsInMacro =
      U.Preprocessed.Macros.count(Name) ||
      llvm::any_of(U.Preprocessed.Macros,
                   [&](const auto &Macro) { return Macro.second.count(Name); });
  auto Lacks = [&](const clang::FunctionDecl *D) {
    std::optional<FileRange> R = U.Source.range(D->getSourceRange());
    return R && spellings(U.Source.manager(), U.Context.getLangOpts(), Name, *R)
                    .empty();
  };
  return !IsInMacro && llvm::all_of(writtenAs(F)->redecls(), Lacks);
}

/// Puts the new parameter in front of the first of them, wherever the function
/// is declared.
bool BaseFinder::declare(Places &P) const {
  const clang::ParmVarDecl *First = P.Params.front();
  P.Name = First->getNameAsString() + "_base";
  auto *Mutable = llvm::find_if_not(P.Params, isConst);
  std::string Text =
      declaredAs(U, Mutable == P.Params.end() ? First : *Mutable, P.Name);
  if (Text.empty() || !isFreeIn(U, P.F, P.Name))
    return false;
  for (const clang::FunctionDecl *D : writtenAs(P.F)->redecls()) {
    const clang::ParmVarDecl *Each =
        D->getParamDecl(First->getFunctionScopeIndex());
    std::optional<FileRange> At = U.Source.range(Each->getSourceRange());
    if (!At || !hasPlainParameters(U, D))
      return false;
    P.Declared.push_back({At->Begin, Text + ", "});
  }
  return true;
}

/// Nothing where the parameters do not lead into one array, or nothing names
/// that.
std::optional<BaseFinder::Origin> BaseFinder::origin(const Places &P,
                                                     const SeenCall &C) const {
  Origin O;
  for (const clang::ParmVarDecl *V : P.Params) {
    const unsigned I = V->getFunctionScopeIndex();
    const PointsToSet L = I < C.Call->getNumArgs()
                              ? pointsTo(U, C.Call->getArg(I))
                              : PointsToSet();
    if (!L.Exact || L.IsUnknown)
      return std::nullopt;
    const Places *Callers = nullptr;
    std::optional<unsigned> Array;
    if (L.Arrays.size() == 1)
      Array = *L.Arrays.begin();
    else if ((Callers = around(C.In, L.Arrays)) &&
             !llvm::is_contained(Callers->Params, rootOf(C.Call->getArg(I))))
      Callers = nullptr;
    const bool IsFirst = V == P.Params.front();
    if ((!Array && !Callers) ||
        (!IsFirst && (O.Array != Array || O.Callers != Callers)))
      return std::nullopt;
    O.Array = Array;
    O.Callers = Callers;
  }
  const clang::VarDecl *A = O.Array ? arrayNamedIn(U, C.In, *O.Array) : nullptr;
  if (O.Array && !A)
    O.Callers = around(C.In, {*O.Array});
  if (!A && !O.Callers)
    return std::nullopt;
  O.Name = A ? A->getNameAsString() : O.Callers->Name;
  return O;
}

/// Gives the array to each call; where the function has it, sees that each call
/// gives it.
bool BaseFinder::give(Places &P) const {
  P.Given.clear();
  for (const SeenCall &C : Calls.at(P.F)) {
    std::optional<Origin> O = origin(P, C);
    if (!O)
      return false;
    const clang::ParmVarDecl *At = P.Base ? P.Base : P.Params.front();
    const unsigned I = At->getFunctionScopeIndex();
    if (I >= C.Call->getNumArgs())
      return false;
    const clang::Expr *Argument = C.Call->getArg(I);
    if (P.Base) {
      auto *R =
          llvm::dyn_cast<clang::DeclRefExpr>(Argument->IgnoreParenImpCasts());
      const bool IsArray = R && O->Array && U.arrayOf(R) == O->Array;
      if (!IsArray && !(R && O->Callers && R->getDecl() == O->Callers->Base))
        return false;
      continue;
    }
    std::optional<FileRange> From = U.Source.range(Argument->getSourceRange()),
                             Whole = U.Source.range(C.Call->getSourceRange());
    if (!From || !Whole || U.Preprocessed.hasDirectiveIn(*Whole))
      return false;
    P.Given.push_back({From->Begin, O->Name + ", "});
  }
  return true;
}

void BaseFinder::run() {
  for (Places &P : All) {
    P.Fails = !Calls.count(P.F) ||
              (P.Arrays.size() > 1 &&
               llvm::any_of(P.Params, [&](const clang::ParmVarDecl *V) {
                 return mayChange(P.F, V);
               }));
    P.Base = P.Fails ? nullptr : existing(P);
    if (P.Base)
      P.Name = P.Base->getNameAsString();
    else
      P.Fails = P.Fails || !isNamedAsKnown(P) || !declare(P);
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Places &P : All)
      if (!P.Fails && !(holdsForAllInstances(P) && give(P)))
        P.Fails = Changed = true;
  }
  publish();
}

void BaseFinder::publish() {
  std::map<const clang::FunctionDecl *, std::vector<const Places *>> ByText;
  for (const Places &P : All)
    if (!P.Fails)
      ByText[writtenAs(P.F)].push_back(&P);
  for (const Places &First : All) {
    auto Same = ByText.find(writtenAs(First.F));
    if (First.Fails || Same == ByText.end())
      continue;
    const bool IsTemplate = First.F->isTemplateInstantiation();
    const std::vector<const Places *> Of =
        IsTemplate ? Same->second : std::vector{&First};
    if (IsTemplate) // Its instances' text is edited once.
      ByText.erase(Same);
    BaseSource Source;
    for (const Places *P : Of) {
      for (const clang::ParmVarDecl *V : P->Params)
        U.Bases.Of[V] = {P->Name, P->Base};
      Source.Arrays.insert(P->Arrays.begin(), P->Arrays.end());
      if (P == Of.front())
        Source.Parts = P->Declared;
      llvm::append_range(Source.Parts, P->Given);
    }
    shareLayout(U.SharedArrays, Source.Arrays);
    if (!First.Base)
      U.Bases.Sources.push_back(std::move(Source));
  }
}

/// All that is done with it is to index it, to say where a place is, and to
/// hand it on as a plain one.
bool BaseFinder::isPlain(const clang::ParmVarDecl *Base) const {
  auto *F = llvm::cast<clang::FunctionDecl>(Base->getDeclContext());
  unsigned Named = 0, Known = 0;
  auto IsBase = [&](const clang::Expr *E) {
    const clang::DeclRefExpr *R = namedPointer(E->IgnoreParenCasts());
    return R && R->getDecl() == Base;
  };
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S);
    Named += R && R->getDecl() == Base;
    if (auto *X = llvm::dyn_cast<clang::ArraySubscriptExpr>(S))
      Known += IsBase(X->getBase());
    // `*(base + i)`, and that under another type.
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(S);
    const clang::BinaryOperator *Sum = X && X->getOpcode() == clang::UO_Deref
                                           ? sumIn(X->getSubExpr())
                                           : nullptr;
    Known += Sum && IsBase(Sum->getLHS());
    if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
        B && placeTakenOf(U, B))
      Known += IsBase(B->getRHS());
    if (auto *C = llvm::dyn_cast<clang::CallExpr>(S))
      for (unsigned I = 0; I < C->getNumArgs(); ++I)
        Known += U.isPlainBase(C, I) && IsBase(C->getArg(I));
    return true;
  });
  return Named == Known;
}

void BaseFinder::findPlainBases() {
  for (const Places &P : All)
    if (!P.Fails && P.Base)
      U.Bases.Plain.insert(P.Base);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Places &P : All)
      if (P.Base && U.Bases.Plain.contains(P.Base) && !isPlain(P.Base))
        Changed = U.Bases.Plain.erase(P.Base);
  }
}
