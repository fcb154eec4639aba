//===- InvalidDecls.cpp - Kernels that are not whole ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/InvalidDecls.h"
#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "llvm/ADT/DenseSet.h"

using namespace bankfix;

/// Clang takes an unknown type for `int`, so an error in a typedef or a member
/// shows nowhere but in the declaration.
const clang::Decl *InvalidDecls::inType(clang::QualType T) {
  if (T.isNull())
    return nullptr;
  if (auto *Alias = T->getAs<clang::TypedefType>())
    if (const clang::Decl *Bad = inDecl(Alias->getDecl()))
      return Bad;
  if (auto *A = llvm::dyn_cast<clang::ArrayType>(T.getTypePtr()))
    return inType(A->getElementType());
  if (T->isPointerType() || T->isReferenceType())
    return inType(T->getPointeeType());
  if (const clang::TagDecl *D = T->getAsTagDecl())
    return inDecl(D);
  return nullptr;
}

/// Of sizes that a declaration writes, its type has the numbers alone.
const clang::Decl *InvalidDecls::inSizes(const clang::TypeSourceInfo *Written,
                                         const clang::Decl *Of) {
  clang::TypeLoc L = Written ? Written->getTypeLoc() : clang::TypeLoc();
  for (; L; L = L.getNextTypeLoc())
    if (auto A = L.getAs<clang::ArrayTypeLoc>())
      if (const clang::Decl *Bad = inBody(A.getSizeExpr(), Of))
        return Bad;
  return nullptr;
}

const clang::Decl *InvalidDecls::inRecord(const clang::RecordDecl *R) {
  R = R->getDefinition();
  if (!R)
    return nullptr;
  // Of a base that it does not know, Clang keeps nothing.
  if (!messageBetween(R->getLocation(), R->getBraceRange().getBegin()).empty())
    return R;
  if (auto *C = llvm::dyn_cast<clang::CXXRecordDecl>(R))
    for (const clang::CXXBaseSpecifier &B : C->bases())
      if (const clang::Decl *Bad = inType(B.getType()))
        return Bad;
  if (auto *C = llvm::dyn_cast<clang::CXXRecordDecl>(R))
    for (const clang::CXXMethodDecl *M : C->methods())
      if (M->isInvalidDecl() && !M->getIdentifier())
        return M;
  for (const clang::FieldDecl *Field : R->fields()) {
    if (Field->isInvalidDecl())
      return Field;
    if (const clang::Decl *Bad = inType(Field->getType()))
      return Bad;
    if (const clang::Decl *Bad = inSizes(Field->getTypeSourceInfo(), R))
      return Bad;
  }
  return lacksHeader(R) ? R : nullptr;
}

const clang::Decl *InvalidDecls::inTypedef(const clang::TypedefNameDecl *T) {
  const clang::Decl *Bad = inType(T->getUnderlyingType());
  return Bad ? Bad : inSizes(T->getTypeSourceInfo(), T);
}

/// Clang counts on from an enumerator whose value it does not know.
const clang::Decl *InvalidDecls::inEnum(const clang::EnumDecl *E) {
  if (hasMessageIn(E))
    return E;
  for (const clang::EnumConstantDecl *C : E->enumerators())
    if (const clang::Decl *Bad = inBody(C->getInitExpr(), E))
      return Bad;
  return nullptr;
}

const clang::Decl *InvalidDecls::inVariable(const clang::VarDecl *V) {
  if (V->isInvalidDecl() || (V->isFileVarDecl() && hasMessageIn(V)))
    return V;
  if (const clang::Decl *Bad = inType(V->getType()))
    return Bad;
  if (const clang::Decl *Bad = inSizes(V->getTypeSourceInfo(), V))
    return Bad;
  // Of a file's variables, only constants have the value that they start with.
  return V->getType().isConstQualified() ? inBody(V->getInit(), V) : nullptr;
}

