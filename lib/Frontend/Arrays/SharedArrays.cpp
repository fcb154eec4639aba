//===- SharedArrays.cpp - Shared arrays and the uses that name an element -===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/Factors.h"
#include "clang/AST/RecordLayout.h"

using namespace bankfix;

void ArrayUnit::obstruct(unsigned Array, ObstacleKind Kind,
                         clang::SourceLocation Where, std::string Detail) {
  Noted.insert(Array);
  SharedArrays[Array].Obstacles.push_back(
      {Kind, Source.place(Where), std::move(Detail)});
}

const VariableFacts &ArrayUnit::facts(const clang::FunctionDecl *F) const {
  std::unique_ptr<VariableFacts> &Known = Facts[F];
  if (!Known)
    Known = std::make_unique<VariableFacts>(F->getBody());
  return *Known;
}

const clang::VarDecl *ArrayUnit::declaration(const clang::VarDecl *V) const {
  auto [It, IsNew] = Declarations.try_emplace(V, nullptr);
  if (IsNew)
    It->second = sharedDeclaration(V);
  return It->second;
}

std::optional<unsigned> ArrayUnit::arrayOf(const clang::VarDecl *V) const {
  auto It = Arrays.find(declaration(V));
  return It == Arrays.end() ? std::nullopt : std::optional(It->second);
}

std::optional<unsigned> ArrayUnit::arrayOf(const clang::Expr *E) const {
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return std::nullopt;
  return Moved.contains(V->getCanonicalDecl()) ? std::nullopt : arrayOf(V);
}

std::set<unsigned> ArrayUnit::membersOf(const clang::Expr *E) const {
  auto *M = llvm::dyn_cast<clang::MemberExpr>(E->IgnoreParens());
  auto *F = M ? llvm::dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!F || Members.empty())
    return {};
  const clang::Expr *Of = M->getBase()->IgnoreParens();
  while (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(Of)) {
    if (C->getCastKind() != clang::CK_NoOp)
      break;
    Of = C->getSubExpr()->IgnoreParens();
  }
  std::set<unsigned> Out;
  const clang::VarDecl *V = M->isArrow() ? nullptr : namedVariable(Of);
  bool IsThis = M->isArrow() && llvm::isa<clang::CXXThisExpr>(Of);
  for (const auto &[Key, Array] : Members)
    if (Key.second == F &&
        (IsThis || (V && Key.first == V->getCanonicalDecl())))
      Out.insert(Array);
  return Out;
}

/// Where a type without a name stands is no part of it: edits move lines.
static std::string elementText(const ArrayUnit &U, clang::QualType T) {
  clang::PrintingPolicy Policy = U.Context.getPrintingPolicy();
  Policy.AnonymousTagLocations = false;
  return T.getUnqualifiedType().getAsString(Policy);
}

/// \p T, as it is spelt, means nothing at file scope before \p Offset.
static bool isLocal(const ArrayUnit &U, clang::QualType T, unsigned Offset) {
  const clang::NamedDecl *D = T->getAsTagDecl();
  if (auto *Alias = T->getAs<clang::TypedefType>())
    D = Alias->getDecl();
  if (!D)
    return false;
  const clang::SourceManager &SM = U.Source.manager();
  clang::SourceLocation L = SM.getExpansionLoc(D->getLocation());
  if (U.Source.inMainFile(L) && SM.getFileOffset(L) >= Offset)
    return true;
  auto IsHidden = [](const clang::Decl *Each) {
    return Each->getAccess() == clang::AS_private ||
           Each->getAccess() == clang::AS_protected;
  };
  const clang::DeclContext *In = D->getDeclContext();
  for (bool Hidden = IsHidden(D);; In = In->getParent()) {
    auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(In);
    if (Hidden || !Class)
      return Hidden;
    Hidden = IsHidden(Class);
  }
}

/// Bytes of a \p T; nothing where it is incomplete, or takes none.
static std::optional<unsigned> elementBytes(const ArrayUnit &U,
                                            clang::QualType T) {
  if (T->isIncompleteType() || T->isFunctionType() || T->isDependentType())
    return std::nullopt;
  unsigned Bytes = U.Context.getTypeSizeInChars(T).getQuantity();
  return Bytes ? std::optional(Bytes) : std::nullopt;
}

/// What the declaration of a member alone forbids.
static void obstructMember(ArrayUnit &U, unsigned Array,
                           const clang::FieldDecl *F) {
  const SharedArray &A = U.SharedArrays[Array];
  clang::SourceLocation L = F->getLocation();
  if (!U.Source.inMainFile(L) || U.isOpen())
    U.obstruct(Array, ObstacleKind::InHeader, L, U.Source.place(L).File);
  else if (A.ElementBytes > 16 || !llvm::isPowerOf2_32(A.ElementBytes))
    U.obstruct(Array, ObstacleKind::ElementType, L, A.ElementType);
}

/// What the declaration alone forbids.
static void obstructDeclaration(ArrayUnit &U, unsigned Array,
                                const clang::VarDecl *V) {
  const SharedArray &A = U.SharedArrays[Array];
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
  if (F && F->isTemplateInstantiation() && U.isOpen())
    U.obstruct(Array, ObstacleKind::TemplateCode, L, F->getNameAsString());
}

