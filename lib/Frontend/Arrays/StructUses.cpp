//===- StructUses.cpp - What depends on the size of a struct --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allowed are members of the array's elements, references to elements, and
// values in local variables, parameters and results. A copy of a whole element
// would take its padding along: such arrays have better layouts.
//
//===----------------------------------------------------------------------===//

#include "Arrays/ElementStructs.h"
#include "Arrays/StructTypes.h"
#include "Ast/Functions.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace bankfix;

namespace {

using Visitor = clang::ConstDynamicRecursiveASTVisitor;

class StructUses : public Visitor {
public:
  StructUses(const ArrayUnit &U, const clang::RecordDecl *R,
             const std::set<unsigned> &Arrays,
             llvm::DenseSet<const clang::FieldDecl *> &Named)
      : U(U), SM(U.Source.manager()), R(R), Types(R), Arrays(Arrays),
        Named(Named) {
    ShouldVisitTemplateInstantiations = true;
    addName(R);
  }

  bool areKnown();

  // Each returns false for what is not known, which ends the walk.
  bool TraverseDecl(const clang::Decl *D) override;
  bool TraverseStmt(const clang::Stmt *S) override;
  bool TraverseTemplateArgument(const clang::TemplateArgument &A) override;
  bool
  TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc &A) override;
  bool
  TraverseConstructorInitializer(const clang::CXXCtorInitializer *I) override;
  bool VisitTypeLoc(clang::TypeLoc L) override;
  bool VisitTagDecl(const clang::TagDecl *D) override;
  bool VisitCXXRecordDecl(const clang::CXXRecordDecl *D) override;
  bool VisitTypedefNameDecl(const clang::TypedefNameDecl *D) override;
  bool VisitValueDecl(const clang::ValueDecl *D) override;
  bool VisitClassTemplateSpecializationDecl(
      const clang::ClassTemplateSpecializationDecl *D) override;
  bool VisitExpr(const clang::Expr *E) override;
  bool VisitUnaryExprOrTypeTraitExpr(
      const clang::UnaryExprOrTypeTraitExpr *E) override;
  bool VisitTypeTraitExpr(const clang::TypeTraitExpr *E) override;
  bool VisitOffsetOfExpr(const clang::OffsetOfExpr *E) override;
  bool VisitLambdaExpr(const clang::LambdaExpr *L) override;
  bool VisitBlockDecl(const clang::BlockDecl *B) override;
  bool VisitMemberExpr(const clang::MemberExpr *M) override;
  bool VisitDeclRefExpr(const clang::DeclRefExpr *E) override;
  bool VisitDesignatedInitExpr(const clang::DesignatedInitExpr *E) override;

private:
  /// What stands around what is visited.
  struct Around {
    const clang::Stmt *S = nullptr;
    const clang::Decl *D = nullptr;
  };

  bool isIt(clang::QualType T) const { return Types.isIt(T); }
  bool involves(clang::QualType T) const { return Types.involve(T); }
  bool involves(llvm::ArrayRef<clang::TemplateArgument> Args) const {
    return Types.involve(Args);
  }
  bool isKnownFunction(const clang::FunctionDecl *F) const;
  bool isKnownVariable(const clang::VarDecl *V) const;
  bool isInKernels(const clang::FunctionDecl *F) const;
  bool isKnownValue(const clang::Expr *E) const;
  bool isKnownPlace(const clang::Expr *E) const;
  bool isKnownPointer(const clang::Expr *E) const;
  bool isKnownArgument(const clang::FunctionDecl *F,
                       llvm::ArrayRef<const clang::Expr *> Args,
                       const clang::Expr *E) const;
  bool copiesElement(const clang::Expr *E) const;
  bool isLocal(const clang::Expr *E) const;
  /// The node around that which is visited, without parentheses.
  Around parent() const;
  void addName(const clang::NamedDecl *D);
  void mention(clang::SourceLocation L);
  bool isNamedElsewhere(const std::string &Name) const;
  bool isInSkippedCode(const std::string &Name) const;

