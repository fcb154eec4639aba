//===- PlaceNames.cpp - What decides where elements lie -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builds/PlaceNames.h"
#include "Ast/Functions.h"
#include "clang/AST/DeclFriend.h"
#include "llvm/ADT/StringSet.h"

using namespace bankfix;

bool bankfix::isBuiltIn(const std::string &Name) {
  static const llvm::StringSet<> Known = {
      "threadIdx",    "blockIdx",     "blockDim",      "gridDim",
      "warpSize",     "int",          "unsigned",      "float",
      "double",       "char",         "short",         "long",
      "void",         "const",        "static",        "bool",
      "signed",       "if",           "for",           "while",
      "return",       "sizeof",       "volatile",      "__shared__",
      "extern",       "local",        "__local",       "size_t",
      "get_local_id", "get_group_id", "get_global_id", "get_local_size",
      "__global__",   "__device__"};
  return Known.contains(Name);
}

NameSet bankfix::namesIn(const PointerUnit &U, clang::SourceRange R) {
  NameSet Out;
  const clang::SourceManager &SM = U.Source.manager();
  if (R.isInvalid() || !U.Source.isUserCode(R.getBegin()))
    return Out;
  clang::SourceLocation Begin = SM.getExpansionLoc(R.getBegin()),
                        Last = SM.getExpansionRange(R.getEnd()).getEnd();
  clang::FileID File = SM.getFileID(Begin);
  if (SM.getFileID(Last) != File)
    return Out;
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  Raw.seek(SM.getFileOffset(Begin), /*IsAtStartOfLine=*/false);
  clang::Token T;
  bool IsDirective = false; // What that asks is no part of the text.
  while (!Raw.LexFromRawLexer(T) &&
         SM.getFileOffset(T.getLocation()) <= SM.getFileOffset(Last)) {
    if (T.isAtStartOfLine())
      IsDirective = T.is(clang::tok::hash);
    if (IsDirective || T.isNot(clang::tok::raw_identifier))
      continue;
    std::string Name =
        clang::Lexer::getSpelling(T, SM, U.Context.getLangOpts());
    if (!isBuiltIn(Name))
      Out.insert(std::move(Name));
  }
  return Out;
}

/// The variable whose value an assignment to \p E changes, or null.
static const clang::VarDecl *changedBy(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E))
      E = M->getBase();
    else if (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E);
             S && S->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      E = S->getBase(); // Else a pointer stays as it is.
    else
      break;
  }
  auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E);
  return R ? llvm::dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
}

/// What is visited before, or decides about, everything else in \p S.
static llvm::SmallVector<const clang::Stmt *, 3> headOf(const clang::Stmt *S) {
  if (auto *I = llvm::dyn_cast<clang::IfStmt>(S))
    return {I->getInit(), I->getCond(), I->getConditionVariableDeclStmt()};
  if (auto *F = llvm::dyn_cast<clang::ForStmt>(S))
    return {F->getInit(), F->getCond(), F->getInc()};
  if (auto *W = llvm::dyn_cast<clang::WhileStmt>(S))
    return {W->getCond()};
  if (auto *D = llvm::dyn_cast<clang::DoStmt>(S))
    return {D->getCond()};
  if (auto *W = llvm::dyn_cast<clang::SwitchStmt>(S))
    return {W->getCond()};
  if (auto *C = llvm::dyn_cast<clang::AbstractConditionalOperator>(S))
    return {C->getCond()};
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S); B && B->isLogicalOp())
    return {B->getLHS()};
  return {};
}

/// It says what names mean.
static bool isUsing(const clang::Decl *D) {
  return llvm::isa<clang::UsingDirectiveDecl, clang::NamespaceAliasDecl,
                   clang::UsingDecl>(D);
}

namespace bankfix {

/// Notes what one function does to variables, arrays and other functions.
class FunctionIndex {
public:
  FunctionIndex(PlaceNames &Into, const clang::FunctionDecl *F)
      : Into(Into), U(Into.U), F(F) {
    visit(F->getBody());
  }

private:
  void visit(const clang::Stmt *S);
  void note(const clang::Stmt *S);
  void mention(const clang::Expr *E);
  void call(const clang::CallExpr *C);
  void launch(const clang::DeclRefExpr *Name);
  const clang::Stmt *outermost() const;
  const clang::Stmt *statement() const;
  void changed(const clang::Expr *Target, const clang::Stmt *By) {
    if (const clang::VarDecl *V = changedBy(Target))
      Into.Changes[V->getCanonicalDecl()].push_back({By, F, Under});
  }

