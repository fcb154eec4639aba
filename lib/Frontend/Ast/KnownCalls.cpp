//===- KnownCalls.cpp - Functions whose meaning is known ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/KnownCalls.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;

static llvm::StringRef calleeName(const clang::CallExpr &Call) {
  const clang::FunctionDecl *F = Call.getDirectCallee();
  return F && F->getIdentifier() ? F->getName() : "";
}

/// The class of CUDA's cooperative groups whose member \p F is, or null.
static const clang::CXXRecordDecl *groupOf(const clang::FunctionDecl *F) {
  auto *M = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  const clang::CXXRecordDecl *Class = M ? M->getParent() : nullptr;
  if (!Class || !Class->getIdentifier())
    return nullptr;
  for (const clang::DeclContext *C = Class->getParent(); C;
       C = C->getParent()) {
    auto *N = llvm::dyn_cast<clang::NamespaceDecl>(C);
    if (N && N->getName() == "cooperative_groups")
      return Class;
  }
  return nullptr;
}

/// What a member function of a cooperative group does.
static CallKind classifyGroup(const clang::CXXRecordDecl &Class,
                              llvm::StringRef Name) {
  llvm::StringRef Group = Class.getName();
  if (Group == "thread_block")
    return llvm::StringSwitch<CallKind>(Name)
        .Cases({"sync", "barrier_wait", "barrier_arrive"}, CallKind::Barrier)
        .Case("thread_rank", CallKind::LinearId)
        .Cases({"size", "num_threads"}, CallKind::LinearSize)
        .Default(CallKind::Unknown);
  bool IsTile = llvm::isa<clang::ClassTemplateSpecializationDecl>(Class) &&
                Group.contains("tile");
  if (IsTile)
    return llvm::StringSwitch<CallKind>(Name)
        .Case("sync", CallKind::WaveBarrier)
        .Case("thread_rank", CallKind::TileId)
        .Cases({"size", "num_threads"}, CallKind::TileSize)
        .Case("meta_group_rank", CallKind::TileIndex)
        .Case("meta_group_size", CallKind::TileCount)
        .Default(CallKind::Nothing);
  if (Group == "grid_group" && Name == "sync")
    return CallKind::Barrier;
  return Name == "sync" ? CallKind::WaveBarrier : CallKind::Nothing;
}

/// `group.size()` of a static member function.
static const clang::MemberExpr *memberCallee(const clang::CallExpr &Call) {
  return llvm::dyn_cast<clang::MemberExpr>(
      Call.getCallee()->IgnoreParenImpCasts());
}

/// The group that a member function is called on, or a function gets first.
static const clang::CXXRecordDecl *groupArgument(const clang::CallExpr &Call) {
  const clang::Expr *E = Call.getNumArgs() ? Call.getArg(0) : nullptr;
  if (auto *M = llvm::dyn_cast<clang::CXXMemberCallExpr>(&Call))
    E = M->getImplicitObjectArgument();
  else if (auto *M = memberCallee(Call))
    E = M->getBase();
  if (!E)
    return nullptr;
  clang::QualType T = E->IgnoreParenImpCasts()->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  return T->getAsCXXRecordDecl();
}

unsigned bankfix::tileSize(const clang::CallExpr &Call) {
  auto *S = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      groupArgument(Call));
  if (!S || S->getTemplateArgs().size() == 0)
    return 0;
  const clang::TemplateArgument &A = S->getTemplateArgs()[0];
  return A.getKind() == clang::TemplateArgument::Integral
             ? A.getAsIntegral().getZExtValue()
             : 0;
}

bool bankfix::isBlockGroup(const clang::CallExpr &Call) {
  const clang::CXXRecordDecl *Group = groupArgument(Call);
  return Group && Group->getIdentifier() && Group->getName() == "thread_block";
}

/// The namespace that \p D is in, inline ones left out.
static llvm::StringRef namespaceOf(const clang::Decl &D) {
  const clang::DeclContext *C = D.getDeclContext();
  for (; C; C = C->getParent())
    if (auto *N = llvm::dyn_cast<clang::NamespaceDecl>(C);
        N && !N->isInlineNamespace())
      return N->getName();
  return "";
}

/// Matrices and asynchronous copies.
static CallKind classifyTransfer(const clang::CallExpr &Call,
                                 const clang::FunctionDecl *F,
                                 llvm::StringRef Name) {
  llvm::StringRef In = namespaceOf(*F);
  if (In == "wmma")
    return llvm::StringSwitch<CallKind>(Name)
        .Case("load_matrix_sync", CallKind::MatrixLoad)
        .Case("store_matrix_sync", CallKind::MatrixStore)
        .Default(CallKind::Unknown);
  if (Name == "memcpy_async" && (In == "cooperative_groups" || In == "cuda")) {
    bool ByThread =
        Call.getNumArgs() > 0 && Call.getArg(0)->getType()->isPointerType();
    return ByThread ? CallKind::AsyncCopy : CallKind::GroupCopy;
  }
  return llvm::StringSwitch<CallKind>(Name)
      .Case("__pipeline_memcpy_async", CallKind::AsyncCopy)
      .Cases({"__cvta_generic_to_shared", "__nv_cvta_generic_to_shared_impl"},
             CallKind::Address)
      .Default(CallKind::Unknown);
}

