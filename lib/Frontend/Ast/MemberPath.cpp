//===- MemberPath.cpp - Which part of an object ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/MemberPath.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

bool MemberPath::isWithin(const MemberPath &Other) const {
  return Other.Steps.size() <= Steps.size() &&
         std::equal(Other.Steps.begin(), Other.Steps.end(), Steps.begin());
}

MemberPath MemberPath::with(Step Last) const {
  MemberPath Out = *this;
  Out.Steps.push_back(Last);
  return Out;
}

MemberPath MemberPath::member(const clang::FieldDecl *F) const {
  return F->getName().empty()
             ? with({StepKind::Unnamed, {}, F->getFieldIndex()})
             : member(F->getName());
}

MemberPath MemberPath::member(std::string_view Name) const {
  return with({StepKind::Member, Name, 0});
}

MemberPath MemberPath::component(unsigned Index) const {
  return with({StepKind::Component, {}, Index});
}

MemberPath MemberPath::element(uint64_t Index) const {
  return with({StepKind::Element, {}, Index});
}

MemberPath MemberPath::operator+(const MemberPath &Inner) const {
  MemberPath Out = *this;
  llvm::append_range(Out.Steps, Inner.Steps);
  return Out;
}

MemberPath MemberPath::behind(const MemberPath &Outer) const {
  assert(isWithin(Outer) && "not a part of that");
  MemberPath Out;
  Out.Steps.assign(Steps.begin() + Outer.Steps.size(), Steps.end());
  return Out;
}

std::string MemberPath::text() const {
  std::string Out;
  for (const Step &S : Steps)
    switch (S.Kind) {
    case StepKind::Member:
      Out += "." + std::string(S.Name);
      break;
    case StepKind::Unnamed:
      Out += ".#" + std::to_string(S.Index);
      break;
    case StepKind::Component:
      Out += S.Index < 4 ? std::string(".") + "xyzw"[S.Index]
                         : ".s" + llvm::utohexstr(S.Index, /*LowerCase=*/true);
      break;
    case StepKind::Element:
      Out += "[" + std::to_string(S.Index) + "]";
      break;
    }
  return Out;
}