  PlaceNames &Into;
  const PointerUnit &U;
  const clang::FunctionDecl *F;
  std::vector<const clang::Stmt *> Path;
  llvm::SmallVector<const clang::Stmt *, 4> Under;
};

/// \p E names an array, or leads to one: with all arithmetic on its address.
void FunctionIndex::mention(const clang::Expr *E) {
  std::set<unsigned> Arrays = U.arraysOf(E);
  if (Arrays.empty())
    return;
  const clang::Stmt *All = E;
  const clang::CallExpr *Called = nullptr;
  bool IsMade = false;
  for (const clang::Stmt *Around : llvm::reverse(Path)) {
    if (Around == E)
      continue;
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(Around);
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(Around);
    bool IsAddress =
        llvm::isa<clang::CastExpr, clang::ParenExpr, clang::ArraySubscriptExpr,
                  clang::MemberExpr, clang::AbstractConditionalOperator>(
            Around) ||
        (B && (B->isAdditiveOp() || B->isCommaOp())) ||
        (X &&
         (X->getOpcode() == clang::UO_AddrOf ||
          X->getOpcode() == clang::UO_Deref || X->isIncrementDecrementOp()));
    // A value that was read is no address any more.
    if (auto *C = llvm::dyn_cast<clang::CastExpr>(Around);
        C && C->getCastKind() == clang::CK_LValueToRValue &&
        !C->getType()->isPointerType())
      IsAddress = false;
    if (auto *Call = llvm::dyn_cast<clang::CallExpr>(Around);
        Call && Call->getCallee() != All)
      Called = Call;
    auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(Around);
    IsMade = Made && !Made->getConstructor()->isCopyOrMoveConstructor();
    if (!IsAddress)
      break;
    All = Around;
  }
  for (unsigned Array : Arrays)
    Into.Mentions[Array].push_back(
        {All, F, Under, statement(), Called, IsMade});
}

/// What Path leads to, or a part of it that no expression goes on around.
const clang::Stmt *FunctionIndex::statement() const {
  const clang::Stmt *All = Path.back();
  for (const clang::Stmt *Around : llvm::reverse(Path)) {
    if (!llvm::isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt,
                   clang::AsmStmt>(Around))
      break;
    All = Around;
  }
  return All;
}

void FunctionIndex::call(const clang::CallExpr *C) {
  if (const clang::FunctionDecl *Callee = C->getDirectCallee())
    Into.Calls[Callee->getCanonicalDecl()].push_back({C, F, Under});
  for (const clang::Expr *Argument : C->arguments())
    if (Argument->isGLValue()) // It may be changed there.
      changed(Argument, C);
  if (auto *M = llvm::dyn_cast<clang::CXXMemberCallExpr>(C))
    changed(M->getImplicitObjectArgument(), C);
}

/// A kernel's name in a call such as `cudaLaunchKernel(k, grid, block, ...)`.
void FunctionIndex::launch(const clang::DeclRefExpr *Name) {
  auto *K = llvm::dyn_cast<clang::FunctionDecl>(Name->getDecl());
  if (!K || !isKernel(K) ||
      llvm::any_of(Path, llvm::IsaPred<clang::CUDAKernelCallExpr>))
    return;
  Into.Launches[K->getCanonicalDecl()].push_back({outermost(), F, Under});
}

/// The expression that all of Path up to its end belongs to.
const clang::Stmt *FunctionIndex::outermost() const {
  const clang::Stmt *All = Path.back();
  for (const clang::Stmt *Around : llvm::reverse(Path))
    if (llvm::isa<clang::Expr>(Around))
      All = Around;
    else
      break;
  return All;
}

void FunctionIndex::note(const clang::Stmt *S) {
  Into.HasHidden |= llvm::isa<clang::AsmStmt>(S);
  if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S))
    launch(R);
  if (auto *E = llvm::dyn_cast<clang::Expr>(S);
      E && llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(S))
    mention(E);
  if (auto *E = llvm::dyn_cast<clang::Expr>(S))
    if (auto It = U.Numbers.All.find(E); It != U.Numbers.All.end())
      for (unsigned Array : It->second)
        Into.Mentions[Array].push_back({statement(), F, Under, statement()});
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
      B && B->isAssignmentOp())
    changed(B->getLHS(), B);
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(S)) {
    if (X->isIncrementDecrementOp())
      changed(X->getSubExpr(), X);
    if (X->getOpcode() == clang::UO_AddrOf) // Who gets it may change it.
      changed(X->getSubExpr(), outermost());
  }
  if (auto *C = llvm::dyn_cast<clang::CallExpr>(S))
    call(C);
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
    for (const clang::Decl *Each : D->decls()) {
      if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
          V && V->hasInit() && V->getType()->isReferenceType())
        changed(V->getInit(), V->getInit());
      if (isUsing(Each))
        Into.Usings.merge(namesIn(U, Each->getSourceRange()));
    }
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt,
                clang::GotoStmt>(S))
    llvm::append_range(Into.Leaving[F], Under);
}

