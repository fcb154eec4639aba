//===- Merge.cpp - What holds for one file --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "bankfix/Settings/SettingsFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace bankfix;
using llvm::StringRef;
namespace path = llvm::sys::path;

static llvm::Error error(const llvm::Twine &Text) {
  return llvm::createStringError(Text);
}

static llvm::Expected<bool> matches(StringRef Glob, StringRef Path,
                                    StringRef File) {
  llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(Glob);
  if (!Pattern)
    return error(File + ": '" + Glob +
                 "' is no glob: " + llvm::toString(Pattern.takeError()));
  return Pattern->match(Path);
}

namespace {
/// Collects options; what was said first stays.
class Merger {
public:
  explicit Merger(const RunOptions &Given) : Said(Given.Given) {
    Out.Options = Given;
    // A shape for every kernel leaves nothing open.
    HasShapes = llvm::any_of(
        Given.BlockDims, [](const BlockDim &B) { return B.Kernel.empty(); });
  }

  /// What \p File says of \p Path, which lies in its folder.
  llvm::Error add(const SettingsText &File, StringRef Path);
  llvm::Expected<FileSettings> finish(StringRef Path);

private:
  void add(const Settings &S, StringRef Folder);
  llvm::Error exclude(const Settings &S, const SettingsText &File,
                      StringRef Inside);

  /// Sets a field of which nothing was said yet.
  template <typename Field, typename Value>
  void set(const char *Key, Field &Into, const std::optional<Value> &From) {
    if (From && Said.insert(Key).second)
      Into = meaning(*From);
  }
  template <auto Parse> static const auto &meaning(const Scalar<Parse> &S) {
    return S.Value;
  }
  static bool meaning(bool B) { return B; }

  FileSettings Out;
  std::set<std::string> Said; ///< Keys.
  bool HasShapes = false;
  std::vector<BlockDim> Shapes;    ///< The strongest last.
  std::vector<Assumption> Assumed; ///< Likewise.
  std::vector<std::string> Flags;  ///< In the order of the command line.
};
} // namespace

/// An absolute path from one that is relative to \p Folder.
static std::string within(StringRef Folder, StringRef Path) {
  llvm::SmallString<128> Out(Path);
  path::make_absolute(Folder, Out);
  path::remove_dots(Out, /*remove_dot_dot=*/true);
  return Out.str().str();
}

void Merger::add(const Settings &S, StringRef Folder) {
  RunOptions &O = Out.Options;
  if (S.Target && Said.insert("Target").second)
    setTargets(O, S.Target->Value);
  set("Strategies", O.Plan.Allowed, S.Strategies);
  set("MinDegree", O.Plan.MinDegree, S.MinDegree);
  if (S.Objective && Said.insert("Objective").second)
    O.Plan.Minimize = S.Objective->Value;
  set("MinGain", O.Plan.MinGain, S.MinGain);
  set("MaxSharedGrowth", O.Plan.MaxSharedGrowth, S.MaxSharedGrowth);
  set("AllowOccupancyLoss", O.Plan.AllowOccupancyLoss, S.AllowOccupancyLoss);
  set("StrictBounds", O.Plan.StrictBounds, S.StrictBounds);
  set("CudaHeaders", O.Headers, S.CudaHeaders);
  set("HeaderFilter", O.Project.HeaderFilter, S.HeaderFilter);
  set("ClosedWorld", O.Project.IsClosed, S.ClosedWorld);
  set("FormatStyle", O.Edits.Format, S.FormatStyle);
  set("Comments", O.Edits.Comments, S.Comments);
  set("HelperPrefix", O.Edits.HelperPrefix, S.HelperPrefix);
  if (S.CudaPath && Said.insert("CudaPath").second)
    O.CudaPath = within(Folder, *S.CudaPath);
  if (S.HelperHeader && Said.insert("HelperHeader").second)
    O.Edits.HelperHeader = within(Folder, *S.HelperHeader);
  for (const auto &[Kernel, Shape] : S.BlockDims) {
    BlockDim New = Shape.Value;
    New.Kernel = Kernel == "*" ? "" : Kernel;
    New.IsSetting = true;
    if (!HasShapes && llvm::none_of(Shapes, [&](const BlockDim &Known) {
          return Known.Kernel == New.Kernel;
        }))
      Shapes.push_back(std::move(New));
  }
  for (const auto &[Name, Value] : S.Assume)
    if (llvm::none_of(Assumed, [&](const Assumption &Known) {
          return Known.Name == Name;
        }))
      llvm::append_range(Assumed,
                         llvm::cantFail(parseAssumptions(Name + "=" + Value)));
  for (const std::string &Folders : S.IncludeDirs)
    Flags.push_back("-I" + within(Folder, Folders));
  for (const std::string &Define : S.Defines)
    Flags.push_back("-D" + Define);
  llvm::append_range(Flags, S.ExtraArgs);
}