/// The arrays in a shared struct, each as an array of its own.
static void addMembers(ArrayUnit &U, unsigned Struct, const clang::VarDecl *V) {
  const clang::RecordDecl *R = V->getType()->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  auto *Class = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(R);
  bool IsPlain =
      R && !R->isUnion() && !V->getType()->isReferenceType() &&
      U.SharedArrays[Struct].Space == MemorySpace::Static &&
      (!Class || (Class->getNumBases() == 0 && !Class->isDynamicClass()));
  if (!IsPlain)
    return;
  for (const clang::FieldDecl *F : R->fields()) {
    SharedArray A;
    clang::QualType T = F->getType();
    while (auto *C = U.Context.getAsConstantArrayType(T)) {
      A.Dims.push_back(C->getSize().getZExtValue());
      T = C->getElementType();
    }
    if (A.Dims.empty() || T->isArrayType() || A.elements() == 0)
      continue;
    A.Name = V->getNameAsString() + "." + F->getNameAsString();
    A.Place = U.Source.place(F->getLocation());
    A.ElementBytes = U.Context.getTypeSizeInChars(T).getQuantity();
    A.Alignment = U.Context.getTypeAlignInChars(T).getQuantity();
    A.FreeBehind =
        U.Context.getTypeAlignInChars(V->getType()).getQuantity() - 1;
    A.ElementType = elementText(U, T);
    unsigned Array = U.SharedArrays.size();
    U.Members[{V, F}] = Array;
    U.SharedArrays.push_back(std::move(A));
    U.ArraySources.emplace_back();
    U.ArraySources.back().Within = Struct;
    locateArray(U, Array, F);
    obstructMember(U, Array, F);
  }
}

/// Peels the sizes off \p T, which is left with the type of the elements.
static void readSizes(const ArrayUnit &U, clang::QualType &T, SharedArray &A) {
  while (const clang::ArrayType *AT = U.Context.getAsArrayType(T)) {
    if (auto *C = llvm::dyn_cast<clang::ConstantArrayType>(AT))
      A.Dims.push_back(C->getSize().getZExtValue());
    else {
      A.Dims.push_back(0);
      A.Space = MemorySpace::Dynamic;
    }
    T = AT->getElementType();
  }
  // A struct, or rows of no elements.
  if (A.Dims.empty() || llvm::is_contained(llvm::drop_begin(A.Dims), 0)) {
    A.Dims = {1};
    A.IsArray = false;
  }
}

/// What the type of \p V says; \p Element gets that of its elements.
static SharedArray declaredArray(ArrayUnit &U, const clang::VarDecl *V,
                                 clang::QualType &Element) {
  SharedArray A;
  A.Name = V->getNameAsString();
  A.Place = U.Source.place(V->getLocation());
  Element = V->getType();
  if (isLocalPointer(V)) {
    A.Space = MemorySpace::Argument;
    A.Parameter = llvm::cast<clang::ParmVarDecl>(V)->getFunctionScopeIndex();
    Element = Element->getPointeeType();
    A.Dims = {0};
    const VariableFacts &Facts =
        U.facts(llvm::cast<clang::FunctionDecl>(V->getDeclContext()));
    if (Facts.assignments(V) != 0)
      U.Moved.insert(V->getCanonicalDecl());
  }
  readSizes(U, Element, A);
  if (V->hasExternalStorage())
    A.Space = MemorySpace::Dynamic; // The host sets its size, whatever it says.
  if (A.Space != MemorySpace::Static)
    A.Dims.front() = 0;
  A.ElementBytes = elementBytes(U, Element).value_or(1);
  A.Alignment = A.Space == MemorySpace::Argument
                    ? Element->isIncompleteType()
                          ? 1
                          : U.Context.getTypeAlignInChars(Element).getQuantity()
                    : U.Context.getDeclAlign(V).getQuantity();
  A.ElementType = elementText(U, Element);
  return A;
}

/// Where the type of an OpenCL argument's elements stands.
static void locateArgument(ArrayUnit &U, unsigned Array,
                           const clang::VarDecl *V) {
  auto Pointer = V->getTypeSourceInfo()
                     ? V->getTypeSourceInfo()
                           ->getTypeLoc()
                           .getUnqualifiedLoc()
                           .getAsAdjusted<clang::PointerTypeLoc>()
                     : clang::PointerTypeLoc();
  if (!Pointer)
    return;
  ArraySource &Source = U.ArraySources[Array];
  locateElementType(U, Source, V, Pointer.getPointeeLoc().getUnqualifiedLoc());
  Source.AlignAt = std::nullopt;
}

void bankfix::addSharedArray(ArrayUnit &U, const clang::VarDecl *V) {
  const unsigned Array = U.SharedArrays.size();
  if (!U.Arrays.try_emplace(U.declaration(V), Array).second)
    return;
  clang::QualType Element;
  U.SharedArrays.push_back(declaredArray(U, V, Element));
  U.ArraySources.emplace_back();
  SharedArray &A = U.SharedArrays.back();
  ArraySource &Source = U.ArraySources.back();
  if (A.Space == MemorySpace::Argument)
    locateArgument(U, Array, V);
  if (A.Space == MemorySpace::Static && A.IsArray)
    locateArray(U, Array, V);
  const clang::CXXRecordDecl *Class = Element->getAsCXXRecordDecl();
  Source.IsAlignedType = Class && Class->hasDefinition() && !Class->isPOD();
  Source.IsLocalType = Source.ElementType.Begin != Source.ElementType.End &&
                       isLocal(U, Element, Source.Outermost);
  if (!elementBytes(U, Element) && A.IsArray)
    U.obstruct(Array, ObstacleKind::ElementType, V->getLocation(),
               A.ElementType);
  obstructDeclaration(U, Array, V);
  addMembers(U, Array, V->getCanonicalDecl());
}