void FunctionIndex::visit(const clang::Stmt *S) {
  if (!S)
    return;
  Path.push_back(S);
  note(S);
  const size_t Outer = Under.size();
  for (const clang::Stmt *Head : headOf(S))
    if (Head)
      Under.push_back(Head);
  for (const clang::Stmt *Child : S->children())
    visit(Child);
  Under.truncate(Outer);
  Path.pop_back();
}

/// Collects the slice of one array.
class Slicer {
public:
  explicit Slicer(const PlaceNames &From) : From(From), U(From.U) {}

  void declaration(const clang::DeclaratorDecl *V);
  void use(const PlaceNames::Use &One) {
    statement(One.Statement);
    stmt(One.What);
    if (One.Call)
      callee(One.Call, One.In);
    if (One.IsMade)
      types(One.Statement);
    for (const clang::Stmt *S : One.Under)
      stmt(S);
    runsIn(One.In);
  }
  void statement(const clang::Stmt *S);
  void launches(const clang::FunctionDecl *Kernel);
  PlaceSlice finish();
  void stmt(const clang::Stmt *S);

private:
  void sizes(const clang::CallExpr *Config);
  void launch(const PlaceNames::Use &One);
  void reaches(const clang::FunctionDecl *F);
  void decl(const clang::ValueDecl *D);
  void parameter(const clang::ParmVarDecl *P);
  void forEachGiven(const clang::ParmVarDecl *P,
                    llvm::function_ref<void(const clang::Expr *)> Visit) const;
  void sizes(const clang::TypeSourceInfo *Info);
  void implied(const clang::Stmt *S);
  void function(const clang::FunctionDecl *F);
  void view(const clang::ExplicitCastExpr *C);
  void callee(const clang::CallExpr *C, const clang::FunctionDecl *In);
  void types(const clang::Stmt *S);
  void types(const clang::ValueDecl *D);
  void ways(const clang::FunctionDecl *F);
  void runsIn(const clang::FunctionDecl *F);
  void names(clang::SourceRange R) { Out.Names.merge(namesIn(U, R)); }

  const PlaceNames &From;
  const PointerUnit &U;
  PlaceSlice Out;
  llvm::DenseSet<const clang::Stmt *> SeenStmts, SeenTypes;
  llvm::DenseSet<const clang::FunctionDecl *> SeenWays;
  llvm::DenseSet<const clang::Decl *> SeenDecls;
};

/// Once for all instances of a template.
void Slicer::statement(const clang::Stmt *S) {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::SourceLocation Begin =
      S ? SM.getExpansionLoc(S->getBeginLoc()) : clang::SourceLocation();
  if (Begin.isValid())
    Out.Statements.insert(
        {Begin, SM.getExpansionRange(S->getEndLoc()).getEnd()});
}

