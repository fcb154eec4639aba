//===- KernelCalls.cpp - Calls that get a kernel and its bytes ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/KernelCalls.h"
#include "Ast/VariableFacts.h"
#include "Host/HostRun.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;

namespace {

/// Where a function of the runtime that does not launch takes a kernel, and the
/// dynamic bytes of its blocks.
struct QuerySyntax {
  unsigned Kernel = 0;
  int Bytes = -1; ///< -1: it takes none.
};

std::optional<QuerySyntax> querySyntax(const clang::CallExpr *Call) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier())
    return std::nullopt;
  QuerySyntax Unknown{~0u, -1};
  QuerySyntax Q =
      llvm::StringSwitch<QuerySyntax>(F->getName())
          .Case("cudaFuncSetAttribute", {0, 2})
          .Cases({"cudaFuncSetCacheConfig", "cudaFuncSetSharedMemConfig"},
                 {0, -1})
          .Case("cudaFuncGetAttributes", {1, -1})
          .Cases({"cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                  "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags"},
                 {1, 3})
          .Case("cudaOccupancyMaxPotentialBlockSize", {2, 3})
          .Default(Unknown);
  if (Q.Kernel >= Call->getNumArgs())
    return std::nullopt;
  if (F->getName() == "cudaFuncSetAttribute" && Call->getNumArgs() == 3) {
    auto *Which = llvm::dyn_cast<clang::DeclRefExpr>(
        Call->getArg(1)->IgnoreParenImpCasts());
    auto *Named =
        Which ? llvm::dyn_cast<clang::EnumConstantDecl>(Which->getDecl())
              : nullptr;
    if (!Named)
      return std::nullopt; // It may be any attribute.
    if (Named->getName() != "cudaFuncAttributeMaxDynamicSharedMemorySize")
      Q.Bytes = -1;
  }
  return Q;
}

/// What a function does with a cudaLaunchConfig_t of its own.
class ConfigReader {
public:
  ConfigReader(const clang::FunctionDecl *F, const clang::VarDecl *V) : V(V) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      visit(S);
      return true;
    });
    start();
  }

  /// The bytes that it ever gets; nothing where something else may set them.
  std::optional<std::vector<const clang::Expr *>> bytes() const {
    if (Open || Names != Known || Members != KnownMembers)
      return std::nullopt;
    return Bytes;
  }

private:
  void visit(const clang::Stmt *S);
  void start();
  const clang::MemberExpr *member(const clang::Expr *E) const;

  const clang::VarDecl *V;
  std::vector<const clang::Expr *> Bytes;
  bool Open = false;
  unsigned Names = 0, Known = 0;          ///< Places that name it.
  unsigned Members = 0, KnownMembers = 0; ///< Of them, that name its bytes.
};

/// `config.dynamicSmemBytes`.
const clang::MemberExpr *ConfigReader::member(const clang::Expr *E) const {
  auto *M = llvm::dyn_cast<clang::MemberExpr>(E->IgnoreParens());
  bool Is = M && !M->isArrow() && namedVariable(M->getBase()) == V &&
            M->getMemberDecl()->getName() == "dynamicSmemBytes";
  return Is ? M : nullptr;
}

void ConfigReader::visit(const clang::Stmt *S) {
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  if (!E)
    return;
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  Names += Ref && Ref->getDecl() == V;
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E))
    Known += !M->isArrow() && namedVariable(M->getBase()) == V;
  // Who reads it may depend on it.
  Members += llvm::isa<clang::MemberExpr>(E) && member(E);
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
      B && B->getOpcode() == clang::BO_Assign && member(B->getLHS())) {
    ++KnownMembers;
    Bytes.push_back(B->getRHS());
  }
  if (auto L = launchSyntax(E); L && L->Config) {
    auto *Of =
        llvm::dyn_cast<clang::UnaryOperator>(L->Config->IgnoreParenImpCasts());
    Known += Of && Of->getOpcode() == clang::UO_AddrOf &&
             namedVariable(Of->getSubExpr()) == V;
  }
}