llvm::Error Merger::exclude(const Settings &S, const SettingsText &File,
                            StringRef Inside) {
  for (const std::string &Glob : S.Exclude) {
    llvm::Expected<bool> Is = matches(Glob, Inside, File.Path);
    if (!Is)
      return Is.takeError();
    if (*Is && Out.ExcludedBy.empty())
      Out.ExcludedBy = "'" + Glob + "' in " + File.Path;
  }
  return llvm::Error::success();
}

llvm::Error Merger::add(const SettingsText &File, StringRef Path) {
  StringRef Folder = path::parent_path(File.Path);
  StringRef Inside = Path;
  Inside.consume_front(Folder);
  Inside = Inside.ltrim('/');
  Out.Files.push_back(File.Path);
  for (const auto &[Glob, S] : llvm::reverse(File.Paths)) {
    llvm::Expected<bool> Is = matches(Glob, Inside, File.Path);
    if (!Is)
      return Is.takeError();
    if (!*Is)
      continue;
    add(S, Folder);
    if (llvm::Error E = exclude(S, File, Inside))
      return E;
  }
  add(File.Here, Folder);
  return exclude(File.Here, File, Inside);
}

llvm::Expected<FileSettings> Merger::finish(StringRef Path) {
  RunOptions &O = Out.Options;
  Out.SaysTarget = Said.count("Target");
  if (!Out.SaysTarget)
    O.Model = defaultTarget(Path);
  // What the command line says comes last, and counts.
  llvm::append_range(Shapes, O.BlockDims);
  O.BlockDims = std::move(Shapes);
  llvm::append_range(Assumed, O.Assumptions);
  O.Assumptions = std::move(Assumed);
  llvm::append_range(Flags, O.ClangFlags);
  O.ClangFlags = std::move(Flags);
  if (llvm::Error E = checkBlockDims(O))
    return error(path::filename(Out.Files.empty() ? "" : Out.Files.front()) +
                 ": " + llvm::toString(std::move(E)));
  return std::move(Out);
}

llvm::Expected<FileSettings> bankfix::settingsFor(StringRef Path,
                                                  const RunOptions &Given) {
  llvm::SmallString<128> Whole(Path);
  llvm::sys::fs::make_absolute(Whole);
  path::remove_dots(Whole, /*remove_dot_dot=*/true);
  Merger M(Given);
  StringRef Folder = Path.empty() ? StringRef(Whole) : path::parent_path(Whole);
  for (; !Folder.empty(); Folder = path::parent_path(Folder)) {
    llvm::SmallString<128> File(Folder);
    path::append(File, SettingsName);
    if (!llvm::sys::fs::is_regular_file(File))
      continue;
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer)
      return error(File +
                   ": cannot read the file: " + Buffer.getError().message());
    llvm::Expected<SettingsText> Read =
        readSettings(File, (*Buffer)->getBuffer());
    if (!Read)
      return Read.takeError();
    if (llvm::Error E = M.add(*Read, Whole))
      return std::move(E);
    if (!Read->Inherits)
      break;
  }
  return M.finish(Path);
}