void Slicer::stmt(const clang::Stmt *S) {
  if (!S || !SeenStmts.insert(S).second)
    return;
  names(S->getSourceRange());
  walk(S, [&](const clang::Stmt *Below) {
    if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(Below))
      decl(R->getDecl());
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(Below))
      decl(M->getMemberDecl());
    if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(Below)) {
      sizes(C->getTypeInfoAsWritten());
      view(C);
    }
    implied(Below);
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(Below))
      for (const clang::Decl *Each : D->decls())
        if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each)) {
          sizes(V->getTypeSourceInfo());
          decl(V);
        }
    return true;
  });
}

/// What runs, or is a value, and stands elsewhere: constructors, and what
/// parameters and members are where nothing else is said.
void Slicer::implied(const clang::Stmt *S) {
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(S))
    decl(C->getConstructor());
  else if (auto *C = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(S))
    decl(C->getConstructor());
  else if (auto *A = llvm::dyn_cast<clang::CXXDefaultArgExpr>(S)) {
    names(A->getParam()->getSourceRange());
    stmt(A->getExpr());
  } else if (auto *I = llvm::dyn_cast<clang::CXXDefaultInitExpr>(S)) {
    names(I->getField()->getSourceRange());
    stmt(I->getExpr());
  }
}

/// `*(float4 *)(s + i)`: what decides how large an object it is.
void Slicer::view(const clang::ExplicitCastExpr *C) {
  const clang::TypeSourceInfo *Info = C->getTypeInfoAsWritten();
  const clang::QualType T = Info ? Info->getType() : clang::QualType();
  if (T.isNull() || !(T->isPointerType() || T->isReferenceType()))
    return;
  Out.ElementNames.merge(namesIn(U, Info->getTypeLoc().getSourceRange()));
  const clang::RecordDecl *R = T->getPointeeType()->getAsRecordDecl();
  if (R && U.Source.isUserCode(R->getLocation()))
    Out.ElementNames.merge(namesIn(U, R->getSourceRange()));
}

/// Calls \p Visit with what each call gives \p P.
void Slicer::forEachGiven(
    const clang::ParmVarDecl *P,
    llvm::function_ref<void(const clang::Expr *)> Visit) const {
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(P->getDeclContext());
  auto It = F ? From.Calls.find(F->getCanonicalDecl()) : From.Calls.end();
  if (It == From.Calls.end())
    return;
  for (const PlaceNames::Use &Call : It->second) {
    auto *C = llvm::cast<clang::CallExpr>(Call.What);
    if (P->getFunctionScopeIndex() < C->getNumArgs())
      Visit(C->getArg(P->getFunctionScopeIndex()));
  }
}

/// What gets the array, which a macro may choose; and of several functions of
/// its name, the types of what it is called with.
void Slicer::callee(const clang::CallExpr *C, const clang::FunctionDecl *In) {
  names(C->getCallee()->getSourceRange());
  const clang::FunctionDecl *F = C->getDirectCallee();
  auto Of = F && F->getIdentifier() ? From.Functions.find(F->getNameAsString())
                                    : From.Functions.end();
  if (F && (F->isImplicit() || F->isDefaulted()))
    return; // A struct is copied.
  if (F && !llvm::isa<clang::CXXOperatorCallExpr>(C) &&
      (Of == From.Functions.end() || Of->second < 2))
    return;
  Out.CalleeNames.insert(From.Usings.begin(), From.Usings.end());
  types(C);
  ways(In);
}

/// What says the types of all that \p S names.
void Slicer::types(const clang::Stmt *S) {
  if (!S || !SeenTypes.insert(S).second)
    return;
  Out.CalleeNames.merge(namesIn(U, S->getSourceRange()));
  walk(S, [&](const clang::Stmt *Below) {
    if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(Below))
      types(R->getDecl());
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(Below))
      types(M->getMemberDecl());
    return true;
  });
}

void Slicer::types(const clang::ValueDecl *D) {
  Out.CalleeNames.merge(namesIn(U, {D->getBeginLoc(), D->getLocation()}));
  auto *V = llvm::dyn_cast<clang::VarDecl>(D);
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
  if (V && V->getType()->getContainedAutoType())
    types(V->getInit());
  if (F && F->getDeclaredReturnType()->getContainedAutoType() && F->hasBody())
    types(F->getBody());
  if (auto *P = llvm::dyn_cast<clang::ParmVarDecl>(D))
    forEachGiven(P, [&](const clang::Expr *E) { types(E); });
}

