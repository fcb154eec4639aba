//===- Fingerprint.cpp - Everything that an edit must not change, as text -===//
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

#include "Ast/VariableFacts.h"
#include "Fingerprint/FingerprintWriter.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallString.h"

using namespace bankfix;

/// `&s[i]`
static bool isElementAddress(const PointerUnit &U, const clang::Expr *E) {
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E->IgnoreParens());
  return X && X->getOpcode() == clang::UO_AddrOf && U.match(X->getSubExpr());
}

/// Types whose sizes follow those of an array are not written: Clang accepts
/// such a pointer only where the sizes are the array's own, and the proof
/// compares those.
void FingerprintWriter::typeOf(const clang::Expr *E) {
  const clang::Expr *Plain = E->IgnoreParenImpCasts();
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Plain))
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl());
        F && takesParts(F)) {
      OS << ":function";
      return signature(F);
    }
  clang::QualType T = E->getType();
  if (T.isNull()) // A part of something that did not resolve.
    return type(T);
  // It is const where the pointer is that it went through.
  if (isElementAddress(U, E))
    return type(
        U.Context.getPointerType(T->getPointeeType().getUnqualifiedType()));
  if (T->isPointerType())
    T = T->getPointeeType();
  PointsToSet L = T->isArrayType() ? pointsTo(U, E) : PointsToSet();
  if (!L.Exact)
    return type(E->getType());
  OS << ":part " << L.Exact->Level << (T.isConstQualified() ? " const" : "")
     << (T.isVolatileQualified() ? " volatile" : "");
}

/// \p V points or refers to a part of an array that has sizes of its own.
bool FingerprintWriter::isPart(const clang::ValueDecl *V) const {
  const PointsToSet *L = U.Leads.find(V);
  if (!L || !L->Exact)
    return false;
  clang::QualType T = V->getType();
  return T->isArrayType() || ((T->isPointerType() || T->isReferenceType()) &&
                              T->getPointeeType()->isArrayType());
}

void FingerprintWriter::typeOf(const clang::ValueDecl *V) {
  if (!isPart(V))
    return type(V->getType());
  clang::QualType T = V->getType()->getPointeeType();
  OS << ":to part " << U.Leads.find(V)->Exact->Level
     << (V->getType()->isReferenceType() ? " &" : " *")
     << (V->getType().isConstQualified() ? " const" : "")
     << (T.isConstQualified() ? " of const" : "")
     << (T.isVolatileQualified() ? " of volatile" : "");
}

bool FingerprintWriter::takesParts(const clang::FunctionDecl *F) const {
  return llvm::any_of(F->parameters(), [&](const clang::ParmVarDecl *P) {
    return isPart(P) || U.baseOf(P);
  });
}

/// What others of its name differ in.
void FingerprintWriter::signature(const clang::FunctionDecl *F) {
  if (!takesParts(F))
    return type(F->getType());
  for (const clang::ParmVarDecl *P : F->parameters())
    if (clang::QualType T = P->getType()->getPointeeType();
        !T.isNull() && !U.isBase(llvm::cast<clang::VarDecl>(
                           DerivedVariables::canonical(P))))
      OS << (T.isConstQualified() ? " const" : " other");
}

void FingerprintWriter::name(const clang::ValueDecl *D) {
  OS << ' ';
  if (!D->getParentFunctionOrMethod())
    return D->printQualifiedName(OS, Policy);
  // Qualified by the function, it would have the types of its parameters.
  D->printName(OS, Policy);
  unsigned N =
      Numbers.try_emplace(D->getCanonicalDecl(), Numbers.size()).first->second;
  OS << '#' << N;
}

