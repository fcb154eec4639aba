//===- SharedArrays.cpp - Shared arrays and the uses that name an element
//---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatIndex.h"
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

bool bankfix::isSharedArray(const clang::VarDecl *V) {
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
  clang::QualType T = Field ? Field->getType() : clang::QualType();
  if (!Field || Field->isBitField() || Field->getParent()->isUnion() ||
      !(T->isScalarType() || T->isRecordType() || T->isVectorType()))
    return std::nullopt;
  uint64_t Bits = U.Context.getFieldOffset(Field);
  Inner.MemberOffset += Bits / 8;
  Inner.Bytes = U.Context.getTypeSizeInChars(T).getQuantity();
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

/// The literal K at the end of `N + K`, or an empty range.
static FileRange trailingLiteral(const Unit &U, const clang::Expr *Size) {
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

/// Another variable is declared by the same declaration: `T a[2], b[2];`.
static bool sharesDeclaration(const clang::VarDecl *V) {
  for (const clang::Decl *D : V->getDeclContext()->decls()) {
    auto *Other = llvm::dyn_cast<clang::VarDecl>(D);
    if (Other && Other != V && Other->getBeginLoc() == V->getBeginLoc())
      return true;
  }
  return false;
}

/// Where the type of the elements stands, if it is there for \p V alone.
static void locateElementType(const Unit &U, ArraySource &Source,
                              const clang::VarDecl *V, clang::TypeLoc L) {
  auto Tag = L.getAs<clang::TagTypeLoc>();
  if (sharesDeclaration(V) || (Tag && Tag.isDefinition()))
    return;
  std::optional<FileRange> R = U.Source.range(L.getSourceRange());
  if (!R || L.getBeginLoc().isMacroID())
    return;
  Source.ElementType = *R;
  Source.AlignAt = R->Begin;
  const clang::Decl *Outer = V;
  while (!Outer->getLexicalDeclContext()->isTranslationUnit())
    Outer = llvm::cast<clang::Decl>(Outer->getLexicalDeclContext());
  if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(Outer))
    if (const clang::FunctionTemplateDecl *T =
            F->getDescribedFunctionTemplate())
      Outer = T;
  unsigned Begin = U.Source.offset(Outer->getBeginLoc());
  llvm::StringRef Before =
      U.Source.manager().getBufferData(U.Source.manager().getMainFileID());
  Before = Before.take_front(Begin);
  Source.Outermost = Before.rfind('\n') == llvm::StringRef::npos
                         ? 0
                         : unsigned(Before.rfind('\n')) + 1;
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
  locateElementType(U, Source, V, L);
  U.Out.Prog.Arrays[Array].OwnsType = Source.AlignAt.has_value();
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
  if (U.Moved.contains(V->getCanonicalDecl()))
    U.obstruct(Array, ObstacleKind::MovedArgument, L, A.Name);
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
  A.Alignment = A.Space == MemorySpace::Argument
                    ? U.Context.getTypeAlignInChars(T).getQuantity()
                    : U.Context.getDeclAlign(V).getQuantity();
  A.ElementType =
      T.getUnqualifiedType().getAsString(U.Context.getPrintingPolicy());
  U.Out.Prog.Arrays.push_back(std::move(A));
  U.Out.Map.Arrays.emplace_back();
  const SharedArray &Added = U.Out.Prog.Arrays.back();
  auto Pointer = V->getTypeSourceInfo()
                     ? V->getTypeSourceInfo()
                           ->getTypeLoc()
                           .getUnqualifiedLoc()
                           .getAsAdjusted<clang::PointerTypeLoc>()
                     : clang::PointerTypeLoc();
  if (Added.Space == MemorySpace::Argument && Pointer) {
    ArraySource &Source = U.Out.Map.Arrays[It->second];
    locateElementType(U, Source, V, Pointer.getPointeeLoc().getUnqualifiedLoc());
    Source.AlignAt = std::nullopt;
  }
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