const clang::Decl *InvalidDecls::inBody(const clang::Stmt *S,
                                        const clang::Decl *Of) {
  const clang::Decl *Bad = nullptr;
  auto Look = [&](const clang::Decl *At) { Bad = Bad ? Bad : At; };
  walk(S, [&](const clang::Stmt *Each) {
    if (Bad)
      return false;
    if (auto *E = llvm::dyn_cast<clang::Expr>(Each)) {
      if (E->containsErrors())
        Look(Of);
      else
        Look(inType(E->getType()));
      auto *SizeOf = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(E);
      if (SizeOf && SizeOf->isArgumentType())
        Look(inType(SizeOf->getArgumentType()));
    }
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(Each))
      for (const clang::Decl *Local : D->decls())
        Look(Local->isInvalidDecl() ? Of : inDecl(Local));
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Each))
      Look(inDecl(Ref->getDecl()));
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(Each))
      Look(inDecl(M->getMemberDecl()));
    if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(Each))
      Look(inDecl(C->getConstructor()));
    return !Bad;
  });
  return Bad;
}

const clang::Decl *InvalidDecls::inFunction(const clang::FunctionDecl *F) {
  if (const clang::FunctionDecl *Definition = F->getDefinition())
    F = Definition;
  if (F->isInvalidDecl())
    return F;
  if (const clang::Decl *Bad = inType(F->getReturnType()))
    return Bad;
  for (const clang::ParmVarDecl *P : F->parameters())
    if (const clang::Decl *Bad = inType(P->getType()))
      return Bad;
    else if (P->isInvalidDecl())
      return F;
  if (!F->doesThisDeclarationHaveABody())
    return nullptr;
  const clang::Decl *Bad = inBody(F->getBody(), F);
  if (Bad ? Bad != F || hasMessageIn(F) : hasMessageIn(F))
    return Bad ? Bad : F;
  // The message is with what it names.
  const clang::Decl *Named = invalidNamedIn(F->getBody());
  return Named ? Named : Bad;
}

void InvalidDecls::findInvalid(const clang::DeclContext *DC) {
  for (const clang::Decl *D : DC->noload_decls()) {
    if (!U.Source.isUserCode(D->getLocation()) &&
        !llvm::isa<clang::LinkageSpecDecl>(D))
      continue;
    if (auto *T = llvm::dyn_cast<clang::TemplateDecl>(D);
        T && T->getTemplatedDecl())
      D = T->getTemplatedDecl();
    auto *Named = llvm::dyn_cast<clang::NamedDecl>(D);
    if (llvm::isa<clang::FunctionDecl, clang::VarDecl>(D) &&
        D->isInvalidDecl() && Named->getIdentifier())
      Invalid.emplace(Named->getName().str(), D);
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl,
                  clang::CXXRecordDecl>(D))
      findInvalid(llvm::cast<clang::DeclContext>(D));
  }
}

/// Where \p Body names, or declares, what Clang knows.
static llvm::DenseSet<clang::SourceLocation>
resolvedIn(const clang::SourceManager &SM, const clang::Stmt *Body) {
  llvm::DenseSet<clang::SourceLocation> Out;
  walk(Body, [&](const clang::Stmt *S) {
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
      Out.insert(SM.getSpellingLoc(Ref->getLocation()));
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(S))
      Out.insert(SM.getSpellingLoc(M->getMemberLoc()));
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        Out.insert(SM.getSpellingLoc(Each->getLocation()));
    return true;
  });
  return Out;
}

