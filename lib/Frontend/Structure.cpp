//===- Structure.cpp - Everything that an edit must not change, as text ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each node is written as its class, its type, what distinguishes it (operator,
// value, name), and its children. Local names carry a number, so that a
// shadowed name differs from the one it hides. A class that is not listed here
// is written with its whole source text: more than needed, never less.
//
//===----------------------------------------------------------------------===//

#include "Structure.h"
#include "BankModes.h"
#include "FlatIndex.h"
#include "Lowering.h"
#include "VariableFacts.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallString.h"

using namespace bankfix;

namespace {

class Writer {
public:
  /// \p Accesses is where subscripts go; null writes marks alone.
  Writer(Unit &U, DeclStructure &Into, bool WithAccesses)
      : U(U), Into(Into), OS(Into.Text), Policy(U.Context.getLangOpts()),
        Pure(WithAccesses ? std::make_unique<Lowering>(U) : nullptr) {
    // An edit before a lambda, or a struct without a name, moves it.
    Policy.AnonymousTagLocations = false;
  }

  void decl(const clang::Decl *D);
  void stmt(const clang::Stmt *S);

private:
  void node(const clang::Stmt *S);
  bool offset(const clang::Expr *E);
  bool hasOffsets(unsigned Array) const {
    const SharedArray &A = U.Out.Prog.Arrays[Array];
    return A.Offsets && !A.OffsetsStay;
  }
  void children(const clang::Stmt *S) {
    bool IsList = llvm::isa<clang::CompoundStmt>(S);
    for (const clang::Stmt *C : partsOf(U, S))
      if (IsList && C && isEightByteCall(C))
        ++Into.BankModeCalls;
      else if (IsList && C && isRequirement(C))
        continue;
      else
        stmt(C);
  }
  void type(clang::QualType T) {
    OS << ':';
    if (!T.isNull()) // Else a part of something that did not resolve.
      OS << T.getCanonicalType().getAsString(Policy);
  }
  void typeOf(const clang::Expr *E);
  void typeOf(const clang::ValueDecl *V);
  bool isPart(const clang::ValueDecl *V) const;
  bool takesParts(const clang::FunctionDecl *F) const;
  void name(const clang::ValueDecl *D);
  void numberVariables(llvm::ArrayRef<const clang::Expr *> Subscripts);
  void access(const MatchedAccess &A);
  void hostSize(const clang::Expr *E, unsigned Array);
  bool detail(const clang::Stmt *S);
  bool namedNode(const clang::Stmt *S);
  bool lambda(const clang::LambdaExpr *L);
  void variable(const clang::VarDecl *V);
  void function(const clang::FunctionDecl *F);
  void functionTemplate(const clang::FunctionTemplateDecl *T);
  void record(const clang::RecordDecl *R);

  Unit &U;
  DeclStructure &Into;
  llvm::raw_string_ostream OS;
  clang::PrintingPolicy Policy;
  llvm::DenseMap<const clang::Decl *, unsigned> Numbers;
  std::unique_ptr<Lowering> Pure;
};

/// Types whose sizes follow those of an array are not written: Clang accepts
/// such a pointer only where the sizes are the array's own, and the proof
/// compares those.
void Writer::typeOf(const clang::Expr *E) {
  const clang::Expr *Plain = E->IgnoreParenImpCasts();
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Plain))
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl());
        F && takesParts(F)) {
      OS << ":function";
      return;
    }
  clang::QualType T = E->getType();
  if (T.isNull()) // A part of something that did not resolve.
    return type(T);
  if (T->isPointerType())
    T = T->getPointeeType();
  LeadsTo L = T->isArrayType() ? leadsTo(U, E) : LeadsTo();
  if (!L.Exact)
    return type(E->getType());
  OS << ":part " << L.Exact->Level << (T.isConstQualified() ? " const" : "")
     << (T.isVolatileQualified() ? " volatile" : "");
}

/// \p V points or refers to a part of an array that has sizes of its own.
bool Writer::isPart(const clang::ValueDecl *V) const {
  const LeadsTo *L = U.Leads.find(V);
  if (!L || !L->Exact)
    return false;
  clang::QualType T = V->getType();
  return T->isArrayType() || ((T->isPointerType() || T->isReferenceType()) &&
                              T->getPointeeType()->isArrayType());
}

void Writer::typeOf(const clang::ValueDecl *V) {
  if (!isPart(V))
    return type(V->getType());
  clang::QualType T = V->getType()->getPointeeType();
  OS << ":to part " << U.Leads.find(V)->Exact->Level
     << (V->getType()->isReferenceType() ? " &" : " *")
     << (V->getType().isConstQualified() ? " const" : "")
     << (T.isConstQualified() ? " of const" : "")
     << (T.isVolatileQualified() ? " of volatile" : "");
}

