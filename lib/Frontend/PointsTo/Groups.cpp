//===- Groups.cpp - Pointers that count several elements at once ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo/Groups.h"

using namespace bankfix;

bool bankfix::areGroups(const PointerUnit &U, clang::QualType T,
                        unsigned Array) {
  constexpr unsigned WidestAccess = 16;
  const unsigned Element = U.SharedArrays[Array].ElementBytes;
  if (T->isIncompleteType() || T->isDependentType() || !Element)
    return false;
  const uint64_t Bytes = U.Context.getTypeSizeInChars(T).getQuantity();
  return Bytes >= Element && Bytes % Element == 0 && Bytes <= WidestAccess &&
         Bytes == uint64_t(U.Context.getTypeAlignInChars(T).getQuantity());
}

bool bankfix::isElementOf(const PointerUnit &U, clang::QualType T,
                          unsigned Array) {
  auto IsOf = [&](const clang::ValueDecl *V) {
    clang::QualType Of = V->getType();
    return U.Context.hasSameUnqualifiedType(
        T, U.Context.getBaseElementType(
               Of->isPointerType() ? Of->getPointeeType() : Of));
  };
  for (auto [V, Number] : U.Arrays)
    if (Number == Array)
      return IsOf(V);
  for (const auto &[Key, Number] : U.Members)
    if (Number == Array)
      return IsOf(Key.second);
  return false;
}

bool bankfix::isGroupOf(const PointerUnit &U, clang::QualType T,
                        unsigned Array) {
  const SharedArray &A = U.SharedArrays[Array];
  if (!A.IsArray || A.Dims.size() != 1 || !areGroups(U, T, Array))
    return false;
  return U.Buffers.count(Array)
             ? U.Context.getTypeSizeInChars(T).getQuantity() > A.ElementBytes
             : !isElementOf(U, T, Array);
}

bool bankfix::countsGroups(const PointerUnit &U, clang::QualType T,
                           unsigned Array) {
  return T->isPointerType() && !pointsToElements(U, T, Array) &&
         isGroupOf(U, T->getPointeeType(), Array);
}

/// Where the text has the type of the elements of \p Array, which \p Element
/// becomes.
static clang::TypeLoc elementLoc(const PointerUnit &U, unsigned Array,
                                 clang::QualType &Element) {
  clang::TypeLoc L;
  if (auto It = U.Buffers.find(Array); It != U.Buffers.end()) {
    L = It->second->getTypeInfoAsWritten()->getTypeLoc();
  } else {
    for (auto [V, Number] : U.Arrays)
      if (Number == Array && V->getTypeSourceInfo())
        L = V->getTypeSourceInfo()->getTypeLoc();
    while (auto Of = L ? L.getUnqualifiedLoc().getAs<clang::ArrayTypeLoc>()
                       : clang::ArrayTypeLoc())
      L = Of.getElementLoc();
  }
  if (auto Of = L ? L.getUnqualifiedLoc().getAs<clang::PointerTypeLoc>()
                  : clang::PointerTypeLoc())
    L = Of.getPointeeLoc();
  if (L)
    Element = L.getType();
  return L;
}

std::string bankfix::elementPointer(const PointerUnit &U,
                                    const clang::VarDecl *V, unsigned Array) {
  clang::QualType Element;
  const clang::TypeLoc L = elementLoc(U, Array, Element);
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  if (!L || !F || Element->getContainedAutoType())
    return "";
  if (F->isTemplateInstantiation()) {
    // Instances may spell their types alike that differ.
    const clang::SourceRange R = L.getUnqualifiedLoc().getSourceRange();
    const bool IsInside =
        U.Source.range(R) &&
        U.Source.offset(F->getBeginLoc()) <= U.Source.offset(R.getBegin()) &&
        U.Source.offset(R.getEnd()) <= U.Source.offset(F->getEndLoc());
    return IsInside ? U.Source.text(R) + " *" : "";
  }
  const clang::QualType Of = U.Context.getAddrSpaceQualType(
      U.Context.removeAddrSpaceQualType(Element).getUnqualifiedType(),
      V->getType()->getPointeeType().getAddressSpace());
  return U.Context.getPointerType(Of).getAsString(
      U.Context.getPrintingPolicy());
}