bool FingerprintWriter::namedNode(const clang::Stmt *S) {
  if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S)) {
    name(R->getDecl());
    if (auto *E = llvm::dyn_cast<clang::EnumConstantDecl>(R->getDecl()))
      OS << '=' << E->getInitVal();
    return true;
  }
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(S)) {
    OS << (M->isArrow() ? "->" : ".");
    name(M->getMemberDecl());
    if (auto *F = llvm::dyn_cast<clang::CXXMethodDecl>(M->getMemberDecl()))
      signature(F);
    return true;
  }
  if (auto *P = llvm::dyn_cast<clang::MSPropertyRefExpr>(S))
    return name(P->getPropertyDecl()), stmt(P->getBaseExpr()), true;
  if (auto *V = llvm::dyn_cast<clang::ExtVectorElementExpr>(S))
    return OS << '.' << V->getAccessor().getName(), true;
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(S))
    return name(C->getConstructor()), signature(C->getConstructor()), true;
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
bool FingerprintWriter::lambda(const clang::LambdaExpr *L) {
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

/// All but the operands, which are its children.
static void assembly(llvm::raw_ostream &OS, const clang::GCCAsmStmt &S) {
  OS << (S.isVolatile() ? " volatile" : "") << (S.isAsmGoto() ? " goto" : "");
  auto Text = [&](llvm::StringRef T) {
    OS << " \"";
    OS.write_escaped(T) << '"';
  };
  Text(S.getAsmString());
  for (unsigned I = 0; I < S.getNumOutputs(); ++I)
    Text(S.getOutputName(I)), Text(S.getOutputConstraint(I));
  OS << " :";
  for (unsigned I = 0; I < S.getNumInputs(); ++I)
    Text(S.getInputName(I)), Text(S.getInputConstraint(I));
  OS << " :";
  for (unsigned I = 0; I < S.getNumClobbers(); ++I)
    Text(S.getClobber(I));
}

/// Writes what distinguishes \p S from others of its class. False where the
/// class is not known.
bool FingerprintWriter::detail(const clang::Stmt *S) {
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
  if (auto *T = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(S))
    return OS << ' ' << unsigned(T->getKind()), true;
  if (auto *T = llvm::dyn_cast<clang::TypeTraitExpr>(S);
      T && !T->isValueDependent() && T->isStoredAsBoolean())
    return OS << ' ' << T->getTrait() << '=' << T->getBoolValue(), true;
  if (auto *T = llvm::dyn_cast<clang::ArrayTypeTraitExpr>(S))
    return OS << ' ' << T->getTrait() << '=' << T->getValue(), true;
  if (auto *A = llvm::dyn_cast<clang::GCCAsmStmt>(S))
    return assembly(OS, *A), true;
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Each : D->decls())
      decl(Each);
    return true;
  }
  return saysAllByItself(S);
}

void FingerprintWriter::stmt(const clang::Stmt *S) {
  if (!S) {
    OS << "()";
    return;
  }
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  if (auto *C = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(E);
      C && C->getCastKind() == clang::CK_NoOp &&
      isElementAddress(U, C->getSubExpr()))
    return stmt(C->getSubExpr());
  if (E)
    if (std::optional<NumberAccess> N = numberAccess(U, E)) {
      OS << "@at" << N->Array;
      typeOf(E);
      return numbered(*N);
    }
  if (E)
    if (std::optional<MatchedAccess> A = U.match(E)) {
      OS << (U.Sums.contains(E->IgnoreParens()) ? "&" : "");
      if (A->IsGrouped || E->getType().isVolatileQualified())
        type(E->getType());
      return access(*A);
    }
  if (auto It = U.HostSizes.find(E); E && It != U.HostSizes.end())
    return hostSize(E, It->second);
  if (auto It = U.Pitches.find(E); E && It != U.Pitches.end())
    return pitch(E, It->second.Array);
  node(S);
}

/// A macro that only places elements: what it adds is compared by the proof.
bool FingerprintWriter::offset(const clang::Expr *E) {
  auto It = E ? U.OffsetMarks.find(E) : U.OffsetMarks.end();
  if (It == U.OffsetMarks.end())
    return false;
  OS << "(@offset " << It->second.first;
  typeOf(E);
  stmt(It->second.second);
  OS << ')';
  return true;
}

/// What its operand's type says alone, which is not evaluated: the value. So is
/// that of a quotient of two, `sizeof(a) / sizeof(a[0])`, of which both may be
/// others.
bool FingerprintWriter::measure(const clang::Expr *E) {
  auto IsMeasure = [](const clang::Expr *X) {
    return X &&
           llvm::isa<clang::UnaryExprOrTypeTraitExpr>(X->IgnoreParenImpCasts());
  };
  auto *B = llvm::dyn_cast_or_null<clang::BinaryOperator>(E);
  bool IsCount = B && B->getOpcode() == clang::BO_Div &&
                 IsMeasure(B->getLHS()) && IsMeasure(B->getRHS());
  clang::Expr::EvalResult R;
  if (!E || (!IsCount && !llvm::isa<clang::UnaryExprOrTypeTraitExpr>(E)) ||
      E->isValueDependent() || !E->EvaluateAsInt(R, U.Context))
    return false;
  OS << (IsCount ? "(Count" : "(Measure");
  typeOf(E);
  if (auto *T = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(E))
    OS << ' ' << unsigned(T->getKind());
  OS << '=' << R.Val.getInt() << ')';
  return true;
}