/// What its declaration gives it.
void ConfigReader::start() {
  const clang::Expr *Init = V->getInit();
  auto *List = llvm::dyn_cast_or_null<clang::InitListExpr>(Init);
  Open |= Init && !List && !llvm::isa<clang::CXXConstructExpr>(Init);
  if (auto *C = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(Init))
    Open |= C->getNumArgs() != 0;
  const clang::RecordDecl *R = V->getType()->getAsRecordDecl();
  if (!R || !R->getDefinition()) {
    Open = true;
    return;
  }
  for (const clang::FieldDecl *Field : R->getDefinition()->fields())
    if (List && Field->getName() == "dynamicSmemBytes" &&
        Field->getFieldIndex() < List->getNumInits() &&
        !llvm::isa<clang::ImplicitValueInitExpr>(
            List->getInit(Field->getFieldIndex())))
      Bytes.push_back(List->getInit(Field->getFieldIndex()));
}

/// The bytes of a launch by cudaLaunchKernelEx in \p F: null where it sets
/// none; nothing where they are not all known, and the launch cannot be edited.
std::optional<std::vector<const clang::Expr *>>
configBytes(const clang::FunctionDecl *F, const clang::Expr *Config) {
  auto *Of =
      llvm::dyn_cast<clang::UnaryOperator>(Config->IgnoreParenImpCasts());
  const clang::VarDecl *V = Of && Of->getOpcode() == clang::UO_AddrOf
                                ? namedVariable(Of->getSubExpr())
                                : nullptr;
  if (!V || !V->hasLocalStorage() || llvm::isa<clang::ParmVarDecl>(V) ||
      V->getType()->isReferenceType())
    return std::nullopt;
  auto All = ConfigReader(F, V).bytes();
  if (All && All->empty())
    All->push_back(nullptr);
  return All;
}

/// What \p E names, through casts, `&` and `*`.
const clang::VarDecl *pointerIn(const clang::Expr *E) {
  E = E->IgnoreParenCasts();
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
      X &&
      (X->getOpcode() == clang::UO_AddrOf || X->getOpcode() == clang::UO_Deref))
    E = X->getSubExpr()->IgnoreParenCasts();
  return namedVariable(E);
}

unsigned timesNamed(const clang::FunctionDecl *F, const clang::VarDecl *V) {
  unsigned Names = 0;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    Names += Ref && Ref->getDecl() == V;
    return true;
  });
  return Names;
}

/// It launches, or sets what launches may take: others say what they find.
bool isFollowed(const KernelCall &C) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(C.Around);
  const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return C.IsLaunch ||
         (F && F->getIdentifier() && F->getName().starts_with("cudaFuncSet"));
}

} // namespace

std::vector<KernelCall> KernelCalls::at(const clang::FunctionDecl *F,
                                        const clang::Stmt *S) {
  std::vector<KernelCall> Out;
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
  if (auto L = E ? launchSyntax(E) : std::nullopt; L && !L->Config) {
    Out.push_back({E, L->Kernel, L->Bytes, true});
  } else if (L) {
    auto Known = Text.isWhole(F) ? configBytes(F, L->Config) : std::nullopt;
    for (const clang::Expr *Each : Known.value_or(std::vector{L->Config}))
      Out.push_back({E, L->Kernel, Each, true});
  } else if (auto Q = Call ? querySyntax(Call) : std::nullopt) {
    const bool Takes = Q->Bytes >= 0 && unsigned(Q->Bytes) < Call->getNumArgs();
    Out.push_back({E, Call->getArg(Q->Kernel),
                   Takes ? Call->getArg(Q->Bytes) : nullptr, false});
  } else if (Call) {
    const clang::FunctionDecl *To = Call->getDirectCallee();
    for (unsigned I = 0; To && I < Call->getNumArgs(); ++I)
      if (auto At = bytesParameter(To, I); At && *At < Call->getNumArgs())
        Out.push_back({E, Call->getArg(I), Call->getArg(*At), true});
  }
  return Out;
}