/// With which arguments of its template \p F is called, and those that do so.
void Slicer::ways(const clang::FunctionDecl *F) {
  if (!SeenWays.insert(F).second)
    return;
  if (const clang::FunctionTemplateDecl *T = F->getPrimaryTemplate())
    Out.CalleeNames.merge(
        namesIn(U, T->getTemplateParameters()->getSourceRange()));
  auto It = From.Calls.find(F->getCanonicalDecl());
  if (It == From.Calls.end())
    return;
  for (const PlaceNames::Use &Call : It->second) {
    auto *C = llvm::cast<clang::CallExpr>(Call.What);
    Out.CalleeNames.merge(namesIn(U, C->getCallee()->getSourceRange()));
    ways(Call.In);
  }
}

void Slicer::parameter(const clang::ParmVarDecl *P) {
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(P->getDeclContext());
  // Which memory a kernel gets decides nothing: what it reads there is unknown.
  if (!F || (isKernel(F) && P->getType()->isPointerType()))
    return;
  forEachGiven(P, [&](const clang::Expr *E) { stmt(E); });
}

void Slicer::function(const clang::FunctionDecl *F) {
  const clang::FunctionDecl *Body = nullptr;
  if (!F->getBody(Body) || !U.Source.isUserCode(Body->getLocation()))
    return;
  Out.Functions.insert(Body);
  names({Body->getBeginLoc(), Body->getTypeSpecEndLoc()}); // What it returns.
  stmt(Body->getBody());
  if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(Body))
    for (const clang::CXXCtorInitializer *I : C->inits())
      stmt(I->getInit());
  // `template <int N = SIZE>`
  if (const clang::FunctionTemplateDecl *T = F->getPrimaryTemplate())
    names(T->getTemplateParameters()->getSourceRange());
}

void Slicer::decl(const clang::ValueDecl *D) {
  D = llvm::cast<clang::ValueDecl>(D->getCanonicalDecl());
  if (!SeenDecls.insert(D).second)
    return;
  // It may be spelled nowhere: `GET(32)`, `#define GET(n) get##n`.
  if (D->getIdentifier() && U.Source.isUserCode(D->getLocation()))
    Out.Names.insert(D->getNameAsString());
  if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
    return function(F);
  auto *V = llvm::dyn_cast<clang::VarDecl>(D);
  if (!V || isInSharedMemory(V)) // Its accesses have slices of their own.
    return;
  if (auto *P = llvm::dyn_cast<clang::ParmVarDecl>(V))
    parameter(P);
  else if (V->getAnyInitializer())
    stmt(V->getAnyInitializer());
  // What it is rounded to.
  const clang::QualType T = V->getType();
  if (!V->isLocalVarDeclOrParm())
    names(V->getSourceRange());
  else if (T->isIntegralOrEnumerationType() || T->isRecordType())
    names({V->getBeginLoc(), V->getLocation()});
  if (auto It = From.Changes.find(V); It != From.Changes.end())
    for (const PlaceNames::Use &Change : It->second) {
      stmt(Change.What);
      for (const clang::Stmt *S : Change.Under)
        stmt(S);
    }
}

/// Which lanes come to \p F, and with which template arguments.
void Slicer::runsIn(const clang::FunctionDecl *F) {
  if (!Out.Functions.insert(F).second)
    return;
  if (auto It = From.Leaving.find(F); It != From.Leaving.end())
    for (const clang::Stmt *S : It->second)
      stmt(S);
  if (auto It = From.Launches.find(F->getCanonicalDecl());
      It != From.Launches.end())
    for (const PlaceNames::Use &Launch : It->second)
      stmt(Launch.What);
  auto It = From.Calls.find(F->getCanonicalDecl());
  if (It == From.Calls.end())
    return;
  for (const PlaceNames::Use &Call : It->second) {
    auto *C = llvm::cast<clang::CallExpr>(Call.What);
    names(C->getCallee()->getSourceRange());
    if (auto *Launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(C))
      sizes(Launch->getConfig());
    for (const clang::Stmt *S : Call.Under)
      stmt(S);
    if (!llvm::isa<clang::CUDAKernelCallExpr>(C))
      runsIn(Call.In);
  }
}

