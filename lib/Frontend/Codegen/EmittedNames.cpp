//===- EmittedNames.cpp - Declarations behind generated code --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Codegen/EmittedNames.h"
#include "Ast/Functions.h"
#include "Ast/MemberAlignment.h"
#include "Ast/VariableFacts.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/RecordLayout.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

namespace {

/// Takes the values of a type apart.
class Flattener {
public:
  Flattener(const clang::ASTContext &Context) : Context(Context) {}

  std::vector<EmittedField> fields(clang::QualType T, unsigned Depth) const {
    std::vector<EmittedField> Out;
    add(T.getCanonicalType(), 0, Depth, Out);
    return Out;
  }

  unsigned bytes(clang::QualType T) const {
    return T->isIncompleteType() || T->isFunctionType() || T->isVoidType()
               ? 0
               : Context.getTypeSizeInChars(T).getQuantity();
  }

private:
  /// More would only be slow: all elements of an array are alike.
  static constexpr unsigned MaxFields = 4096;

  void add(clang::QualType T, unsigned Offset, unsigned Depth,
           std::vector<EmittedField> &Out) const;
  void addRecord(const clang::RecordDecl *R, unsigned Offset, unsigned Depth,
                 std::vector<EmittedField> &Out) const;
  void addElements(clang::QualType Element, uint64_t Count, unsigned Offset,
                   unsigned Depth, std::vector<EmittedField> &Out) const {
    for (uint64_t I = 0; I < Count && Out.size() < MaxFields; ++I)
      add(Element, Offset + I * bytes(Element), Depth, Out);
  }
  void addPointer(clang::QualType To, EmittedField F, unsigned Depth,
                  std::vector<EmittedField> &Out) const;

  const clang::ASTContext &Context;
};

void Flattener::addPointer(clang::QualType To, EmittedField F, unsigned Depth,
                           std::vector<EmittedField> &Out) const {
  if (To->isFunctionType() || Depth == 0) {
    Out.push_back(std::move(F)); // Nothing that can be made up.
    return;
  }
  F.Kind = To.getAddressSpace() == clang::LangAS::opencl_local
               ? ScalarKind::Local
               : ScalarKind::Pointer;
  F.Writable = !To.isConstQualified() &&
               To.getAddressSpace() != clang::LangAS::opencl_constant;
  F.PointeeBytes = bytes(To);
  if (F.PointeeBytes)
    F.Pointee = fields(To, Depth - 1);
  Out.push_back(std::move(F));
}

void Flattener::addRecord(const clang::RecordDecl *R, unsigned Offset,
                          unsigned Depth,
                          std::vector<EmittedField> &Out) const {
  const clang::ASTRecordLayout &L = Context.getASTRecordLayout(R);
  if (auto *C = llvm::dyn_cast<clang::CXXRecordDecl>(R))
    for (const clang::CXXBaseSpecifier &B : C->bases())
      if (auto *Base = B.getType()->getAsCXXRecordDecl();
          Base && !B.isVirtual())
        addRecord(Base, Offset + L.getBaseClassOffset(Base).getQuantity(),
                  Depth, Out);
  unsigned I = 0;
  for (const clang::FieldDecl *F : R->fields()) {
    unsigned At = Offset + L.getFieldOffset(I++) / 8;
    if (!F->isBitField())
      add(F->getType().getCanonicalType(), At, Depth, Out);
    if (R->isUnion())
      break;
  }
}

void Flattener::add(clang::QualType T, unsigned Offset, unsigned Depth,
                    std::vector<EmittedField> &Out) const {
  EmittedField F;
  F.Offset = Offset;
  F.Bytes = bytes(T);
  F.Type = T.getAsString();
  if (T->isPointerType() || T->isReferenceType())
    return addPointer(T->getPointeeType(), std::move(F), Depth, Out);
  if (const auto *A = Context.getAsConstantArrayType(T))
    return addElements(A->getElementType().getCanonicalType(), A->getZExtSize(),
                       Offset, Depth, Out);
  if (const auto *V = T->getAs<clang::VectorType>())
    return addElements(V->getElementType(), V->getNumElements(), Offset, Depth,
                       Out);
  if (const auto *R = T->getAsRecordDecl(); R && !T->isIncompleteType())
    return addRecord(R, Offset, Depth, Out);
  if (T->isIntegralOrEnumerationType()) {
    F.Kind = ScalarKind::Integer;
    F.Signed = T->isSignedIntegerOrEnumerationType();
  } else if (T->isBFloat16Type()) {
    F.Kind = ScalarKind::BFloat;
  } else if (T->isRealFloatingType()) {
    F.Kind = ScalarKind::Float;
  }
  Out.push_back(std::move(F));
}

/// The expressions that the value of \p E, a struct, may be made by.
void forEachResult(const clang::Expr *E,
                   llvm::function_ref<void(const clang::Expr *)> Do) {
  E = E->IgnoreParenImpCasts();
  if (auto *C = llvm::dyn_cast<clang::ConditionalOperator>(E)) {
    forEachResult(C->getTrueExpr(), Do);
    forEachResult(C->getFalseExpr(), Do);
  } else if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
             B && B->getOpcode() == clang::BO_Comma) {
    forEachResult(B->getRHS(), Do);
  } else {
    Do(E);
  }
}

