//===- KernelArrays.cpp - Kernels by an index that is not known -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/KernelArrays.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// Elements that are none: from here on, those of indices that are not known;
/// at last, what stands for all that was stored.
static constexpr uint64_t FirstUnknown = uint64_t(1) << 40,
                          AnyElement = ~uint64_t(0);

static bool isOfKernels(const clang::Decl *D) {
  auto *V = llvm::dyn_cast<clang::VarDecl>(D);
  if (!V || !V->hasLocalStorage() || V->hasInit() ||
      !V->getType()->isConstantArrayType())
    return false;
  clang::QualType T =
      llvm::cast<clang::ArrayType>(V->getType().getCanonicalType())
          ->getElementType();
  const clang::RecordDecl *R =
      T->isPointerType() ? T->getPointeeType()->getAsRecordDecl() : nullptr;
  return R && R->getIdentifier() && R->getName() == "_cl_kernel";
}

std::optional<HostPlace> KernelArrays::element(const HostPlace &Array,
                                               const Expr *Index) {
  if (!isOfKernels(Array.Variable))
    return std::nullopt;
  auto It = Numbers.try_emplace(Index, FirstUnknown + Numbers.size()).first;
  return Array.element(It->second);
}

const Expr *KernelArrays::some(const HostState &In, const HostPlace &P) const {
  if (P.Path.isWhole() || !isOfKernels(P.Variable))
    return nullptr;
  auto It = In.Values.find(HostPlace{P.Variable}.element(AnyElement));
  return It == In.Values.end() ? nullptr : It->second;
}

void KernelArrays::store(HostState &In, const HostPlace &Element,
                         const Expr *Value) {
  if (Element.Path.isWhole() || !isOfKernels(Element.Variable))
    return;
  const HostPlace Array{Element.Variable}, Any = Array.element(AnyElement);
  auto IsElement = [&](const auto &Numbered) {
    return Array.element(Numbered.second) == Element;
  };
  // Two indices may be one, unless both are known.
  if (llvm::any_of(Numbers, IsElement))
    for (auto &[P, Old] : In.Values)
      if (P.Variable == Element.Variable && P != Element && P != Any)
        Old = Unknown();
  for (const auto &[Index, Number] : Numbers)
    if (auto It = In.Values.find(Array.element(Number));
        It != In.Values.end() && It->first != Element)
      It->second = Unknown();
  auto Add = [&](const Expr *&To) {
    To = To && To != Value ? Pool.select(Unknown(), Value, To) : Value;
  };
  Add(In.Values[Any]);
  for (auto &Stored : StoredInLoops)
    Add(Stored[Element.Variable]);
}

void KernelArrays::forget(HostState &In, const HostPlace &Element) {
  if (Element.Path.isWhole() || !isOfKernels(Element.Variable))
    return;
  const HostPlace Array{Element.Variable};
  std::erase_if(In.Values,
                [&](const auto &Old) { return Old.first.isWithin(Array); });
  In.Values[Array.element(AnyElement)] = Unknown();
}

void KernelArrays::leaveLoop(HostState &Behind, const HostState &Before) {
  for (const auto &[Array, Stored] : StoredInLoops.back()) {
    const HostPlace Any = HostPlace{Array}.element(AnyElement);
    auto It = Before.Values.find(Any);
    Behind.Values[Any] = It == Before.Values.end()
                             ? Stored
                             : Pool.select(Unknown(), Stored, It->second);
  }
  StoredInLoops.pop_back();
}
