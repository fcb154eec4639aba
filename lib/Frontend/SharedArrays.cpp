//===- SharedArrays.cpp - Shared arrays and the uses that name an element -===//
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

const clang::VarDecl *bankfix::sharedDeclaration(const clang::VarDecl *V) {
  auto IsInKernel = [](const clang::VarDecl *D) {
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(D->getLexicalDeclContext());
    return D->isLocalExternDecl() && F && isKernel(F);
  };
  if (!llvm::all_of(V->redecls(), IsInKernel))
    return V->getCanonicalDecl();
  const clang::VarDecl *Own = V;
  for (auto *D = V->getPreviousDecl(); D; D = D->getPreviousDecl())
    if (D->getLexicalDeclContext() == V->getLexicalDeclContext())
      Own = D;
  return Own;
}

std::optional<unsigned> Unit::arrayOf(const clang::VarDecl *V) const {
  auto It = Arrays.find(sharedDeclaration(V));
  return It == Arrays.end() ? std::nullopt : std::optional(It->second);
}

std::optional<unsigned> Unit::arrayOf(const clang::Expr *E) const {
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return std::nullopt;
  return Moved.contains(V->getCanonicalDecl()) ? std::nullopt : arrayOf(V);
}

bool Unit::isHeader() const {
  const clang::SourceManager &SM = Source.manager();
  auto File = SM.getFileEntryRefForID(SM.getMainFileID());
  llvm::StringRef Name = File ? File->getName() : "";
  static constexpr llvm::StringLiteral Sources[] = {
      ".cu", ".cl", ".c", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".hip"};
  return !Name.empty() && llvm::none_of(Sources, [&](llvm::StringRef End) {
    return Name.ends_with_insensitive(End);
  });
}

std::set<unsigned> Unit::arraysOf(const clang::Expr *E) const {
  if (std::optional<unsigned> Array = arrayOf(E))
    return {*Array};
  if (std::set<unsigned> Named = membersOf(E); !Named.empty())
    return Named;
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  const LeadsTo *L = V ? Leads.find(V) : nullptr;
  return L ? L->Arrays : std::set<unsigned>();
}

std::optional<unsigned> Unit::placed(const clang::ValueDecl *V) const {
  auto *Var = llvm::dyn_cast<clang::VarDecl>(V);
  auto It = Var ? Placed.find(Var->getCanonicalDecl()) : Placed.end();
  return It == Placed.end() ? std::nullopt : std::optional(It->second);
}

/// An array that \p E names through a variable that is as good as the array.
static std::optional<unsigned> wholeArrayOf(const Unit &U,
                                            const clang::Expr *E) {
  if (std::set<unsigned> Named = U.membersOf(E); !Named.empty())
    return *Named.begin();
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  const LeadsTo *L = V ? U.Leads.find(V) : nullptr;
  return L && L->Exact && isWhole(V, *L->Exact) ? std::optional(L->Exact->Array)
                                                : std::nullopt;
}