/// A part of a vector, which is written with what is read around it.
bool namesComponents(const clang::Expr *E) {
  E = E->IgnoreParens();
  auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E);
  return llvm::isa<clang::ExtVectorElementExpr>(E) ||
         (S && S->getBase()->getType()->isVectorType());
}

/// Notes where the lvalue of each access begins, under the debug location that
/// the code generator gives the instruction.
class PlaceRecorder {
public:
  PlaceRecorder(const clang::ASTContext &Context, EmittedCode &Out)
      : Context(Context), SM(Context.getSourceManager()), Source(Context),
        Out(Out) {}

  void visit(const clang::Stmt *S) {
    if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(S))
      visitInstances(L);
    else if (auto *E = llvm::dyn_cast<clang::CastExpr>(S))
      visitCast(E);
    else if (auto *E = llvm::dyn_cast<clang::BinaryOperator>(S))
      visitBinary(E);
    else if (auto *E = llvm::dyn_cast<clang::UnaryOperator>(S))
      visitUnary(E);
    else if (auto *E = llvm::dyn_cast<clang::CXXConstructExpr>(S))
      visitConstruct(E);
    else if (auto *E = llvm::dyn_cast<clang::CallExpr>(S))
      visitCall(E);
    else if (auto *E = llvm::dyn_cast<clang::AsTypeExpr>(S);
             E && E->getSrcExpr()->isGLValue())
      note(E->getSrcExpr()->IgnoreParens()->getExprLoc(), CodeAccess::Load,
           E->getSrcExpr());
  }

private:
  void visitInstances(const clang::LambdaExpr *L) {
    if (const clang::FunctionTemplateDecl *T = L->getDependentCallOperator())
      for (const clang::FunctionDecl *F : T->specializations())
        walk(F->getBody(), [&](const clang::Stmt *S) {
          visit(S);
          return true;
        });
  }
  void visitCast(const clang::CastExpr *E) {
    if (E->getCastKind() != clang::CK_LValueToRValue)
      return;
    // A scalar is read where the lvalue is, a struct where the cast is.
    const clang::Expr *From = E->getSubExpr();
    note(From->IgnoreParens()->getExprLoc(), CodeAccess::Load, From);
    note(E->getExprLoc(), CodeAccess::CopyFrom, From);
  }
  void visitBinary(const clang::BinaryOperator *E) {
    if (E->isCompoundAssignmentOp())
      note(E->getExprLoc(), CodeAccess::Load, E->getLHS());
    if (E->isAssignmentOp() && E->getType()->isRecordType())
      copies(E);
    else if (E->isAssignmentOp())
      assigns(E->getExprLoc(), E->getLHS(), E->getRHS());
    if (E->isAssignmentOp() && namesComponents(E->getLHS()))
      note(E->getExprLoc(), CodeAccess::Load, E->getLHS());
  }
  /// C's assignment of a struct: written where the value is made, one of its
  /// branches after the other, and read again as the value of the whole.
  void copies(const clang::BinaryOperator *E) {
    forEachResult(E->getRHS(), [&](const clang::Expr *Result) {
      note(Result->getExprLoc(), CodeAccess::CopyTo, E->getLHS());
      note(Result->getExprLoc(), CodeAccess::Store, E->getLHS());
    });
    note(E->getExprLoc(), CodeAccess::CopyFrom, E->getLHS());
  }
  void visitUnary(const clang::UnaryOperator *E) {
    if (!E->isIncrementDecrementOp())
      return;
    note(E->getExprLoc(), CodeAccess::Load, E->getSubExpr());
    note(E->getExprLoc(), CodeAccess::Store, E->getSubExpr());
  }
  void visitConstruct(const clang::CXXConstructExpr *E) {
    if (E->getNumArgs() == 1)
      note(E->getExprLoc(), CodeAccess::CopyFrom, E->getArg(0));
  }
  void visitCall(const clang::CallExpr *E) {
    if (auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
        O && O->isAssignmentOp() && O->getNumArgs() == 2) {
      assigns(E->getExprLoc(), O->getArg(0), O->getArg(1));
      assigns(E->getBeginLoc(), O->getArg(0), O->getArg(1));
      return;
    }
    if (E->getNumArgs() == 0)
      return;
    const clang::Expr *First = E->getArg(0)->IgnoreParenCasts();
    auto *Of = llvm::dyn_cast<clang::UnaryOperator>(First);
    if (Of && Of->getOpcode() == clang::UO_AddrOf)
      for (auto Kind : {CodeAccess::Atomic, CodeAccess::Load, CodeAccess::Store,
                        CodeAccess::CopyTo})
        note(E->getExprLoc(), Kind, Of->getSubExpr());
  }

  void assigns(clang::SourceLocation At, const clang::Expr *To,
               const clang::Expr *From) {
    note(At, CodeAccess::Store, To);
    note(At, CodeAccess::CopyTo, To);
    note(At, CodeAccess::CopyFrom, From);
  }

  void note(clang::SourceLocation At, CodeAccess Kind, const clang::Expr *E) {
    if (E->isTypeDependent()) // In a generic lambda; its instances say it.
      return;
    clang::SourceLocation L = SM.getFileLoc(At); // As CGDebugInfo has it.
    clang::PresumedLoc P = SM.getPresumedLoc(L);
    if (P.isInvalid())
      return;
    std::string File = P.getFilename() == mainName()
                           ? ""
                           : llvm::sys::path::filename(P.getFilename()).str();
    const clang::Expr *Inner = E->IgnoreParenImpCasts();
    clang::QualType T = Inner->getType();
    unsigned Align =
        T->isIncompleteType() || T->isFunctionType()
            ? 1
            : std::min<unsigned>(Context.getTypeAlignInChars(T).getQuantity(),
                                 memberAlignment(Context, Inner));
    Out.Accesses.try_emplace(
        {File, P.getLine(), P.getColumn(), Kind},
        SourceAccess{Source.place(Inner->getBeginLoc()), Align});
  }

  /// Line markers may give a part of the main file another name.
  llvm::StringRef mainName() const {
    return SM.getPresumedLoc(SM.getLocForStartOfFile(SM.getMainFileID()))
        .getFilename();
  }

  const clang::ASTContext &Context;
  const clang::SourceManager &SM;
  SourceText Source;
  EmittedCode &Out;
};

} // namespace

