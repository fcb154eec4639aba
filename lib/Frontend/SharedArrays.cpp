//===- SharedArrays.cpp - Shared arrays and the uses that name an element
//---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unit.h"
#include "clang/AST/RecordLayout.h"

using namespace bankfix;

std::optional<IntType> bankfix::integerType(const clang::ASTContext &C,
                                            clang::QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *E = T->getAs<clang::EnumType>()) {
    T = E->getDecl()->getIntegerType();
    if (T.isNull())
      return std::nullopt;
  }
  if (!T->isIntegerType() || T->isDependentType() || !T->isScalarType())
    return std::nullopt;
  if (T->isBooleanType())
    return IntType{8, false};
  uint64_t Bits = C.getIntWidth(T);
  if (Bits != 8 && Bits != 16 && Bits != 32 && Bits != 64)
    return std::nullopt;
  return IntType{uint8_t(Bits), T->isSignedIntegerType()};
}

/// An OpenCL kernel's `__local T *` parameter.
static bool isLocalPointer(const clang::VarDecl *V) {
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  return llvm::isa<clang::ParmVarDecl>(V) && F && isKernel(F) &&
         V->getType()->isPointerType() &&
         V->getType()->getPointeeType().getAddressSpace() ==
             clang::LangAS::opencl_local;
}

bool bankfix::isInSharedMemory(const clang::VarDecl *V) {
  return V->hasAttr<clang::CUDASharedAttr>() ||
         V->getType().getAddressSpace() == clang::LangAS::opencl_local;
}

/// `cuda::barrier` and the like: one address each.
static bool isLibraryObject(const clang::VarDecl *V) {
  const clang::CXXRecordDecl *R = V->getType()->getAsCXXRecordDecl();
  for (const clang::DeclContext *C = R ? R->getParent() : nullptr; C;
       C = C->getParent())
    if (auto *N = llvm::dyn_cast<clang::NamespaceDecl>(C);
        N && N->getName() == "cuda")
      return true;
  return false;
}

bool bankfix::isSharedArray(const clang::VarDecl *V) {
  if (isLibraryObject(V))
    return false;
  bool IsWhole = V->getType()->isArrayType() || V->getType()->isRecordType();
  return (isInSharedMemory(V) && IsWhole) || isLocalPointer(V);
}

bool bankfix::isKernel(const clang::FunctionDecl *F) {
  return F->hasAttr<clang::CUDAGlobalAttr>() ||
         F->hasAttr<clang::DeviceKernelAttr>();
}

void Unit::obstruct(unsigned Array, ObstacleKind Kind,
                    clang::SourceLocation Where, std::string Detail) {
  Out.Prog.Arrays[Array].Obstacles.push_back(
      {Kind, Source.place(Where), std::move(Detail)});
}

const VariableFacts &Unit::facts(const clang::FunctionDecl *F) {
  std::unique_ptr<VariableFacts> &Known = Facts[F];
  if (!Known)
    Known = std::make_unique<VariableFacts>(F->getBody());
  return *Known;
}

std::optional<unsigned> Unit::arrayOf(const clang::Expr *E) const {
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return std::nullopt;
  if (Moved.contains(V->getCanonicalDecl()))
    return std::nullopt;
  auto It = Arrays.find(V->getCanonicalDecl());
  return It == Arrays.end() ? std::nullopt : std::optional(It->second);
}

/// `base.member`: moves \p Inner to the member, if it is a plain one.
static std::optional<MatchedAccess> member(const Unit &U, MatchedAccess Inner,
                                           const clang::MemberExpr &E) {
  auto *Field = llvm::dyn_cast<clang::FieldDecl>(E.getMemberDecl());
  if (!Field || Field->isBitField() || Field->getParent()->isUnion() ||
      !Field->getType()->isScalarType())
    return std::nullopt;
  uint64_t Bits = U.Context.getFieldOffset(Field);
  Inner.MemberOffset += Bits / 8;
  Inner.Bytes = U.Context.getTypeSizeInChars(Field->getType()).getQuantity();
  return Inner;
}

/// `v.x`, `v.s3`: a single component of an OpenCL vector.
static std::optional<MatchedAccess>
component(const Unit &U, MatchedAccess Inner,
          const clang::ExtVectorElementExpr &E) {
  llvm::SmallVector<uint32_t, 4> Components;
  E.getEncodedElementAccess(Components);
  if (Components.size() != 1)
    return std::nullopt;
  Inner.Bytes = U.Context.getTypeSizeInChars(E.getType()).getQuantity();
  Inner.MemberOffset += Components[0] * Inner.Bytes;
  return Inner;
}