void Slicer::declaration(const clang::DeclaratorDecl *V) {
  // Up to the name: the type.
  Out.ElementNames.merge(namesIn(U, {V->getBeginLoc(), V->getLocation()}));
  sizes(V->getTypeSourceInfo());
}

/// Those of the arrays that a type is made of.
void Slicer::sizes(const clang::TypeSourceInfo *Info) {
  for (clang::TypeLoc L = Info ? Info->getTypeLoc() : clang::TypeLoc(); L;
       L = L.getNextTypeLoc())
    if (auto A = L.getAs<clang::ArrayTypeLoc>())
      stmt(A.getSizeExpr());
}

/// How large a launch makes blocks and dynamic memory. How many blocks there
/// are decides nothing about any of them.
void Slicer::sizes(const clang::CallExpr *Config) {
  for (unsigned I = 1; Config && I < Config->getNumArgs(); ++I)
    stmt(Config->getArg(I));
}

/// The sizes of one launch, what it passes by value, and all ways to it.
void Slicer::launch(const PlaceNames::Use &One) {
  if (auto *C = llvm::dyn_cast<clang::CUDAKernelCallExpr>(One.What)) {
    names(C->getBeginLoc());
    sizes(C->getConfig());
    for (const clang::Expr *A : C->arguments())
      if (A->getType()->isIntegralOrEnumerationType())
        stmt(A);
  } else {
    stmt(One.What);
  }
  for (const clang::Stmt *S : One.Under)
    stmt(S);
  reaches(One.In);
}

/// Everything that may lead to a run of \p F.
void Slicer::reaches(const clang::FunctionDecl *F) {
  if (!Out.Functions.insert(F).second)
    return;
  Out.Names.insert(F->getNameAsString());
  if (auto It = From.Leaving.find(F); It != From.Leaving.end())
    for (const clang::Stmt *S : It->second)
      stmt(S);
  auto It = From.Calls.find(F->getCanonicalDecl());
  if (It == From.Calls.end())
    return;
  for (const PlaceNames::Use &Call : It->second) {
    names(llvm::cast<clang::CallExpr>(Call.What)->getCallee()->getSourceRange());
    for (const clang::Stmt *S : Call.Under)
      stmt(S);
    reaches(Call.In);
  }
}

void Slicer::launches(const clang::FunctionDecl *Kernel) {
  Out.Kernel = Kernel->getNameAsString();
  Out.Names.insert(Out.Kernel);
  for (const auto *All : {&From.Calls, &From.Launches})
    if (auto It = All->find(Kernel->getCanonicalDecl()); It != All->end())
      for (const PlaceNames::Use &One : It->second)
        launch(One);
}

PlaceSlice Slicer::finish() {
  From.close(Out.CalleeNames);
  Out.Names.insert(From.Usings.begin(), From.Usings.end());
  Out.Names.insert(Out.CalleeNames.begin(), Out.CalleeNames.end());
  From.close(Out.Names);
  From.close(Out.ElementNames);
  return std::move(Out);
}

} // namespace bankfix

void PlaceNames::close(NameSet &Names) const {
  std::vector<std::string> Todo(Names.begin(), Names.end());
  while (!Todo.empty()) {
    std::string Name = std::move(Todo.back());
    Todo.pop_back();
    if (auto It = Said.find(Name); It != Said.end())
      for (const std::string &Next : It->second)
        if (Names.insert(Next).second)
          Todo.push_back(Next);
  }
}

/// Fills PlaceSlice::Reached and ReachedNames, and has what assembly there is
/// made of in its names.
void PlaceNames::addReached(PlaceSlice &S) const {
  std::vector<const clang::FunctionDecl *> Todo(S.Functions.begin(),
                                                S.Functions.end());
  while (!Todo.empty()) {
    const clang::FunctionDecl *F = Todo.back();
    Todo.pop_back();
    if (!S.Reached.insert(F).second)
      continue;
    S.ReachedNames.merge(namesIn(U, F->getSourceRange()));
    walk(F->getBody(), [&](const clang::Stmt *Below) {
      if (llvm::isa<clang::AsmStmt>(Below))
        S.Names.merge(namesIn(U, Below->getSourceRange()));
      auto *C = llvm::dyn_cast<clang::CallExpr>(Below);
      const clang::FunctionDecl *Callee = C ? C->getDirectCallee() : nullptr;
      const clang::FunctionDecl *Body = nullptr;
      if (Callee && Callee->getBody(Body) &&
          U.Source.isUserCode(Body->getLocation()))
        Todo.push_back(Body);
      return true;
    });
  }
  close(S.ReachedNames);
}