  const ArrayUnit &U;
  const clang::SourceManager &SM;
  const clang::RecordDecl *R;
  StructTypes Types;
  const std::set<unsigned> &Arrays;
  llvm::DenseSet<const clang::FieldDecl *> &Named;
  llvm::SmallVector<Around, 32> Path;
  std::set<std::string> Names;     ///< Of the struct.
  std::set<std::string> Variables; ///< And functions, whose types have it.
  std::set<unsigned> Mentions;     ///< Offsets where its names are understood.
};

void StructUses::addName(const clang::NamedDecl *D) {
  if (D->getIdentifier())
    Names.insert(D->getName().str());
  mention(D->getLocation());
}

void StructUses::mention(clang::SourceLocation L) {
  L = SM.getSpellingLoc(L);
  if (SM.isWrittenInMainFile(L))
    Mentions.insert(SM.getFileOffset(L));
}

bool StructUses::TraverseDecl(const clang::Decl *D) {
  Path.push_back({nullptr, D});
  bool Known = Visitor::TraverseDecl(D);
  Path.pop_back();
  return Known;
}

bool StructUses::TraverseStmt(const clang::Stmt *S) {
  Path.push_back({S, nullptr});
  bool Known = Visitor::TraverseStmt(S);
  Path.pop_back();
  return Known;
}

StructUses::Around StructUses::parent() const {
  for (size_t I = Path.size() - 1; I-- > 0;)
    if (!llvm::isa_and_nonnull<clang::ParenExpr>(Path[I].S))
      return Path[I];
  return {};
}

bool StructUses::TraverseTemplateArgument(const clang::TemplateArgument &A) {
  return !involves(llvm::ArrayRef(A)) && Visitor::TraverseTemplateArgument(A);
}

bool StructUses::TraverseTemplateArgumentLoc(
    const clang::TemplateArgumentLoc &A) {
  return !involves(llvm::ArrayRef(A.getArgument())) &&
         Visitor::TraverseTemplateArgumentLoc(A);
}

bool StructUses::TraverseConstructorInitializer(
    const clang::CXXCtorInitializer *I) {
  if (const clang::FieldDecl *F = I->getAnyMember(); F && I->isWritten())
    Named.insert(F);
  return Visitor::TraverseConstructorInitializer(I);
}

bool StructUses::VisitTypeLoc(clang::TypeLoc L) {
  if (auto Tag = L.getAs<clang::TagTypeLoc>(); Tag && isIt(L.getType()))
    mention(Tag.getNameLoc());
  if (auto Name = L.getAs<clang::TypedefTypeLoc>();
      Name && involves(L.getType()))
    mention(Name.getNameLoc());
  return true;
}

bool StructUses::VisitTagDecl(const clang::TagDecl *D) {
  if (D->getCanonicalDecl() == R->getCanonicalDecl())
    mention(D->getLocation());
  return true;
}

bool StructUses::VisitCXXRecordDecl(const clang::CXXRecordDecl *D) {
  return !D->hasDefinition() ||
         llvm::none_of(D->bases(), [&](const clang::CXXBaseSpecifier &B) {
           return involves(B.getType());
         });
}

bool StructUses::VisitTypedefNameDecl(const clang::TypedefNameDecl *D) {
  if (!involves(D->getUnderlyingType()))
    return true;
  addName(D);
  return !D->hasAttrs(); // It may be aligned.
}

bool StructUses::VisitClassTemplateSpecializationDecl(
    const clang::ClassTemplateSpecializationDecl *D) {
  return !involves(D->getTemplateArgs().asArray());
}

/// In code for the GPU.
bool StructUses::isInKernels(const clang::FunctionDecl *F) const {
  return F && (!U.Context.getLangOpts().CUDA ||
               F->hasAttr<clang::CUDADeviceAttr>() ||
               F->hasAttr<clang::CUDAGlobalAttr>());
}