namespace {
/// What is printed says of a line's number no more than that it is one.
class LinesApart : public clang::PrinterHelper {
public:
  explicit LinesApart(const PointerUnit &U) : U(U) {}
  bool handledStmt(clang::Stmt *S, llvm::raw_ostream &OS) override {
    return llvm::isa<clang::IntegerLiteral>(S) && isLine(U, S) &&
           writeLiteral(OS, U, S);
  }

private:
  const PointerUnit &U;
};
} // namespace

void FingerprintWriter::node(const clang::Stmt *S) {
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  if (offset(E) || measure(E))
    return;
  OS << '(' << S->getStmtClassName();
  if (E)
    typeOf(E);
  if (!detail(S)) {
    OS << " `";
    LinesApart Lines(U);
    S->printPretty(OS, &Lines, Policy);
    OS << '`';
  }
  if (!llvm::isa<clang::DeclStmt, clang::MSPropertyRefExpr>(S))
    children(S);
  OS << ')';
}

void FingerprintWriter::variable(const clang::VarDecl *V) {
  OS << "(Var";
  name(V);
  std::optional<unsigned> Array = U.arrayOf(V);
  if (Array)
    OS << " array " << *Array; // Its type is compared by the proof.
  else
    typeOf(V);
  OS << ' ' << unsigned(V->getStorageClass());
  if (auto It = U.IndexVariables.find(V); It != U.IndexVariables.end())
    OS << " index " << It->second.Array; // Its value is a part of subscripts.
  // An array of a class type has a constructor call there, of the array's type.
  else if (V->hasInit() &&
           !(Array && llvm::isa<clang::CXXConstructExpr>(V->getInit())))
    stmt(V->getInit());
  OS << ')';
}

void FingerprintWriter::function(const clang::FunctionDecl *F, bool WithBody) {
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
    if (!U.isPlainBase(P))
      variable(P);
  if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
    for (const clang::CXXCtorInitializer *I : C->inits())
      stmt(I->getInit());
  if (WithBody && F->doesThisDeclarationHaveABody())
    stmt(F->getBody());
  OS << ')';
}

void FingerprintWriter::pattern(const clang::FunctionTemplateDecl *T,
                                bool WithBody) {
  const clang::FunctionDecl *F = T->getTemplatedDecl();
  T->getTemplateParameters()->print(OS, U.Context, Policy);
  if (const clang::Expr *Needed = F->getTrailingRequiresClause().ConstraintExpr)
    stmt(Needed);
  function(F, WithBody);
}

bool bankfix::hasInstance(const clang::FunctionTemplateDecl *T) {
  return llvm::any_of(T->specializations(), [](const clang::FunctionDecl *S) {
    return S->doesThisDeclarationHaveABody() || S->getDefinition();
  });
}

/// An edit stands only where an instance has an access or an array, so what no
/// instance has is as it was; and of what one has, the others are compared,
/// too. The template itself, where nothing is resolved yet, would only show
/// that sizes changed.
void FingerprintWriter::functionTemplate(const clang::FunctionTemplateDecl *T) {
  OS << "(Template";
  if (!hasInstance(T))
    function(T->getTemplatedDecl());
  for (const clang::FunctionDecl *S : T->specializations())
    function(S);
  OS << ')';
}

void FingerprintWriter::record(const clang::RecordDecl *R) {
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

void FingerprintWriter::decl(const clang::Decl *D) {
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

void FingerprintWriter::access(const MatchedAccess &A) {
  OS << "@" << A.Array << '+' << A.MemberOffset << ':' << bytesOf(U, A);
  // What a place is in, the parameter beside it says.
  const clang::VarDecl *V = namedVariable(A.Base);
  if (A.isThroughVariable(U) && !A.isPlaced(U) && !(V && U.isBase(V)))
    stmt(A.Base);
  if (hasOffsets(A.Array))
    for (const clang::Expr *E : A.Subscripts)
      stmt(E);
  marked(A);
}

std::string bankfix::fingerprintText(const PointerUnit &U,
                                     const clang::Stmt *S) {
  DeclFingerprint D;
  FingerprintWriter(U, D).stmt(S);
  return D.Text;
}