bool Writer::takesParts(const clang::FunctionDecl *F) const {
  return llvm::any_of(F->parameters(),
                      [&](const clang::ParmVarDecl *P) { return isPart(P); });
}

void Writer::name(const clang::ValueDecl *D) {
  OS << ' ';
  if (!D->getParentFunctionOrMethod())
    return D->printQualifiedName(OS, Policy);
  // Qualified by the function, it would have the types of its parameters.
  D->printName(OS, Policy);
  unsigned N =
      Numbers.try_emplace(D->getCanonicalDecl(), Numbers.size()).first->second;
  OS << '#' << N;
}

/// Variables get numbers when they are first met. In an access that is in the
/// order of their declarations, as a layout may swap the subscripts.
void Writer::numberVariables(llvm::ArrayRef<const clang::Expr *> Subscripts) {
  llvm::SmallVector<const clang::DeclRefExpr *, 4> Met;
  for (const clang::Expr *E : Subscripts)
    walk(E, [&](const clang::Stmt *Below) {
      auto *R = llvm::dyn_cast<clang::DeclRefExpr>(Below);
      if (R && llvm::isa<clang::VarDecl>(R->getDecl()) &&
          integerType(U.Context, R->getType()))
        Met.push_back(R);
      return true;
    });
  llvm::sort(Met, [](const auto *X, const auto *Y) {
    return X->getDecl()->getLocation() < Y->getDecl()->getLocation();
  });
  for (const clang::DeclRefExpr *R : Met)
    Pure->pureValue(R);
}

void Writer::access(const MatchedAccess &A) {
  OS << "@" << A.Array << '+' << A.MemberOffset << ':' << bytesOf(U, A);
  if (A.isThroughVariable(U) && !A.isPlaced(U))
    stmt(A.Base);
  if (hasOffsets(A.Array))
    for (const clang::Expr *E : A.Subscripts)
      stmt(E);
  if (!Pure)
    return;
  StructureAccess S;
  S.Array = A.Array;
  numberVariables(A.Subscripts);
  for (const clang::Expr *E : A.Subscripts)
    S.Subscripts.push_back(asOperand(U, E, Pure->pureValue(E)));
  if (A.isPlaced(U))
    S.Subscripts = placedSubscripts(U, A, S.Subscripts[0]);
  S.IsFlat = A.isFlat(U);
  if (A.Subscripts.size() == 1 && !A.isPlaced(U))
    for (const FlatParts &Parts : flatParts(U, A.Subscripts.front()))
      if (auto Way = flatIndex(
              U.Pool, Parts,
              [&](const clang::Expr *E) { return Pure->pureValue(E); },
              /*MayDiffer=*/true)) // That is shown of the kernel.
        S.Flat.push_back(*Way);
  Into.Accesses.push_back(std::move(S));
  // Accesses inside the subscripts are marks of their own. A layout that
  // repeats a subscript's text refuses such subscripts (NestedAccess).
  for (const clang::Expr *E : A.Subscripts)
    walk(E, [&](const clang::Stmt *Below) {
      auto *X = llvm::dyn_cast<clang::Expr>(Below);
      std::optional<MatchedAccess> Nested = X ? U.match(X) : std::nullopt;
      if (Nested)
        access(*Nested);
      return !Nested;
    });
}

void Writer::hostSize(const clang::Expr *E, unsigned Array) {
  if (!Pure) // What names a value is what the source computes.
    return node(E);
  OS << "@size" << Array;
  if (hasOffsets(Array))
    node(E);
  if (Pure)
    Into.Accesses.push_back({Array, /*IsHostSize=*/true, {Pure->pureValue(E)}});
}

bool Writer::namedNode(const clang::Stmt *S) {
  if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S)) {
    name(R->getDecl());
    if (auto *E = llvm::dyn_cast<clang::EnumConstantDecl>(R->getDecl()))
      OS << '=' << E->getInitVal();
    return true;
  }
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(S)) {
    OS << (M->isArrow() ? "->" : ".");
    return name(M->getMemberDecl()), true;
  }
  if (auto *P = llvm::dyn_cast<clang::MSPropertyRefExpr>(S))
    return name(P->getPropertyDecl()), stmt(P->getBaseExpr()), true;
  if (auto *V = llvm::dyn_cast<clang::ExtVectorElementExpr>(S))
    return OS << '.' << V->getAccessor().getName(), true;
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(S))
    return name(C->getConstructor()), true;
  if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(S))
    return lambda(L);
  if (auto *G = llvm::dyn_cast<clang::GotoStmt>(S))
    return OS << ' ' << G->getLabel()->getName(), true;
  if (auto *L = llvm::dyn_cast<clang::LabelStmt>(S))
    return OS << ' ' << L->getName(), true;
  if (auto *O = llvm::dyn_cast<clang::OpaqueValueExpr>(S))
    return OS << ' ', type(O->getType()), true;
  return false;
}