bool StructUses::isKnownFunction(const clang::FunctionDecl *F) const {
  if (!F || F->isVariadic())
    return false;
  if (F->isImplicit()) // The copies of R and the like.
    return true;
  const clang::TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
  return SM.isWrittenInMainFile(SM.getExpansionLoc(F->getLocation())) &&
         F->isDefined() && !isKernel(F) && isInKernels(F) &&
         !(Args && involves(Args->asArray()));
}

bool StructUses::isKnownVariable(const clang::VarDecl *V) const {
  clang::QualType T = V->getType();
  if (isInSharedMemory(V)) {
    std::optional<unsigned> Array = U.arrayOf(V);
    bool IsOwn = Array ? Arrays.count(*Array) != 0
                       : V->getDeclContext()->isDependentContext();
    return IsOwn && T->isArrayType() && isIt(U.Context.getBaseElementType(T));
  }
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  bool IsParameter = llvm::isa<clang::ParmVarDecl>(V);
  return isIt(T.getNonReferenceType()) && V->hasLocalStorage() &&
         (IsParameter || V->getKind() == clang::Decl::Var) && isInKernels(F) &&
         (!IsParameter || isKnownFunction(F));
}

bool StructUses::VisitValueDecl(const clang::ValueDecl *D) {
  if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D)) {
    auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F);
    if (C && C->getParent()->getCanonicalDecl() == R->getCanonicalDecl())
      mention(C->getLocation());
    const clang::TemplateArgumentList *Args =
        F->getTemplateSpecializationArgs();
    // All members.
    bool Compares = F->isExplicitlyDefaulted() && involves(F->getType()) &&
                    F->isOverloadedOperator() &&
                    F->getOverloadedOperator() != clang::OO_Equal;
    if ((Args && involves(Args->asArray())) || Compares)
      return false;
  }
  if (!involves(D->getType()))
    return true;
  Variables.insert(D->getNameAsString());
  if (auto *V = llvm::dyn_cast<clang::VarDecl>(D))
    return isKnownVariable(V);
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
  return F && isKnownFunction(F);
}

bool StructUses::VisitUnaryExprOrTypeTraitExpr(
    const clang::UnaryExprOrTypeTraitExpr *E) {
  return !involves(E->getTypeOfArgument());
}

bool StructUses::VisitTypeTraitExpr(const clang::TypeTraitExpr *E) {
  return llvm::none_of(E->getArgs(), [&](const clang::TypeSourceInfo *T) {
    return involves(T->getType());
  });
}

bool StructUses::VisitOffsetOfExpr(const clang::OffsetOfExpr *E) {
  return !involves(E->getTypeSourceInfo()->getType());
}

bool StructUses::VisitLambdaExpr(const clang::LambdaExpr *L) {
  return llvm::none_of(L->captures(), [&](const clang::LambdaCapture &C) {
    return C.capturesThis() ||
           (C.capturesVariable() && involves(C.getCapturedVar()->getType()));
  });
}

bool StructUses::VisitBlockDecl(const clang::BlockDecl *B) {
  return llvm::none_of(B->captures(), [&](const clang::BlockDecl::Capture &C) {
    return involves(C.getVariable()->getType());
  });
}

bool StructUses::VisitMemberExpr(const clang::MemberExpr *M) {
  if (auto *F = llvm::dyn_cast<clang::FieldDecl>(M->getMemberDecl()))
    Named.insert(F);
  return true;
}

bool StructUses::VisitDeclRefExpr(const clang::DeclRefExpr *E) {
  if (auto *F = llvm::dyn_cast<clang::FieldDecl>(E->getDecl()))
    Named.insert(F);
  return true;
}

bool StructUses::VisitDesignatedInitExpr(const clang::DesignatedInitExpr *E) {
  for (const clang::DesignatedInitExpr::Designator &D : E->designators())
    if (D.isFieldDesignator() && D.getFieldDecl())
      Named.insert(D.getFieldDecl());
  return true;
}

