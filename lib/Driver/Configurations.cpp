//===- Configurations.cpp - The builds in which an edit has to hold -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Configurations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

std::vector<std::string> Configuration::flags() const {
  std::vector<std::string> Out;
  for (const MacroSetting &S : Settings) {
    Out.push_back("-U" + S.Name);
    if (S.Value)
      Out.push_back("-D" + S.Name + "=" + *S.Value);
  }
  return Out;
}

std::string Configuration::text() const {
  std::string Out = Way ? llvm::join(*Way, " ") : "";
  if (Use)
    Out = Use->Source + " " + llvm::join(Use->Flags, " ") + " ";
  if (Model)
    Out += "--target=" + Model->Name.str();
  for (const MacroSetting &S : Settings) {
    if (!Out.empty())
      Out += ' ';
    Out += (S.Value ? "-D" : "-U") + S.Name;
    if (S.Value && *S.Value != "1")
      Out += "=" + *S.Value;
  }
  return Out;
}

std::vector<Configuration> bankfix::otherWays(const ProjectBuilds &Of) {
  std::vector<Configuration> Out;
  for (const std::vector<std::string> &Flags : Of.OtherWays)
    Out.push_back({{}, Flags});
  for (const Target *T : Of.OtherTargets)
    Out.push_back({{}, std::nullopt, T});
  for (const HeaderUse &Use : Of.OtherUses)
    Out.push_back({{}, std::nullopt, Use.Model, &Use});
  return Out;
}

std::optional<std::vector<Configuration>>
bankfix::conditionalBuilds(const BuildChoices &All, const ArrayBuilds &Of) {
  constexpr size_t Most = 48;
  std::vector<Configuration> Out = {{}};
  for (unsigned I : Of.Macros) {
    const BuildMacro &M = All.Macros[I];
    if (M.Values.empty())
      continue;
    std::vector<Configuration> Longer;
    for (const Configuration &C : Out)
      for (const std::optional<std::string> &V : M.Values) {
        Longer.push_back(C);
        Longer.back().Settings.push_back({M.Name, V});
      }
    if (Longer.size() > Most)
      return std::nullopt;
    Out = std::move(Longer);
  }
  if (Out.front().Settings.empty())
    Out.clear(); // Nothing to choose: the build at hand.
  return Out;
}

std::vector<Configuration> bankfix::everyBuild(const ParsedFile &File) {
  ArrayBuilds All;
  for (const ArraySource &A : File.Map.Arrays) {
    All.Macros.insert(A.Builds.Macros.begin(), A.Builds.Macros.end());
    All.Macros.insert(A.Builds.ElementMacros.begin(),
                      A.Builds.ElementMacros.end());
  }
  std::vector<Configuration> Out = conditionalBuilds(File.Builds, All)
                                       .value_or(std::vector<Configuration>());
  for (unsigned I : All.Macros)
    if (const BuildMacro &M = File.Builds.Macros[I]; M.IsOpen && M.Number)
      for (int64_t V : otherValues(*M.Number))
        Out.push_back({{{M.setBy(), std::to_string(V)}}});
  return Out;
}

std::vector<int64_t> bankfix::otherValues(int64_t Now) {
  std::vector<int64_t> Out;
  auto Add = [&](int64_t V) {
    if (V > 0 && V != Now && !llvm::is_contained(Out, V))
      Out.push_back(V);
  };
  Add(Now / 2);
  Add(Now * 2);
  Add(Now / 4);
  Add(Now * 4);
  return Out;
}