std::optional<MatchedAccess> Unit::match(const clang::Expr *E) const {
  E = E->IgnoreParens();
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
    auto Inner = M->isArrow() ? std::nullopt : match(M->getBase());
    return Inner ? member(*this, std::move(*Inner), *M) : std::nullopt;
  }
  if (auto *V = llvm::dyn_cast<clang::ExtVectorElementExpr>(E)) {
    auto Inner = V->isArrow() ? std::nullopt : match(V->getBase());
    return Inner ? component(*this, std::move(*Inner), *V) : std::nullopt;
  }
  // A volatile or const view of the same element.
  if (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E);
      C && C->getCastKind() == clang::CK_NoOp)
    return match(C->getSubExpr());

  MatchedAccess A;
  const clang::Expr *Base = E;
  while (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(Base)) {
    A.Subscripts.insert(A.Subscripts.begin(), S->getIdx());
    Base = S->getBase()->IgnoreParenImpCasts();
  }
  std::optional<unsigned> Array = arrayOf(Base);
  if (!Array)
    return std::nullopt;
  const SharedArray &S = Out.Prog.Arrays[*Array];
  if (!S.IsArray || A.Subscripts.size() != S.Dims.size())
    return std::nullopt;
  A.Array = *Array;
  A.Base = llvm::cast<clang::DeclRefExpr>(Base);
  A.Bytes = S.ElementBytes;
  return A;
}

/// A dimension's size as it is written, or nothing where a macro writes more.
static std::optional<DimensionSource> dimension(const Unit &U,
                                                clang::ArrayTypeLoc L) {
  const clang::Expr *Size = L.getSizeExpr();
  if (!Size)
    return std::nullopt;
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
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(Plain);
  D.NeedsParens = (B && !B->isAdditiveOp() && !B->isMultiplicativeOp()) ||
                  llvm::isa<clang::AbstractConditionalOperator>(Plain);
  // Another build may define the macro with an operator in it.
  std::string Macro = U.Source.macroName(Size->getBeginLoc());
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    D.NeedsParens |= !Macro.empty() && S.InDefines.count(Macro);
  return D;
}

/// Finds where the dimensions of \p V are written, or says what prevents it.
static void locateDimensions(Unit &U, unsigned Array, const clang::VarDecl *V) {
  if (!U.Source.inMainFile(V->getLocation()))
    return; // See obstructDeclaration.
  ArraySource &Source = U.Out.Map.Arrays[Array];
  clang::TypeLoc L = V->getTypeSourceInfo()->getTypeLoc();
  for (L = L.getUnqualifiedLoc().IgnoreParens();;) {
    if (auto Attributed = L.getAs<clang::AttributedTypeLoc>()) {
      L = Attributed.getModifiedLoc().getUnqualifiedLoc().IgnoreParens();
      continue;
    }
    auto A = L.getAs<clang::ArrayTypeLoc>();
    if (!A)
      break;
    std::optional<DimensionSource> D = dimension(U, A);
    if (!D)
      return U.obstruct(Array, ObstacleKind::MacroDeclaration, V->getLocation(),
                        U.Source.macroName(A.getLBracketLoc()));
    FileRange Brackets = {U.Source.offset(A.getLBracketLoc()),
                          U.Source.offset(A.getRBracketLoc())};
    if (U.Preprocessed.hasDirectiveIn(Brackets))
      U.obstruct(Array, ObstacleKind::DirectiveInside, V->getLocation(),
                 V->getNameAsString());
    Source.Dims.push_back(*D);
    L = A.getElementLoc().getUnqualifiedLoc().IgnoreParens();
  }
  if (Source.Dims.size() != U.Out.Prog.Arrays[Array].Dims.size())
    U.obstruct(Array, ObstacleKind::TypedefDeclaration, V->getLocation(),
               V->getType().getUnqualifiedType().getAsString());
}