bool StructUses::VisitExpr(const clang::Expr *E) {
  clang::QualType T = E->getType();
  // What depends on a template's arguments is seen in the instances.
  if (!involves(T) || E->isTypeDependent())
    return true;
  T = T.getCanonicalType();
  if (isIt(T))
    return isKnownValue(E) && isKnownPlace(E) && !copiesElement(E);
  auto *Outer = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent().S);
  if (T->isArrayType())
    return llvm::isa<clang::ParenExpr, clang::CXXConstructExpr>(E) ||
           (llvm::isa<clang::DeclRefExpr, clang::ArraySubscriptExpr>(E) &&
            Outer && Outer->getCastKind() == clang::CK_ArrayToPointerDecay);
  if (T->isFunctionType()) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
    auto *F =
        Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
    return F && isKnownFunction(F) && Outer &&
           Outer->getCastKind() == clang::CK_FunctionToPointerDecay;
  }
  return T->isPointerType() && isKnownPointer(E);
}

/// An array or a function that is used at once, or the object of a method.
bool StructUses::isKnownPointer(const clang::Expr *E) const {
  const clang::Stmt *P = parent().S;
  if (llvm::isa<clang::ParenExpr>(E))
    return true;
  if (llvm::isa<clang::CXXThisExpr>(E)) {
    auto *X = llvm::dyn_cast_or_null<clang::UnaryOperator>(P);
    return llvm::isa_and_nonnull<clang::MemberExpr>(P) ||
           (X && X->getOpcode() == clang::UO_Deref);
  }
  auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E);
  if (C && C->getCastKind() == clang::CK_ArrayToPointerDecay)
    return llvm::isa_and_nonnull<clang::ArraySubscriptExpr>(P);
  auto *Call = llvm::dyn_cast_or_null<clang::CallExpr>(P);
  return C && C->getCastKind() == clang::CK_FunctionToPointerDecay && Call &&
         Call->getCallee()->IgnoreParens() == C;
}

/// How \p E, a value or an lvalue of the struct, comes about.
bool StructUses::isKnownValue(const clang::Expr *E) const {
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(E))
    return C->getCastKind() == clang::CK_LValueToRValue ||
           C->getCastKind() == clang::CK_NoOp ||
           C->getCastKind() == clang::CK_ConstructorConversion;
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E))
    return B->getOpcode() == clang::BO_Assign ||
           B->getOpcode() == clang::BO_Comma;
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E))
    return X->getOpcode() == clang::UO_Deref &&
           llvm::isa<clang::CXXThisExpr>(
               X->getSubExpr()->IgnoreParenImpCasts());
  return llvm::isa<clang::DeclRefExpr, clang::ArraySubscriptExpr,
                   clang::ParenExpr, clang::CXXConstructExpr,
                   clang::InitListExpr, clang::CompoundLiteralExpr,
                   clang::MaterializeTemporaryExpr, clang::ExprWithCleanups,
                   clang::CallExpr, clang::ConditionalOperator>(E);
}

bool StructUses::isKnownArgument(const clang::FunctionDecl *F,
                                 llvm::ArrayRef<const clang::Expr *> Args,
                                 const clang::Expr *E) const {
  return isKnownFunction(F) && llvm::any_of(Args, [&](const clang::Expr *A) {
           return A->IgnoreParens() == E->IgnoreParens();
         });
}

/// What is done with \p E.
bool StructUses::isKnownPlace(const clang::Expr *E) const {
  Around In = parent();
  if (!In.S)
    return llvm::isa_and_nonnull<clang::VarDecl>(In.D);
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(In.S))
    return !M->isArrow();
  if (auto *Call = llvm::dyn_cast<clang::CallExpr>(In.S))
    return isKnownArgument(Call->getDirectCallee(),
                           {Call->getArgs(), Call->getNumArgs()}, E);
  if (auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(In.S))
    return isKnownArgument(Made->getConstructor(),
                           {Made->getArgs(), Made->getNumArgs()}, E);
  if (auto *Around = llvm::dyn_cast<clang::Expr>(In.S)) {
    auto *C = llvm::dyn_cast<clang::CastExpr>(Around);
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(Around);
    return (C && C->getCastKind() == clang::CK_ToVoid) ||
           (B && B->getOpcode() == clang::BO_Comma) ||
           (isIt(Around->getType()) && isKnownValue(Around));
  }
  return llvm::isa<clang::ReturnStmt, clang::CompoundStmt, clang::IfStmt,
                   clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                   clang::SwitchCase, clang::LabelStmt, clang::AttributedStmt>(
      In.S);
}

