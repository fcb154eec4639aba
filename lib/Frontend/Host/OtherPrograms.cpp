//===- OtherPrograms.cpp - What else a host may build ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/OtherPrograms.h"
#include "Host/AskedNames.h"
#include "Host/LikelyLaunches.h"
#include "Host/OtherSources.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace bankfix;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// What \p P is made of may ask for. Nothing: some of it cannot be read.
std::optional<AskedNames> namesIn(const ReadProgram &P) {
  AskedNames Out;
  for (const std::string &File : P.Files) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer)
      return std::nullopt;
    Out.add((*Buffer)->getBuffer(), /*IsHeader=*/true);
  }
  Out.add(P.Text.str(), /*IsHeader=*/false);
  return Out;
}

/// A folder that \p B searches has something that \p Included names, and it is
/// none of the files of \p P.
bool findsOthers(const HostBuild &B, const std::set<std::string> &Included,
                 const ReadProgram &P, llvm::ArrayRef<std::string> Starts) {
  std::set<fs::UniqueID> Read;
  for (const std::string &File : P.Files)
    if (fs::UniqueID Id; !fs::getUniqueID(File, Id))
      Read.insert(Id);
  auto IsOther = [&](StringRef Start, StringRef Folder, StringRef Name) {
    llvm::SmallString<128> Path(path::is_absolute(Folder) ? "" : Start);
    path::append(Path, Folder, Name);
    fs::UniqueID Id;
    return !fs::getUniqueID(Path, Id) && !Read.count(Id);
  };
  for (const std::string &Folder : B.Folders)
    for (const std::string &Name : Included) {
      if (Name.empty() || StringRef(Folder).contains('%'))
        return true; // A macro's, or a path that is not known.
      if (llvm::any_of(Starts, [&](const std::string &Start) {
            return IsOther(Start, Folder, Name);
          }))
        return true;
    }
  return false;
}

/// The code has \p Text, which a host may replace.
bool mayBeReplaced(const std::string &Text, const ReadProgram &P,
                   const AskedNames &Names) {
  if (isName(Text))
    return Names.Spelled.count(Text) && !P.Kernels.count(Text);
  if (llvm::all_of(Text, isNamePart) && !Text.empty())
    return hasWord(Names.Plain, Text);
  return Text.empty() || (llvm::any_of(Text, isNamePart) &&
                          StringRef(Names.Plain).contains(Text));
}

/// Takes none of the launches of \p L for one of what was read; \p KeepsFixed:
/// but those with the only shape that the kernel can have.
void leave(KernelLaunches &L, bool KeepsFixed) {
  L.OthersPossible = true;
  auto Others = llvm::partition(L.Shapes, [&](const LaunchShape &S) {
    return KeepsFixed && S.Origin == ShapeOrigin::Attribute;
  });
  std::vector<LaunchShape> Likely(Others, L.Shapes.end());
  L.Shapes.erase(Others, L.Shapes.end());
  for (LaunchShape &S : Likely)
    S.Origin = ShapeOrigin::Assumed;
  addShapes(L.Likely, Likely);
  L.Likely = std::move(Likely);
}

} // namespace