std::set<unsigned> Unit::membersOf(const clang::Expr *E) const {
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

bool MatchedAccess::isThroughVariable(const Unit &U) const {
  return !U.arrayOf(Base) && U.membersOf(Base).size() != 1;
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

const clang::Expr *Unit::indexedBy(const clang::ArraySubscriptExpr *E) const {
  const clang::Expr *Base = E->getBase()->IgnoreParenImpCasts();
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(Base);
  auto *First = X && X->getOpcode() == clang::UO_AddrOf
                    ? llvm::dyn_cast<clang::ArraySubscriptExpr>(
                          X->getSubExpr()->IgnoreParens())
                    : nullptr;
  return First && isZero(First->getIdx()) && takesPlace(*this, E->getIdx())
             ? First->getBase()->IgnoreParenImpCasts()
             : Base;
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

  if (Addressed.contains(E))
    return std::nullopt;
  MatchedAccess A;
  const clang::Expr *Base = E;
  while (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(Base)) {
    A.Subscripts.insert(A.Subscripts.begin(), S->getIdx());
    A.Brackets.insert(A.Brackets.begin(), S->getRBracketLoc());
    Base = indexedBy(S);
  }
  const clang::Expr *Cast = castArray(*this, Base);
  Base = Cast ? Cast : Base;
  std::optional<unsigned> Array = arrayOf(Base);
  if (Array && !Cast && Buffers.count(*Array))
    return std::nullopt; // So many bytes, or whatever it is declared with.
  if (!Array)
    Array = wholeArrayOf(*this, Base);
  const clang::VarDecl *V = namedVariable(Base);
  bool IsPlaced = !Array && V && placed(V);
  if (IsPlaced)
    Array = Leads.find(V)->Exact->Array;
  if (!Array)
    return std::nullopt;
  const SharedArray &S = Out.Prog.Arrays[*Array];
  if (!S.IsArray || A.Subscripts.size() != (IsPlaced ? 1 : S.Dims.size()))
    return std::nullopt;
  A.Array = *Array;
  A.Base = Base;
  A.Bytes = S.ElementBytes;
  return A;
}

/// Where a type without a name stands is no part of it: edits move lines.
static std::string elementText(const Unit &U, clang::QualType T) {
  clang::PrintingPolicy Policy = U.Context.getPrintingPolicy();
  Policy.AnonymousTagLocations = false;
  return T.getUnqualifiedType().getAsString(Policy);
}

/// \p T, as it is spelt, means nothing at file scope before \p Offset.
static bool isLocal(const Unit &U, clang::QualType T, unsigned Offset) {
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
static std::optional<unsigned> elementBytes(const Unit &U, clang::QualType T) {
  if (T->isIncompleteType() || T->isFunctionType() || T->isDependentType())
    return std::nullopt;
  unsigned Bytes = U.Context.getTypeSizeInChars(T).getQuantity();
  return Bytes ? std::optional(Bytes) : std::nullopt;
}

/// What the declaration of a member alone forbids.
static void obstructMember(Unit &U, unsigned Array, const clang::FieldDecl *F) {
  const SharedArray &A = U.Out.Prog.Arrays[Array];
  clang::SourceLocation L = F->getLocation();
  if (!U.Source.inMainFile(L) || U.isHeader())
    U.obstruct(Array, ObstacleKind::InHeader, L, U.Source.place(L).File);
  else if (A.ElementBytes > 16 || !llvm::isPowerOf2_32(A.ElementBytes))
    U.obstruct(Array, ObstacleKind::ElementType, L, A.ElementType);
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
  if (F && F->isTemplateInstantiation() && U.isHeader())
    U.obstruct(Array, ObstacleKind::TemplateCode, L, F->getNameAsString());
}

/// The arrays in a shared struct, each as an array of its own.
static void addMembers(Unit &U, unsigned Struct, const clang::VarDecl *V) {
  const clang::RecordDecl *R = V->getType()->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  auto *Class = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(R);
  bool IsPlain =
      R && !R->isUnion() && !V->getType()->isReferenceType() &&
      U.Out.Prog.Arrays[Struct].Space == MemorySpace::Static &&
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
    unsigned Array = U.Out.Prog.Arrays.size();
    U.Members[{V, F}] = Array;
    U.Out.Prog.Arrays.push_back(std::move(A));
    U.Out.Map.Arrays.emplace_back();
    U.Out.Map.Arrays.back().Within = Struct;
    locateArray(U, Array, F);
    obstructMember(U, Array, F);
  }
}

void bankfix::addSharedArray(Unit &U, const clang::VarDecl *V) {
  auto [It, New] =
      U.Arrays.try_emplace(sharedDeclaration(V), U.Out.Prog.Arrays.size());
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
  // A struct, or rows of no elements.
  if (A.Dims.empty() || llvm::is_contained(llvm::drop_begin(A.Dims), 0)) {
    A.Dims = {1};
    A.IsArray = false;
  }
  if (V->hasExternalStorage())
    A.Space = MemorySpace::Dynamic; // The host sets its size, whatever it says.
  if (A.Space != MemorySpace::Static)
    A.Dims.front() = 0;
  A.ElementBytes = elementBytes(U, T).value_or(1);
  A.Alignment = A.Space == MemorySpace::Argument
                    ? T->isIncompleteType()
                          ? 1
                          : U.Context.getTypeAlignInChars(T).getQuantity()
                    : U.Context.getDeclAlign(V).getQuantity();
  A.ElementType = elementText(U, T);
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
    locateElementType(U, Source, V,
                      Pointer.getPointeeLoc().getUnqualifiedLoc());
    Source.AlignAt = std::nullopt;
  }
  FileRange Type = U.Out.Map.Arrays[It->second].ElementType;
  U.Out.Prog.Arrays[It->second].OwnsType =
      U.Out.Prog.Arrays[It->second].OwnsDeclaration = Type.Begin != Type.End;
  if (Added.Space == MemorySpace::Static && Added.IsArray)
    locateArray(U, It->second, V);
  const ArraySource &Source = U.Out.Map.Arrays[It->second];
  U.Out.Prog.Arrays[It->second].IsLocalType =
      U.Out.Prog.Arrays[It->second].OwnsType && isLocal(U, T, Source.Outermost);
  const clang::CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  U.Out.Prog.Arrays[It->second].IsAlignedType =
      Class && Class->hasDefinition() && !Class->isPOD();
  if (!elementBytes(U, T) && U.Out.Prog.Arrays[It->second].IsArray)
    U.obstruct(It->second, ObstacleKind::ElementType, V->getLocation(),
               U.Out.Prog.Arrays[It->second].ElementType);
  obstructDeclaration(U, It->second, V);
  addMembers(U, It->second, V->getCanonicalDecl());
}