bool bankfix::isSixteenBitFloat(clang::QualType T) {
  const clang::CXXRecordDecl *C = T->getAsCXXRecordDecl();
  if (!C || !C->getIdentifier() ||
      !C->getASTContext().getSourceManager().isInSystemHeader(C->getLocation()))
    return false;
  llvm::StringRef Name = C->getName();
  if (namespaceOf(*C) == "c10") // PyTorch's own.
    return Name == "Half" || Name == "BFloat16";
  return Name == "__half" || Name == "__half2" || Name == "__nv_bfloat16" ||
         Name == "__nv_bfloat162";
}

bool bankfix::isSixteenBitOperator(const clang::FunctionDecl *F) {
  if (!F ||
      !F->getASTContext().getSourceManager().isInSystemHeader(F->getLocation()))
    return false;
  auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  const bool IsOfOne =
      M && !M->isStatic() &&
      isSixteenBitFloat(F->getASTContext().getCanonicalTagType(M->getParent()));
  if (llvm::isa<clang::CXXConversionDecl>(F))
    return IsOfOne;
  return F->isOverloadedOperator() &&
         (IsOfOne || llvm::any_of(F->parameters(), [](const auto *P) {
            return isSixteenBitFloat(P->getType().getNonReferenceType());
          }));
}

bool bankfix::changesOperand(const clang::CXXOperatorCallExpr *E) {
  return E->isAssignmentOp() || E->getOperator() == clang::OO_PlusPlus ||
         E->getOperator() == clang::OO_MinusMinus;
}

bool bankfix::isTrivialAssignment(const clang::CXXOperatorCallExpr *E) {
  auto *M = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(E->getDirectCallee());
  return E->getOperator() == clang::OO_Equal && M &&
         (M->isTrivial() || M->isImplicit() ||
          (M->isCopyAssignmentOperator() &&
           isSixteenBitFloat(E->getArg(0)->getType())));
}

std::optional<LaunchValue>
bankfix::launchTripleOf(const clang::CallExpr &Call) {
  const clang::FunctionDecl *F = Call.getDirectCallee();
  if (const clang::CXXRecordDecl *Group = groupOf(F);
      Group && Group->getName() == "thread_block" && F->getIdentifier())
    return llvm::StringSwitch<std::optional<LaunchValue>>(F->getName())
        .Case("group_index", LaunchValue::BlockIdx)
        .Case("thread_index", LaunchValue::ThreadIdx)
        .Cases({"group_dim", "dim_threads"}, LaunchValue::BlockDim)
        .Default(std::nullopt);
  auto *M = llvm::dyn_cast<clang::CXXMemberCallExpr>(&Call);
  if (!llvm::isa_and_nonnull<clang::CXXConversionDecl>(F) || !M)
    return std::nullopt;
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(
      M->getImplicitObjectArgument()->IgnoreParenImpCasts());
  auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getIdentifier() || !V->hasGlobalStorage())
    return std::nullopt;
  return llvm::StringSwitch<std::optional<LaunchValue>>(V->getName())
      .Case("threadIdx", LaunchValue::ThreadIdx)
      .Case("blockIdx", LaunchValue::BlockIdx)
      .Case("blockDim", LaunchValue::BlockDim)
      .Case("gridDim", LaunchValue::GridDim)
      .Default(std::nullopt);
}

LaneFunction bankfix::laneFunction(const clang::CallExpr &Call) {
  llvm::StringRef Name = calleeName(Call);
  unsigned Count = Call.getNumArgs();
  if (Call.getDirectCallee()->getASTContext().getLangOpts().OpenCL ==
      Name.starts_with("__"))
    return LaneFunction::None;
  if (Name.starts_with("convert_") && !Name.contains("_sat"))
    Name = "convert_";
#define LANE_FUNCTION(Spelling, Computes, Parameters)                          \
  if (Name == Spelling && Count == Parameters)                                 \
    return LaneFunction::Computes;
#include "Ast/LaneFunctions.def"
  return LaneFunction::None;
}

VectorCall bankfix::vectorCall(const clang::CallExpr &Call) {
  VectorCall V;
  llvm::StringRef Name = calleeName(Call);
  Name.consume_front("vload") || Name.consume_front("vstore");
  V.IsAligned = Name.consume_front("a");
  Name.consume_front("_half");
  if (Name.consumeInteger(10, V.Elements))
    V.Elements = 1;
  V.Step = V.IsAligned && V.Elements == 3 ? 4 : V.Elements;
  return V;
}