/// What stands before the body. False where that is a template.
bool Writer::lambda(const clang::LambdaExpr *L) {
  if (L->isGenericLambda())
    return false;
  for (const clang::LambdaCapture &C : L->captures()) {
    OS << " capture " << unsigned(C.getCaptureKind());
    if (C.capturesVariable())
      name(C.getCapturedVar());
  }
  const clang::CXXMethodDecl *F = L->getCallOperator();
  OS << (L->isMutable() ? " mutable" : "");
  type(F->getReturnType());
  for (const clang::Attr *A : F->attrs()) {
    OS << ' ';
    A->printPretty(OS, Policy);
  }
  for (const clang::ParmVarDecl *P : F->parameters())
    variable(P);
  return true;
}

/// Writes what distinguishes \p S from others of its class. False where the
/// class is not known.
bool Writer::detail(const clang::Stmt *S) {
  if (writeLiteral(OS, U, S) || namedNode(S))
    return true;
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S))
    return OS << ' ' << B->getOpcodeStr(), true;
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(S))
    return OS << ' ' << unsigned(X->getOpcode()), true;
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(S))
    return OS << ' ' << C->getCastKindName(), true;
  if (auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(S))
    return OS << ' ' << unsigned(O->getOperator()), true;
  if (auto *T = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(S)) {
    clang::Expr::EvalResult R;
    OS << ' ' << unsigned(T->getKind());
    if (!T->isValueDependent() && T->EvaluateAsInt(R, U.Context))
      OS << '=' << R.Val.getInt();
    return true;
  }
  if (auto *T = llvm::dyn_cast<clang::TypeTraitExpr>(S);
      T && !T->isValueDependent() && T->isStoredAsBoolean())
    return OS << ' ' << T->getTrait() << '=' << T->getBoolValue(), true;
  if (auto *T = llvm::dyn_cast<clang::ArrayTypeTraitExpr>(S))
    return OS << ' ' << T->getTrait() << '=' << T->getValue(), true;
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Each : D->decls())
      decl(Each);
    return true;
  }
  return saysAllByItself(S);
}

void Writer::stmt(const clang::Stmt *S) {
  if (!S) {
    OS << "()";
    return;
  }
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  if (E)
    if (std::optional<MatchedAccess> A = U.match(E))
      return access(*A);
  if (auto It = U.HostSizes.find(E); E && It != U.HostSizes.end())
    return hostSize(E, It->second);
  node(S);
}

/// A macro that only places elements: what it adds is compared by the proof.
bool Writer::offset(const clang::Expr *E) {
  auto It = E ? U.OffsetMarks.find(E) : U.OffsetMarks.end();
  if (It == U.OffsetMarks.end())
    return false;
  OS << "(@offset " << It->second.first;
  typeOf(E);
  stmt(It->second.second);
  OS << ')';
  return true;
}

void Writer::node(const clang::Stmt *S) {
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  if (offset(E))
    return;
  OS << '(' << S->getStmtClassName();
  if (E)
    typeOf(E);
  if (!detail(S)) {
    OS << " `";
    S->printPretty(OS, nullptr, Policy);
    OS << '`';
  }
  if (!llvm::isa<clang::DeclStmt, clang::MSPropertyRefExpr>(S))
    children(S);
  OS << ')';
}

void Writer::variable(const clang::VarDecl *V) {
  OS << "(Var";
  name(V);
  std::optional<unsigned> Array = U.arrayOf(V);
  if (Array)
    OS << " array " << *Array; // Its type is compared by the proof.
  else
    typeOf(V);
  OS << ' ' << unsigned(V->getStorageClass());
  // An array of a class type has a constructor call there, of the array's type.
  if (V->hasInit() &&
      !(Array && llvm::isa<clang::CXXConstructExpr>(V->getInit())))
    stmt(V->getInit());
  OS << ')';
}

void Writer::function(const clang::FunctionDecl *F) {
  OS << "(Function";
  name(F);
  bool GetsArrays = llvm::any_of(
      F->parameters(), [&](const auto *P) { return U.arrayOf(P).has_value(); });
  if (GetsArrays || takesParts(F)) // The parameters are written below.
    type(F->getReturnType());
  else
    type(F->getType());
  for (const clang::Attr *A : F->attrs()) {
    OS << ' ';
    A->printPretty(OS, Policy);
  }
  for (const clang::ParmVarDecl *P : F->parameters())
    variable(P);
  if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
    for (const clang::CXXCtorInitializer *I : C->inits())
      stmt(I->getInit());
  if (F->doesThisDeclarationHaveABody())
    stmt(F->getBody());
  OS << ')';
}