namespace {
/// The macro that a call in the text names, and all that its arguments spell.
using MacroCall = std::pair<std::string, NameSet>;
} // namespace

/// The calls of \p Macros, with what they spell, in the text of \p F.
static std::vector<MacroCall>
macroCalls(const PointerUnit &U, const clang::FunctionDecl *F,
           const std::map<std::string, NameSet> &Macros) {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::SourceLocation Begin = SM.getExpansionLoc(F->getBeginLoc());
  const clang::FileID File = SM.getFileID(Begin);
  const unsigned End = SM.getFileOffset(SM.getExpansionLoc(F->getEndLoc()));
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  Raw.seek(SM.getFileOffset(Begin), /*IsAtStartOfLine=*/true);
  std::vector<MacroCall> Out;
  // Of open parentheses: the call in Out, if it is one's.
  llvm::SmallVector<std::optional<size_t>, 8> Open;
  std::string Last;
  clang::Token T;
  for (Raw.LexFromRawLexer(T);
       T.isNot(clang::tok::eof) && SM.getFileOffset(T.getLocation()) <= End;
       Raw.LexFromRawLexer(T)) {
    std::string Name;
    if (T.is(clang::tok::raw_identifier)) {
      Name = clang::Lexer::getSpelling(T, SM, U.Context.getLangOpts());
      // What it spells itself, if no other macro gets it.
      if (auto It = Macros.find(Name);
          It != Macros.end() && llvm::none_of(Open, [](const auto &Call) {
            return Call.has_value();
          }))
        Out.push_back(*It);
      for (std::optional<size_t> Call : Open)
        if (Call)
          Out[*Call].second.insert(Name);
    } else if (T.is(clang::tok::l_paren)) {
      Open.push_back(std::nullopt);
      if (Macros.count(Last)) {
        Open.back() = Out.size();
        Out.push_back({Last, {}});
      }
    } else if (T.is(clang::tok::r_paren) && !Open.empty()) {
      Open.pop_back();
    }
    Last = std::move(Name);
  }
  return Out;
}

/// `STEP(x);`, of which this build may make nothing: what gets a name of \p S,
/// another one may have change it.
void PlaceNames::addCalled(PlaceSlice &S) const {
  std::vector<MacroCall> Calls;
  for (const clang::FunctionDecl *F : S.Functions)
    llvm::append_range(Calls, macroCalls(U, F, Macros));
  for (size_t Before = 0; Before != S.Names.size();) {
    Before = S.Names.size();
    for (const auto &[Macro, Arguments] : Calls)
      if (llvm::any_of(Arguments, [&](const std::string &Name) {
            return S.Names.count(Name) != 0;
          }))
        S.Names.insert(Macro);
    close(S.Names);
  }
}

/// The names in \p R, and in all that is included there.
NameSet PlaceNames::spelledIn(clang::SourceRange R) const {
  NameSet Out = namesIn(U, R);
  const clang::SourceManager &SM = U.Source.manager();
  const clang::SourceLocation Begin = SM.getExpansionLoc(R.getBegin()),
                              End = SM.getExpansionLoc(R.getEnd());
  for (const ConditionalText &Text : Texts)
    if (clang::SourceLocation At = SM.getIncludeLoc(Text.File);
        At.isValid() && SM.getFileID(At) == SM.getFileID(Begin) &&
        SM.getFileID(End) == SM.getFileID(Begin) && Begin < At && At < End)
      Out.insert(Text.Spelled.begin(), Text.Spelled.end());
  return Out;
}