/// OpenCL's functions that read and write memory as the source has no other
/// way to say.
static CallKind classifyVector(const clang::CallExpr &Call,
                               llvm::StringRef Name) {
  if (Name.starts_with("vload") && Call.getNumArgs() == 2)
    return CallKind::VectorLoad;
  if (Name.starts_with("vstore") && Call.getNumArgs() == 3)
    return CallKind::VectorStore;
  return Name.starts_with("async_work_group_") && Call.getNumArgs() > 3
             ? CallKind::WorkGroupCopy
             : CallKind::Unknown;
}

/// Functions of the namespace `cooperative_groups`.
static CallKind classifyGroupFunction(const clang::CallExpr &Call,
                                      llvm::StringRef Name) {
  const clang::CXXRecordDecl *Group = groupArgument(Call);
  const bool HasGroup = Group && Group->getIdentifier();
  llvm::StringRef Member = Name == "group_size" ? "size" : Name;
  if (HasGroup &&
      (Member == "sync" || Member == "thread_rank" || Member == "size"))
    return classifyGroup(*Group, Member);
  // Waiting for copies ends with the group's barrier.
  if (HasGroup && (Name == "wait" || Name == "wait_prior"))
    return classifyGroup(*Group, "sync");
  bool MakesGroup = Name == "this_thread_block" || Name == "this_grid" ||
                    Name == "coalesced_threads" || Name == "this_thread" ||
                    Name.ends_with("_partition");
  return MakesGroup ? CallKind::Nothing : CallKind::Unknown;
}

/// Functions that have one meaning wherever they are declared.
static CallKind classifyName(llvm::StringRef Name) {
  // CUDA's atomicAdd, OpenCL's atomic_add and atom_add.
  if (Name.starts_with("atomic") || Name.starts_with("atom_"))
    return CallKind::Atomic;
  return llvm::StringSwitch<CallKind>(Name)
      .Cases({"__syncthreads", "barrier", "work_group_barrier",
              "__barrier_sync", "__syncthreads_count", "__syncthreads_and",
              "__syncthreads_or", "wait_group_events"},
             CallKind::Barrier)
      .Cases({"__syncwarp", "sub_group_barrier"}, CallKind::WaveBarrier)
      .Cases({"__builtin_assume", "__assume"}, CallKind::Assume)
      .Cases({"__trap", "__builtin_trap", "__builtin_unreachable",
              "__assert_fail", "__assertfail", "abort"},
             CallKind::Trap)
      .Cases({"min", "umin", "llmin", "ullmin"}, CallKind::Min)
      .Cases({"max", "umax", "llmax", "ullmax"}, CallKind::Max)
      .Case("clamp", CallKind::Clamp)
      .Cases({"abs", "labs", "llabs"}, CallKind::Abs)
      .Cases({"__mul24", "__umul24", "mul24"}, CallKind::Multiply)
      .Cases({"__mad24", "mad24"}, CallKind::MultiplyAdd)
      .Case("get_local_id", CallKind::LocalId)
      .Case("get_local_size", CallKind::LocalSize)
      .Case("get_enqueued_local_size", CallKind::LocalSize)
      .Case("get_group_id", CallKind::GroupId)
      .Case("get_num_groups", CallKind::GroupCount)
      .Case("get_global_id", CallKind::GlobalId)
      .Case("get_global_size", CallKind::GlobalSize)
      .Case("get_local_linear_id", CallKind::LinearId)
      .Case("get_sub_group_local_id", CallKind::TileId)
      .Case("get_max_sub_group_size", CallKind::TileSize)
      .Case("get_sub_group_id", CallKind::TileIndex)
      .Cases({"get_num_sub_groups", "get_enqueued_num_sub_groups"},
             CallKind::TileCount)
      .Default(CallKind::Unknown);
}