/// As the function of that name, which looks for \p Others.
static bool mayDiffer(llvm::ArrayRef<HostBuild> Builds, const ReadProgram &P,
                      llvm::ArrayRef<HostSource> Hosts,
                      const OtherSources &Others) {
  if (Builds.empty())
    return false;
  std::optional<AskedNames> Names = namesIn(P);
  const bool IsJoined =
      llvm::any_of(Builds, [](const HostBuild &B) { return B.IsJoined; });
  if (!Names || (IsJoined && llvm::any_of(Names->Tested, [&](StringRef Macro) {
                   return Others.mayDefine(Macro);
                 })))
    return true;
  std::map<std::string, std::string> All;
  for (const HostBuild &B : Builds)
    for (const auto &[Name, Value] : B.Defines)
      Names->add(Value, /*IsHeader=*/false);
  const std::vector<std::string> Starts = startsOfPaths(P, Hosts);
  bool IsAllRead = true;
  for (const HostBuild &B : Builds) {
    IsAllRead &= B.IsRead;
    if ((!B.IsRead && !Names->Tested.empty()) || B.ChangedAt ||
        P.Text.size() > B.MostBytes.value_or(~uint64_t(0)) ||
        findsOthers(B, Names->Included, P, Starts) ||
        llvm::any_of(B.Replaced, [&](const std::string &Text) {
          return mayBeReplaced(Text, P, *Names);
        }))
      return true;
    for (const std::string &Name : B.Unknown)
      if (Names->mayName(Name))
        return true;
    for (const auto &[Name, Value] : B.Defines)
      if (All.emplace(Name, Value).first->second != Value &&
          Names->mayName(Name))
        return true;
  }
  return llvm::any_of(All, [&](const auto &Each) {
    auto Lacks = [&](const HostBuild &B) {
      return !B.Defines.count(Each.first);
    };
    return (!IsAllRead && Names->mayName(Each.first)) ||
           (Names->mayTest(Each.first) && llvm::any_of(Builds, Lacks));
  });
}

bool bankfix::mayDiffer(llvm::ArrayRef<HostBuild> Builds, const ReadProgram &P,
                        llvm::ArrayRef<HostSource> Hosts) {
  return ::mayDiffer(Builds, P, Hosts, OtherSources(P, Hosts));
}

/// What a host does to the source of \p P that no layout agrees with.
static std::optional<Obstacle>
obstacleOf(const HostBuild &B, const ReadProgram &P, const AskedNames &Names) {
  if (B.ChangedAt)
    return Obstacle{ObstacleKind::SourceChanged, {B.Host, B.ChangedAt, 1}, ""};
  for (const std::string &Text : B.Sought)
    if (mayBeReplaced(Text, P, Names))
      return Obstacle{ObstacleKind::SourceEdited,
                      {B.Host, 1, 1},
                      Text.empty() ? "any text" : "'" + Text + "'"};
  // No source grows to more: an access of 4 bytes, `a[i]`, gets 20, and a macro
  // for each array some hundreds.
  const uint64_t Grown = 8 * P.Text.size() + 8192;
  if (B.MostBytes && *B.MostBytes < Grown)
    return Obstacle{ObstacleKind::SourceLimit,
                    {B.Host, 1, 1},
                    std::to_string(*B.MostBytes)};
  return std::nullopt;
}

/// Arrays of a source stay that a host may look for a text in, change or read
/// in part.
static void leaveEdited(Program &Arrays, llvm::ArrayRef<HostBuild> Builds,
                        const ReadProgram &P) {
  AskedNames Names;
  Names.add(P.Text.str(), /*IsHeader=*/false);
  for (const HostBuild &B : Builds)
    if (std::optional<Obstacle> O = obstacleOf(B, P, Names)) {
      for (SharedArray &A : Arrays.Arrays)
        A.Obstacles.push_back(*O);
      return;
    }
}

void bankfix::leaveToOtherPrograms(ParsedFile &F,
                                   llvm::ArrayRef<HostBuild> Builds,
                                   ReadProgram P,
                                   llvm::ArrayRef<HostSource> Hosts) {
  const OtherSources Others(P, Hosts);
  for (auto [K, L] : llvm::zip(F.Prog.Kernels, F.Launches)) {
    P.Kernels.insert(K.Name);
    if (Others.mayHold(K.Name))
      leave(L, /*KeepsFixed=*/true);
  }
  leaveEdited(F.Prog, Builds, P);
  if (!::mayDiffer(Builds, P, Hosts, Others))
    return;
  for (KernelLaunches &L : F.Launches)
    leave(L, /*KeepsFixed=*/false);
  F.Diagnostics.push_back(
      {Severity::Note,
       {},
       "the host builds this with other options, or with options that are "
       "not read; counts are those of one build"});
}
