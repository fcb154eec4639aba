//===- HostDoubts.cpp - What flags may change in a host -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostDoubts.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

HostDoubts::HostDoubts(const HostTokens &T) : T(T) {
  for (size_t I = 0; I < T.size(); ++I)
    if (T[I].Branch) {
      Places.insert(T[I].Begin);
      if (T[I].IsName)
        Names.insert(T[I].Text);
    }
  for (const HostToken &H : T.Hidden) {
    Places.insert(H.Begin);
    if (H.IsName)
      Names.insert(H.Text);
  }
  std::map<std::string, unsigned> Definitions;
  for (const HostDefinition &D : T.Definitions)
    if (++Definitions[D.Name] > 1 || T.isForgotten(D.Name))
      add(D.Name);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const HostDefinition &D : T.Definitions) {
      HostTokens Body(D.Macro.Body);
      for (size_t I = 0; I < Body.size(); ++I)
        if (Body.isName(I) && Words.count(Body[I].Text))
          Changed |= add(D.Name);
    }
  }
}

bool HostDoubts::add(const std::string &Name) {
  if (!Words.insert(Name).second)
    return false;
  for (size_t I = 0; I < T.size(); ++I)
    if (T[I].IsName && T[I].Text == Name)
      Places.insert(T[I].Begin);
  return true;
}

bool HostDoubts::isIn(size_t Begin, size_t End) const {
  auto It = Places.lower_bound(Begin);
  return It != Places.end() && *It < End;
}