/// A variable of the function's own, or a temporary.
bool StructUses::isLocal(const clang::Expr *E) const {
  E = E->IgnoreParens();
  while (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E)) {
    if (C->getCastKind() != clang::CK_NoOp)
      break;
    E = C->getSubExpr()->IgnoreParens();
  }
  const clang::VarDecl *V = namedVariable(E);
  return E->isPRValue() ||
         llvm::isa<clang::MaterializeTemporaryExpr, clang::CompoundLiteralExpr>(
             E) ||
         (V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
          !isInSharedMemory(V));
}

/// It reads or writes an element as a whole, or may.
bool StructUses::copiesElement(const clang::Expr *E) const {
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(E))
    return C->getCastKind() == clang::CK_LValueToRValue &&
           !isLocal(C->getSubExpr());
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E))
    return B->getOpcode() == clang::BO_Assign && !isLocal(B->getLHS());
  if (auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(E))
    return Made->getNumArgs() != 0 &&
           !Made->getConstructor()->isUserProvided() &&
           !isLocal(Made->getArg(0));
  auto *Call = llvm::dyn_cast<clang::CallExpr>(E);
  auto *F = Call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(
                       Call->getDirectCallee())
                 : nullptr;
  if (!F || F->isUserProvided())
    return false;
  return !llvm::isa<clang::CXXOperatorCallExpr>(Call) ||
         !llvm::all_of(Call->arguments(),
                       [&](const clang::Expr *A) { return isLocal(A); });
}

/// In a macro, in another file, or where no type stands that was visited.
bool StructUses::isNamedElsewhere(const std::string &Name) const {
  if (namesReaching(U.Preprocessed, Name).size() > 1)
    return true;
  const clang::LangOptions &Options = U.Context.getLangOpts();
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    clang::FileID File = SM.getFileID(
        clang::SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (!Entry.isFile() || !SM.getFileEntryRefForID(File) ||
        SM.isInSystemHeader(SM.getLocForStartOfFile(File)))
      continue;
    bool IsMain = File == SM.getMainFileID();
    for (unsigned Offset :
         spellings(SM, Options, Name, {0, SM.getFileIDSize(File)}, File))
      if (!IsMain || !Mentions.count(Offset))
        return true;
  }
  return false;
}

/// Other builds may have it in another way.
bool StructUses::isInSkippedCode(const std::string &Name) const {
  std::set<std::string> Reaching = namesReaching(U.Preprocessed, Name);
  return llvm::any_of(U.Preprocessed.Skipped, [&](const SkippedCode &S) {
    return (S.File.empty() || S.IncludedAt) &&
           llvm::any_of(Reaching, [&](const std::string &Each) {
             return S.Identifiers.count(Each) != 0;
           });
  });
}

bool StructUses::areKnown() {
  for (const clang::Decl *D :
       U.Context.getTranslationUnitDecl()->noload_decls())
    if (U.Source.isUserCode(D->getLocation()) ||
        llvm::isa<clang::LinkageSpecDecl>(D))
      if (!TraverseDecl(D))
        return false;
  auto IsElsewhere = [&](const std::string &Name) {
    return isInSkippedCode(Name) || isNamedElsewhere(Name);
  };
  return llvm::none_of(Names, IsElsewhere) &&
         llvm::none_of(Variables, [&](const std::string &Name) {
           return isInSkippedCode(Name);
         });
}

} // namespace

bool bankfix::isForArraysAlone(
    const ArrayUnit &U, const clang::RecordDecl *R,
    const std::set<unsigned> &Arrays,
    llvm::DenseSet<const clang::FieldDecl *> &Named) {
  return StructUses(U, R, Arrays, Named).areKnown();
}