CallKind bankfix::classify(const clang::CallExpr &Call) {
  // Only functions that the user did not write: a user's own min may do more.
  const clang::FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier())
    return CallKind::Unknown;
  const clang::SourceManager &SM = F->getASTContext().getSourceManager();
  const clang::FunctionDecl *First = F->getCanonicalDecl();
  bool Builtin = First->isImplicit() || First->getBuiltinID();
  if (!Builtin && !SM.isInSystemHeader(First->getLocation()))
    return CallKind::Unknown;
  llvm::StringRef Name = calleeName(Call);
  if (llvm::isa<clang::CXXOperatorCallExpr>(Call))
    return CallKind::Unknown;
  if (llvm::isa<clang::CXXMemberCallExpr>(Call) || memberCallee(Call)) {
    // Of the type that the call names: a tile's size is in its own type.
    const clang::CXXRecordDecl *Group = groupArgument(Call);
    return groupOf(F) && Group && Group->getIdentifier()
               ? classifyGroup(*Group, Name)
               : CallKind::Unknown;
  }
  if (CallKind Transfer = classifyTransfer(Call, F, Name);
      Transfer != CallKind::Unknown)
    return Transfer;
  if (auto *N = llvm::dyn_cast<clang::NamespaceDecl>(F->getDeclContext());
      N && N->getName() == "cooperative_groups")
    return classifyGroupFunction(Call, Name);
  if (F->getASTContext().getLangOpts().OpenCL)
    if (CallKind Vector = classifyVector(Call, Name);
        Vector != CallKind::Unknown)
      return Vector;
  if (F->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
      laneFunction(Call) != LaneFunction::None)
    return CallKind::Function;
  return classifyName(Name);
}

bool bankfix::endsInTrap(const clang::Stmt *S) {
  if (auto *C = llvm::dyn_cast_or_null<clang::CompoundStmt>(S))
    return !C->body_empty() && endsInTrap(C->body_back());
  if (auto *A = llvm::dyn_cast_or_null<clang::GCCAsmStmt>(S))
    return llvm::StringRef(A->getAsmString()).trim().starts_with("trap;");
  auto *E = llvm::dyn_cast_or_null<clang::Expr>(S);
  if (!E)
    return false;
  E = E->IgnoreParenCasts();
  if (auto *F = llvm::dyn_cast<clang::FullExpr>(E))
    return endsInTrap(F->getSubExpr());
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E))
    return B->getOpcode() == clang::BO_Comma && endsInTrap(B->getRHS());
  auto *Call = llvm::dyn_cast<clang::CallExpr>(E);
  const clang::FunctionDecl *To = Call ? Call->getDirectCallee() : nullptr;
  return To && (To->isNoReturn() || classify(*Call) == CallKind::Trap);
}

bool bankfix::waitsForOthers(const clang::CallExpr &Call) {
  auto *M =
      llvm::dyn_cast_or_null<clang::CXXMethodDecl>(Call.getDirectCallee());
  const clang::CXXRecordDecl *Class = M ? M->getParent() : nullptr;
  if (!Class || !Class->getIdentifier() || namespaceOf(*M) != "cuda")
    return false;
  llvm::StringRef Name = calleeName(Call);
  bool Returns = Name.starts_with("try_"); // At once, as it may be.
  return (Class->getName() == "barrier" && Name.contains("wait") && !Returns) ||
         (Class->getName() == "pipeline" && Name == "consumer_wait");
}

const clang::Expr *bankfix::matrixAddress(const clang::CallExpr &Call) {
  if (Call.getNumArgs() < 3)
    return nullptr;
  switch (classify(Call)) {
  case CallKind::MatrixLoad:
    return Call.getArg(1);
  case CallKind::MatrixStore:
    return Call.getArg(0);
  default:
    return nullptr;
  }
}

bool bankfix::isPureCall(const clang::CallExpr &Call) {
  switch (classify(Call)) {
  case CallKind::Unknown:
    break;
  case CallKind::Barrier:
  case CallKind::WaveBarrier:
  case CallKind::Atomic:
  case CallKind::Nothing:
  case CallKind::Trap:
  case CallKind::MatrixLoad:
  case CallKind::MatrixStore:
  case CallKind::AsyncCopy:
  case CallKind::GroupCopy:
  case CallKind::VectorLoad:
  case CallKind::VectorStore:
  case CallKind::WorkGroupCopy:
    return false;
  default:
    return true;
  }
  const clang::Decl *F = Call.getCalleeDecl();
  return F && (F->hasAttr<clang::ConstAttr>() || F->hasAttr<clang::PureAttr>());
}

/// The mode that \p S sets, if it sets one.
std::optional<BankMode> bankfix::modeSet(const clang::Stmt *S) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
  const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier() ||
      !F->getName().ends_with("SetSharedMemConfig") || Call->getNumArgs() == 0)
    return std::nullopt;
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(
      Call->getArg(Call->getNumArgs() - 1)->IgnoreParenImpCasts());
  auto *Named =
      Ref ? llvm::dyn_cast<clang::EnumConstantDecl>(Ref->getDecl()) : nullptr;
  llvm::StringRef Name = Named ? Named->getName() : "";
  if (Name == "cudaSharedMemBankSizeEightByte")
    return BankMode::EightByte;
  if (Name == "cudaSharedMemBankSizeFourByte")
    return BankMode::FourByte;
  return BankMode::Several;
}

bool bankfix::isEightByteCall(const clang::Stmt *S) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
  return Call && modeSet(S) == BankMode::EightByte &&
         Call->getDirectCallee()->getName() == "cudaDeviceSetSharedMemConfig";
}