/// What types and constants of \p DC say.
void PlaceNames::readDeclarations(const clang::DeclContext *DC) {
  for (const clang::Decl *D : DC->noload_decls()) {
    if (!U.Source.isUserCode(D->getLocation()))
      continue;
    const bool IsOfHeader = !U.Source.inMainFile(D->getLocation());
    if (auto *E = llvm::dyn_cast<clang::EnumDecl>(D))
      for (const clang::EnumConstantDecl *C : E->enumerators()) {
        Said[C->getNameAsString()].merge(spelledIn(E->getSourceRange()));
        if (IsOfHeader)
          FromHeaders.insert(C->getNameAsString());
      }
    auto *N = llvm::dyn_cast<clang::NamedDecl>(D);
    if (auto *Friend = llvm::dyn_cast<clang::FriendDecl>(D))
      N = Friend->getFriendDecl();
    if (isUsing(D))
      Usings.merge(spelledIn(D->getSourceRange()));
    if (N && N->getIdentifier() && N->isFirstDecl() &&
        llvm::isa<clang::FunctionDecl, clang::FunctionTemplateDecl>(N))
      ++Functions[N->getNameAsString()];
    // Sizes may be what they compute.
    if (auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(
            N ? N->getAsFunction() : nullptr);
        F && F->isConstexpr())
      Said[N->getNameAsString()].merge(spelledIn(F->getSourceRange()));
    if (N && IsOfHeader)
      FromHeaders.insert(N->getNameAsString());
    if (N &&
        llvm::isa<clang::TypeDecl, clang::VarDecl, clang::FieldDecl,
                  clang::TypeAliasTemplateDecl, clang::ClassTemplateDecl>(D))
      Said[N->getNameAsString()].merge(spelledIn(D->getSourceRange()));
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl,
                  clang::RecordDecl>(D))
      readDeclarations(llvm::cast<clang::DeclContext>(D));
  }
}

PlaceNames::PlaceNames(const PointerUnit &U,
                       llvm::ArrayRef<ConditionalText> Texts)
    : U(U), Texts(Texts) {
  forEachFunction(
      U, [&](const clang::FunctionDecl *F) { FunctionIndex Index(*this, F); });
  readDeclarations(U.Context.getTranslationUnitDecl());
  for (const ConditionalText &Text : Texts)
    for (const Conditional &C : Text.Conditionals)
      HasHidden |= llvm::any_of(C.Branches, [](const ConditionalBranch &B) {
        return B.HasHidden;
      });
  for (const ConditionalText &Text : Texts)
    for (const auto &[Name, Macro] : Text.Macros) {
      NameSet &Spells = Macros[Name];
      auto Here = U.Preprocessed.Texts.find(Name);
      auto IsParameter = [&](const std::string &Token) {
        return Here != U.Preprocessed.Texts.end() &&
               llvm::is_contained(Here->second.Parameters, Token);
      };
      if (Text.File != U.Source.manager().getMainFileID())
        FromHeaders.insert(Name);
      for (const std::string &Token : Macro.Body)
        if (clang::isAsciiIdentifierStart(Token[0])) {
          Said[Name].insert(Token);
          if (!IsParameter(Token))
            Spells.insert(Token);
        }
    }
  for (const auto &[Macro, Made] : U.Preprocessed.Pasted)
    Said[Macro].insert(Made.begin(), Made.end());
}

PlaceSlice
PlaceNames::ofLaunches(const clang::FunctionDecl *Kernel) const {
  Slicer S(*this);
  S.launches(Kernel);
  return S.finish();
}

PlaceSlice PlaceNames::of(llvm::ArrayRef<unsigned> Arrays) const {
  Slicer S(*this);
  for (const auto &[V, I] : U.Arrays)
    if (llvm::is_contained(Arrays, I))
      for (const clang::VarDecl *D : V->redecls())
        S.declaration(D);
  for (const auto &[Member, I] : U.Members)
    if (llvm::is_contained(Arrays, I))
      S.declaration(Member.second);
  for (const auto &[E, I] : U.HostSizes)
    if (llvm::is_contained(Arrays, I))
      S.stmt(E);
  for (unsigned Array : Arrays)
    if (auto It = Mentions.find(Array); It != Mentions.end())
      for (const Use &One : It->second)
        S.use(One);
  PlaceSlice Out = S.finish();
  addCalled(Out);
  if (HasHidden)
    addReached(Out);
  return Out;
}