static EmittedKernel kernelOf(clang::ASTContext &Context,
                              const clang::FunctionDecl &D,
                              llvm::StringRef Symbol) {
  EmittedKernel K;
  K.Symbol = Symbol.str();
  K.Name = D.getNameAsString();
  K.Instance = instanceOf(&D);
  K.Place = SourceText(Context).place(D.getLocation());
  Flattener Flat(Context);
  for (const clang::ParmVarDecl *P : D.parameters()) {
    EmittedParam Param;
    Param.Name = P->getNameAsString();
    Param.Type = P->getType().getAsString(Context.getPrintingPolicy());
    Param.Bytes = Flat.bytes(P->getType());
    Param.Fields = Flat.fields(P->getType(), /*Depth=*/2);
    K.Params.push_back(std::move(Param));
  }
  return K;
}

/// Marks functions that stand in system headers.
static void markHeaders(const clang::SourceManager &SM, llvm::Module &M) {
  llvm::DenseMap<const llvm::DIFile *, bool> Known;
  auto IsHeader = [&](const llvm::DIFile *File) {
    llvm::SmallString<128> Path(File->getFilename());
    if (!llvm::sys::path::is_absolute(Path)) {
      Path = File->getDirectory();
      llvm::sys::path::append(Path, File->getFilename());
    }
    auto Entry = SM.getFileManager().getOptionalFileRef(Path);
    if (!Entry)
      return false;
    clang::FileID ID = SM.translateFile(*Entry);
    return ID.isValid() && SM.isInSystemHeader(SM.getLocForStartOfFile(ID));
  };
  for (llvm::Function &F : M) {
    const llvm::DISubprogram *P = F.getSubprogram();
    if (!P || !P->getFile())
      continue;
    auto [It, New] = Known.try_emplace(P->getFile());
    if (New)
      It->second = IsHeader(P->getFile());
    if (It->second)
      F.addFnAttr(HeaderAttribute);
  }
}

void bankfix::describe(clang::ASTContext &Context, clang::CodeGenerator &Gen,
                       llvm::Module &M, EmittedCode &Out) {
  markHeaders(Context.getSourceManager(), M);
  PreprocessorRecord Record;
  ExprPool Pool;
  ParsedFile None;
  Unit U(Context, Record, Pool, None);
  PlaceRecorder Places(Context, Out);
  forEachFunction(U, [&](const clang::FunctionDecl *D) {
    walk(D->getBody(), [&](const clang::Stmt *S) {
      Places.visit(S);
      return true;
    });
    if (!isKernel(D))
      return;
    llvm::StringRef Name = Gen.GetMangledName(
        clang::GlobalDecl(D, clang::KernelReferenceKind::Kernel));
    if (const llvm::Function *F = M.getFunction(Name); F && !F->isDeclaration())
      Out.Kernels.push_back(kernelOf(Context, *D, Name));
  });
}