/// What the declaration alone forbids.
static void obstructDeclaration(Unit &U, unsigned Array,
                                const clang::VarDecl *V) {
  const SharedArray &A = U.Out.Prog.Arrays[Array];
  clang::SourceLocation L = V->getLocation();
  if (!U.Source.inMainFile(L))
    U.obstruct(Array, ObstacleKind::InHeader, L, U.Source.place(L).File);
  if (!A.IsArray)
    U.obstruct(Array, ObstacleKind::Struct, L, A.ElementType);
  else if (A.ElementBytes > 16 || !llvm::isPowerOf2_32(A.ElementBytes))
    U.obstruct(Array, ObstacleKind::ElementType, L, A.ElementType);
  if (A.Space != MemorySpace::Static)
    U.obstruct(Array, ObstacleKind::DynamicMemory, L);
  auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(
      V->getParentFunctionOrMethod());
  if (F && F->isTemplateInstantiation())
    U.obstruct(Array, ObstacleKind::TemplateCode, L, F->getNameAsString());
}

void bankfix::addSharedArray(Unit &U, const clang::VarDecl *V) {
  auto [It, New] =
      U.Arrays.try_emplace(V->getCanonicalDecl(), U.Out.Prog.Arrays.size());
  if (!New)
    return;
  SharedArray A;
  A.Name = V->getNameAsString();
  A.Place = U.Source.place(V->getLocation());
  clang::QualType T = V->getType();
  if (isLocalPointer(V)) {
    A.Space = MemorySpace::Argument;
    A.Parameter = llvm::cast<clang::ParmVarDecl>(V)->getFunctionScopeIndex();
    T = T->getPointeeType();
    A.Dims = {0};
    const VariableFacts &Facts =
        U.facts(llvm::cast<clang::FunctionDecl>(V->getDeclContext()));
    if (Facts.assignments(V) != 0)
      U.Moved.insert(V->getCanonicalDecl());
  }
  while (const clang::ArrayType *AT = U.Context.getAsArrayType(T)) {
    if (auto *C = llvm::dyn_cast<clang::ConstantArrayType>(AT))
      A.Dims.push_back(C->getSize().getZExtValue());
    else {
      A.Dims.push_back(0);
      A.Space = MemorySpace::Dynamic;
    }
    T = AT->getElementType();
  }
  if (A.Dims.empty()) {
    A.Dims = {1};
    A.IsArray = false;
  }
  if (V->hasExternalStorage())
    A.Space = MemorySpace::Dynamic; // The host sets its size, whatever it says.
  if (A.Space != MemorySpace::Static)
    A.Dims.front() = 0;
  A.ElementBytes = U.Context.getTypeSizeInChars(T).getQuantity();
  A.Alignment = U.Context.getDeclAlign(V).getQuantity();
  A.ElementType =
      T.getUnqualifiedType().getAsString(U.Context.getPrintingPolicy());
  U.Out.Prog.Arrays.push_back(std::move(A));
  U.Out.Map.Arrays.emplace_back();
  const SharedArray &Added = U.Out.Prog.Arrays.back();
  if (Added.Space == MemorySpace::Static && Added.IsArray)
    locateDimensions(U, It->second, V);
  obstructDeclaration(U, It->second, V);
}

static void
visitFunctions(const Unit &U, const clang::DeclContext *DC,
               llvm::function_ref<void(const clang::FunctionDecl *)> F) {
  for (const clang::Decl *D : DC->decls()) {
    if (!U.Source.isUserCode(D->getLocation()) &&
        !llvm::isa<clang::LinkageSpecDecl>(D))
      continue;
    if (auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D)) {
      for (const clang::FunctionDecl *S : T->specializations())
        if (S->doesThisDeclarationHaveABody())
          F(S);
    } else if (auto *C = llvm::dyn_cast<clang::ClassTemplateDecl>(D)) {
      for (const clang::ClassTemplateSpecializationDecl *S :
           C->specializations())
        visitFunctions(U, S, F);
    } else if (auto *Fn = llvm::dyn_cast<clang::FunctionDecl>(D)) {
      if (Fn->doesThisDeclarationHaveABody() && !Fn->isDependentContext())
        F(Fn);
    } else if (auto *R = llvm::dyn_cast<clang::CXXRecordDecl>(D)) {
      if (!R->isDependentContext())
        visitFunctions(U, R, F);
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D)) {
      visitFunctions(U, llvm::cast<clang::DeclContext>(D), F);
    }
  }
}

void bankfix::forEachFunction(
    const Unit &U, llvm::function_ref<void(const clang::FunctionDecl *)> F) {
  visitFunctions(U, U.Context.getTranslationUnitDecl(), F);
}
