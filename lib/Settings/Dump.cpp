//===- Dump.cpp - The settings in force -----------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "bankfix/Settings/SettingsFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

static std::string shapeText(const BlockDim &B) {
  std::vector<std::string> Sizes;
  for (unsigned Size : B.Block)
    Sizes.push_back(std::to_string(Size));
  while (Sizes.size() > 1 && Sizes.back() == "1")
    Sizes.pop_back();
  return llvm::join(Sizes, "x");
}

/// As a settings file would say it.
static Settings settingsOf(const RunOptions &O) {
  Settings S;
  std::vector<const Target *> Models = {O.Model};
  llvm::append_range(Models, O.Project.OtherTargets);
  std::vector<llvm::StringRef> Targets;
  for (const Target *T : Models)
    Targets.push_back(T->Name);
  S.Target = {llvm::join(Targets, ","), Models};
  for (const BlockDim &B : O.BlockDims)
    S.BlockDims[B.Kernel.empty() ? "*" : B.Kernel] = {shapeText(B), B};
  for (const Assumption &A : O.Assumptions)
    S.Assume[A.Name] = A.Type.empty() ? std::to_string(A.Value) : A.Type;
  std::vector<std::string> Names;
  for (StrategyKind Kind : O.Plan.Allowed)
    Names.push_back(name(Kind).str());
  S.Strategies = {Names.empty() ? "auto" : llvm::join(Names, ","),
                  O.Plan.Allowed};
  std::string Degree;
  llvm::raw_string_ostream(Degree)
      << llvm::format("%g", std::max(O.Plan.MinDegree, 1.0));
  S.MinDegree = {Degree, O.Plan.MinDegree};
  if (O.Plan.Minimize)
    S.Objective = {name(*O.Plan.Minimize).str(), *O.Plan.Minimize};
  std::string Gain;
  llvm::raw_string_ostream(Gain) << llvm::format("%g", O.Plan.MinGain);
  S.MinGain = {Gain, O.Plan.MinGain};
  if (O.Plan.MaxSharedGrowth)
    S.MaxSharedGrowth = {std::to_string(*O.Plan.MaxSharedGrowth),
                         *O.Plan.MaxSharedGrowth};
  S.AllowOccupancyLoss = O.Plan.AllowOccupancyLoss;
  S.StrictBounds = O.Plan.StrictBounds;
  S.CudaHeaders = {name(O.Headers).str(), O.Headers};
  if (!O.CudaPath.empty())
    S.CudaPath = O.CudaPath;
  S.ExtraArgs = O.ClangFlags;
  S.HeaderFilter = {O.Project.HeaderFilter, O.Project.HeaderFilter};
  S.ClosedWorld = O.Project.IsClosed;
  S.FormatStyle = {name(O.Edits.Format).str(), O.Edits.Format};
  S.Comments = O.Edits.Comments;
  if (!O.Edits.HelperPrefix.empty())
    S.HelperPrefix = {O.Edits.HelperPrefix, O.Edits.HelperPrefix};
  if (!O.Edits.HelperHeader.empty())
    S.HelperHeader = O.Edits.HelperHeader;
  return S;
}

void bankfix::dumpSettings(llvm::raw_ostream &OS, const FileSettings &S) {
  for (const std::string &File : S.Files)
    OS << "# from " << File << '\n';
  if (S.Files.empty())
    OS << "# no " << SettingsName << " above it\n";
  if (!S.ExcludedBy.empty())
    OS << "# left alone: " << S.ExcludedBy << '\n';
  writeSettings(OS, settingsOf(S.Options));
}