const clang::Expr *KernelCalls::heldBy(const clang::FunctionDecl *F,
                                       const clang::VarDecl *V) {
  if (!V->isLocalVarDecl() || V->isStaticLocal() || !V->getInit() ||
      !V->getType()->isFunctionPointerType() || !Text.isWhole(F))
    return nullptr;
  VariableFacts Facts(F->getBody());
  unsigned Known = 0;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    const clang::Expr *Last = nullptr;
    for (const KernelCall &C : at(F, S))
      // One configuration has several bytes, and names the kernel once.
      if (isFollowed(C) && pointerIn(C.Kernel) == V &&
          std::exchange(Last, C.Kernel) != C.Kernel)
        ++Known;
    return true;
  });
  const bool IsPlain =
      !Facts.assignments(V) && !Facts.escapes(V) && timesNamed(F, V) == Known;
  return IsPlain ? V->getInit() : nullptr;
}

/// The parameter of \p F that all launches of its parameter \p Kernel take as
/// their bytes, where it does no more with either.
std::optional<unsigned>
KernelCalls::bytesParameter(const clang::FunctionDecl *F, unsigned Kernel) {
  F = F->getDefinition();
  if (!F || !F->hasBody() || !U.Source.isUserCode(F->getLocation()) ||
      llvm::isa<clang::CXXMethodDecl>(F) || F->hasAttr<clang::WeakAttr>() ||
      Kernel >= F->getNumParams() ||
      !F->getParamDecl(Kernel)->getType()->isFunctionPointerType())
    return std::nullopt;
  auto [It, IsNew] = Bytes.try_emplace({F, Kernel});
  if (!IsNew)
    return It->second;
  std::optional<unsigned> Found = findBytes(F, F->getParamDecl(Kernel));
  return Bytes[{F, Kernel}] = Found;
}

std::optional<unsigned>
KernelCalls::findBytes(const clang::FunctionDecl *F,
                       const clang::ParmVarDecl *Kernel) {
  const clang::VarDecl *Size = nullptr;
  unsigned Launches = 0, Kernels = 0, Sizes = 0;
  bool IsOpen = false;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    for (const KernelCall &C : at(F, S)) {
      if (pointerIn(C.Kernel) != Kernel)
        continue;
      const clang::VarDecl *V =
          C.Bytes ? namedVariable(C.Bytes->IgnoreParenImpCasts()) : nullptr;
      IsOpen |= !isFollowed(C) || (C.IsLaunch && !V) || (C.Bytes && !V) ||
                (V && (Size ? V != Size : !llvm::isa<clang::ParmVarDecl>(V))) ||
                (C.Bytes && C.Bytes->getBeginLoc().isMacroID());
      if (V)
        Size = V;
      ++Kernels;
      Sizes += V != nullptr;
      Launches += C.IsLaunch;
    }
    return !IsOpen;
  });
  VariableFacts Facts(F->getBody());
  auto IsPlain = [&](const clang::VarDecl *V, unsigned Known) {
    return !Facts.assignments(V) && !Facts.escapes(V) &&
           timesNamed(F, V) == Known;
  };
  if (IsOpen || !Launches || !Size || !IsPlain(Kernel, Kernels) ||
      !IsPlain(Size, Sizes) || !Size->getType()->isIntegerType() ||
      !Text.isWhole(F) || !Text.isOnlyOne(F))
    return std::nullopt;
  auto *P = llvm::dyn_cast<clang::ParmVarDecl>(Size);
  return P && P->getDeclContext() == F
             ? std::optional(P->getFunctionScopeIndex())
             : std::nullopt;
}