/// An edit stands only where an instance has an access or an array, so what no
/// instance has is as it was; and of what one has, the others are compared,
/// too. The template itself, where nothing is resolved yet, would only show
/// that sizes changed.
void Writer::functionTemplate(const clang::FunctionTemplateDecl *T) {
  OS << "(Template";
  bool Any = false;
  for (const clang::FunctionDecl *S : T->specializations())
    Any |= S->doesThisDeclarationHaveABody() || S->getDefinition();
  if (!Any)
    function(T->getTemplatedDecl());
  for (const clang::FunctionDecl *S : T->specializations())
    function(S);
  OS << ')';
}

void Writer::record(const clang::RecordDecl *R) {
  OS << "(Record " << R->getKindName().str();
  type(U.Context.getCanonicalTagType(R));
  for (const clang::Attr *A : R->attrs()) {
    OS << ' ';
    A->printPretty(OS, Policy);
  }
  if (auto *C = llvm::dyn_cast<clang::CXXRecordDecl>(R))
    for (const clang::CXXBaseSpecifier &B : C->bases())
      type(B.getType());
  for (const clang::Decl *D : R->decls()) {
    if (D->isImplicit() || isRequirement(D))
      continue;
    auto *F = llvm::dyn_cast<clang::FieldDecl>(D);
    if (!F) {
      decl(D);
      continue;
    }
    if (U.Pads.contains(F)) // Its size is compared by the proof.
      continue;
    OS << "(Field " << F->getName();
    bool IsArray = llvm::any_of(
        U.Members, [&](const auto &M) { return M.first.second == F; });
    if (IsArray) // Its type is compared by the proof.
      OS << " array";
    else
      type(F->getType());
    if (F->isBitField())
      stmt(F->getBitWidth());
    if (F->hasInClassInitializer() && F->getInClassInitializer())
      stmt(F->getInClassInitializer());
    for (const clang::Attr *A : F->attrs()) {
      OS << ' ';
      A->printPretty(OS, Policy);
    }
    OS << ')';
  }
  OS << ')';
}

void Writer::decl(const clang::Decl *D) {
  if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
    return function(F);
  if (auto *V = llvm::dyn_cast<clang::VarDecl>(D))
    return variable(V);
  if (auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D))
    return functionTemplate(T);
  if (auto *R = llvm::dyn_cast<clang::RecordDecl>(D);
      R && R->isThisDeclarationADefinition() && !R->isDependentContext())
    return record(R);
  if (auto *T = llvm::dyn_cast<clang::ClassTemplateDecl>(D);
      T && llvm::any_of(T->specializations(),
                        [](const auto *S) { return S->hasDefinition(); })) {
    OS << "(Template";
    for (const clang::ClassTemplateSpecializationDecl *S : T->specializations())
      if (S->hasDefinition())
        record(S->getDefinition());
    OS << ')';
    return;
  }
  OS << '(' << D->getDeclKindName() << ' ';
  if (auto *L = llvm::dyn_cast<clang::LinkageSpecDecl>(D)) {
    for (const clang::Decl *Each : L->decls())
      decl(Each);
  } else if (declaresArrays(U, D)) {
    OS << llvm::cast<clang::NamedDecl>(D)->getName();
  } else {
    D->print(OS, Policy);
  }
  OS << ')';
}

} // namespace

std::string bankfix::structureText(const Unit &U, const clang::Stmt *S) {
  DeclStructure D;
  Writer(const_cast<Unit &>(U), D, /*WithAccesses=*/false).stmt(S);
  return D.Text;
}

/// Of a block, one entry for each declaration in it, between two for itself.
static void writeStructure(Unit &U, const clang::Decl *D) {
  DeclStructure S;
  if (auto *N = llvm::dyn_cast<clang::NamedDecl>(D))
    S.Name = N->getNameAsString();
  S.Place = U.Source.place(D->getLocation());
  S.Text = blockOf(D);
  bool IsBlock = !S.Text.empty();
  if (!IsBlock)
    Writer(U, S, /*WithAccesses=*/true).decl(D);
  U.Out.Structure.push_back(S);
  if (!IsBlock)
    return;
  for (const clang::Decl *Each : llvm::cast<clang::DeclContext>(D)->decls())
    writeStructure(U, Each);
  S.Text = ")";
  U.Out.Structure.push_back(std::move(S));
}

void bankfix::writeStructure(Unit &U) {
  for (const clang::Decl *D : U.Context.getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() && U.Source.inMainFile(D->getLocation()) &&
        !isRequirement(D))
      ::writeStructure(U, D);
}