/// Calls \p Visit for each identifier in the text of \p Body that stands for
/// nothing that Clang kept, until that returns false.
void InvalidDecls::forEachLostName(
    const clang::Stmt *Body,
    llvm::function_ref<bool(llvm::StringRef)> Visit) const {
  const clang::SourceManager &SM = U.Source.manager();
  clang::SourceLocation Begin = SM.getExpansionLoc(Body->getBeginLoc());
  unsigned End = SM.getFileOffset(SM.getExpansionLoc(Body->getEndLoc()));
  clang::FileID File = SM.getFileID(Begin);
  llvm::StringRef Text = SM.getBufferData(File);
  clang::Lexer Raw(SM.getLocForStartOfFile(File), U.Context.getLangOpts(),
                   Text.begin(), Text.begin() + SM.getFileOffset(Begin),
                   Text.end());
  auto Resolved = resolvedIn(SM, Body);
  clang::Token T;
  for (Raw.LexFromRawLexer(T);
       T.isNot(clang::tok::eof) && SM.getFileOffset(T.getLocation()) <= End;
       Raw.LexFromRawLexer(T))
    if (T.is(clang::tok::raw_identifier) &&
        !Resolved.contains(T.getLocation()) && !Visit(T.getRawIdentifier()))
      return;
}

/// A statement, or an initializer, that calls a function whose declaration did
/// not resolve may be gone without a message; only the text still names it.
const clang::Decl *InvalidDecls::invalidNamedIn(const clang::Stmt *Body) {
  if (!U.Context.getDiagnostics().hasErrorOccurred())
    return nullptr;
  if (!std::exchange(HasInvalid, true))
    findInvalid(U.Context.getTranslationUnitDecl());
  if (Invalid.empty() || !Body)
    return nullptr;
  std::set<std::string> Seen;
  const clang::Decl *Bad = nullptr;
  forEachLostName(Body, [&](llvm::StringRef Name) {
    Bad = invalidBehind(Name, Seen);
    return !Bad;
  });
  return Bad;
}

void InvalidDecls::forEachLostVariable(
    const clang::FunctionDecl *F,
    llvm::function_ref<void(const clang::VarDecl *)> Visit) const {
  if (!U.Context.getDiagnostics().hasErrorOccurred() || !hasMessageIn(F))
    return;
  VariableFacts Facts(F->getBody());
  // What looks like a call before a block may be a loop.
  bool MayLoop = firstMessageIn(F, "expected ';' after expression") != "";
  std::map<std::string, std::vector<const clang::VarDecl *>> Variables;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *E = llvm::dyn_cast<clang::Expr>(S);
    const clang::VarDecl *V = E ? namedVariable(E) : nullptr;
    if (V && V->getIdentifier())
      Variables[V->getName().str()].push_back(V);
    if (V && MayLoop && Facts.assignments(V))
      Visit(V);
    return true;
  });
  forEachLostName(F->getBody(), [&](llvm::StringRef Name) {
    auto It = Variables.find(Name.str());
    if (It != Variables.end())
      for (const clang::VarDecl *V : It->second)
        Visit(V);
    return true;
  });
}

/// The function of that name, or that a macro of that name leads to.
const clang::Decl *InvalidDecls::invalidBehind(llvm::StringRef Name,
                                               std::set<std::string> &Seen) {
  if (!Seen.insert(Name.str()).second)
    return nullptr;
  if (auto It = Invalid.find(Name.str()); It != Invalid.end())
    return It->second;
  auto It = U.Preprocessed.Macros.find(Name.str());
  if (It == U.Preprocessed.Macros.end())
    return nullptr;
  for (const std::string &Word : It->second)
    if (const clang::Decl *Bad = invalidBehind(Word, Seen))
      return Bad;
  return nullptr;
}

/// In C, Clang drops a statement with an error; only the message tells.
bool InvalidDecls::hasMessageIn(const clang::Decl *D) const {
  return !firstMessageIn(D).empty();
}

/// Behind a directive, the rest of a declaration may be anything.
const FileDiagnostic *InvalidDecls::lacksHeader(const clang::Decl *D) const {
  const clang::SourceManager &SM = U.Source.manager();
  clang::SourceLocation Begin = SM.getExpansionLoc(D->getBeginLoc());
  clang::SourceLocation End = SM.getExpansionLoc(D->getEndLoc());
  for (const auto &[Where, Index] : U.Preprocessed.MissingAt)
    if (SM.isBeforeInTranslationUnit(Begin, Where) &&
        SM.isBeforeInTranslationUnit(Where, End))
      return &U.Preprocessed.MissingHeaders[Index];
  return nullptr;
}

std::string InvalidDecls::firstMessageIn(const clang::Decl *D,
                                         llvm::StringRef Text) const {
  const FileDiagnostic *Missing = Text.empty() ? lacksHeader(D) : nullptr;
  return Missing ? Missing->Message
                 : messageBetween(D->getBeginLoc(), D->getEndLoc(), Text);
}

std::string InvalidDecls::messageBetween(clang::SourceLocation First,
                                         clang::SourceLocation Last,
                                         llvm::StringRef Text) const {
  SourcePlace Begin = U.Source.place(First), End = U.Source.place(Last);
  for (const FileDiagnostic &M : U.Read.Diagnostics)
    if (M.Level == Severity::Error && M.Place.File == Begin.File &&
        M.Place.Line >= Begin.Line && M.Place.Line <= End.Line &&
        llvm::StringRef(M.Message).contains(Text))
      return M.Message;
  return "";
}

/// `k<SIZE><<<...>>>`: the instance has only what Clang made of the argument.
void InvalidDecls::blameInstances() {
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
      if (!Ref || !llvm::isa<clang::FunctionDecl>(Ref->getDecl()))
        return true;
      for (const clang::TemplateArgumentLoc &A : Ref->template_arguments()) {
        const clang::Decl *Bad = nullptr;
        if (A.getArgument().getKind() == clang::TemplateArgument::Expression)
          Bad = inBody(A.getSourceExpression(), F);
        else if (A.getArgument().getKind() == clang::TemplateArgument::Type)
          Bad = inType(A.getArgument().getAsType());
        if (Bad)
          Known[Ref->getDecl()->getCanonicalDecl()] = Bad;
      }
      return true;
    });
  });
}

const clang::Decl *InvalidDecls::inDecl(const clang::Decl *D) {
  if (!D || !U.Source.isUserCode(D->getLocation()))
    return nullptr;
  auto [It, New] = Known.try_emplace(D->getCanonicalDecl(), nullptr);
  if (!New)
    return It->second;
  const clang::Decl *Bad = nullptr;
  if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
    Bad = inFunction(F);
  else if (auto *V = llvm::dyn_cast<clang::VarDecl>(D))
    Bad = inVariable(V);
  else if (auto *R = llvm::dyn_cast<clang::RecordDecl>(D))
    Bad = inRecord(R);
  else if (auto *T = llvm::dyn_cast<clang::TypedefNameDecl>(D))
    Bad = T->isInvalidDecl() ? D : inTypedef(T);
  else if (auto *E = llvm::dyn_cast<clang::EnumDecl>(D))
    Bad = inEnum(E);
  else if (auto *C = llvm::dyn_cast<clang::EnumConstantDecl>(D))
    Bad = inDecl(llvm::cast<clang::EnumDecl>(C->getDeclContext()));
  else if (D->isInvalidDecl())
    Bad = D;
  return Known[D->getCanonicalDecl()] = Bad;
}

const clang::Decl *InvalidDecls::firstIn(const clang::Decl *D) {
  return inDecl(D);
}

const clang::Decl *InvalidDecls::firstIn(const clang::Expr *E) {
  return inBody(E, U.Context.getTranslationUnitDecl());
}

UnreadKernel InvalidDecls::unread(const clang::FunctionDecl *F,
                                  const clang::Decl *Culprit) const {
  std::string Why = firstMessageIn(Culprit);
  if (Why.empty())
    Why = "something in it could not be resolved";
  auto *Named = llvm::dyn_cast<clang::NamedDecl>(Culprit);
  if (Named && Named->getDeclName() &&
      Culprit->getCanonicalDecl() != F->getCanonicalDecl())
    Why += ", in '" + Named->getNameAsString() + "' that it uses";
  return {F->getNameAsString(), U.Source.place(F->getLocation()), Why};
}
