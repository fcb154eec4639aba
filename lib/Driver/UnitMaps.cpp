//===- UnitMaps.cpp - What runs find out of units, kept -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitMaps.h"
#include "Files.h"
#include "MapFormat.h"
#include "bankfix/Settings/SettingsFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

using namespace bankfix;
namespace json = llvm::json;
namespace path = llvm::sys::path;

static std::string hashOf(llvm::StringRef Text) {
  llvm::XXH128_hash_t H = llvm::xxh3_128bits(
      {reinterpret_cast<const uint8_t *>(Text.data()), Text.size()});
  return llvm::utohexstr(H.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(H.low64, /*LowerCase=*/true, 16);
}

/// What bankfix does is a matter of its program, whatever its version says.
static const std::string &programHash() {
  static const std::string Hash = [] {
    auto Program = llvm::MemoryBuffer::getFile(llvm::sys::fs::getMainExecutable(
        "", reinterpret_cast<void *>(&programHash)));
    return Program ? hashOf((*Program)->getBuffer()) : std::string();
  }();
  return Hash;
}

static std::string absolute(llvm::StringRef Path) {
  llvm::SmallString<128> Out(Path);
  llvm::sys::fs::make_absolute(Out);
  path::remove_dots(Out, /*remove_dot_dot=*/false);
  return Out.str().str();
}

/// The clock of files may tick seldom, so one that changes right after the
/// start may look as if it had changed a little before.
bool UnitMaps::hasChangedSinceStart(const std::string &Path) const {
  llvm::sys::fs::file_status Status;
  return !llvm::sys::fs::status(Path, Status) &&
         Status.getLastModificationTime() >=
             Start - std::chrono::milliseconds(10);
}

/// Of a file that is not there, or cannot be read: empty.
std::string UnitMaps::textHash(const std::string &Path) {
  {
    std::lock_guard Locked(Lock);
    if (auto It = Hashes.find(Path); It != Hashes.end())
      return It->second;
  }
  auto Text = llvm::MemoryBuffer::getFile(Path);
  std::string Hash = Text ? hashOf((*Text)->getBuffer()) : "";
  std::lock_guard Locked(Lock);
  return Hashes.try_emplace(Path, std::move(Hash)).first->second;
}

std::string UnitMaps::pathOf(llvm::StringRef Kind, llvm::StringRef Key) const {
  llvm::SmallString<128> Out(Given.Folder);
  path::append(Out, Kind + "-" + hashOf(Key) + ".json");
  return Out.str().str();
}

std::optional<json::Object> UnitMaps::read(const std::string &Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return std::nullopt;
  llvm::Expected<json::Value> V = json::parse((*Text)->getBuffer());
  if (!V) { // Another program's, or cut off: as if it were not there.
    llvm::consumeError(V.takeError());
    return std::nullopt;
  }
  json::Object *O = V->getAsObject();
  return O ? std::optional(std::move(*O)) : std::nullopt;
}

namespace {
/// The places where a header would have been found first, had it been there.
class Rivals {
public:
  /// Of what was read for \p Source, settings above it included.
  Rivals(llvm::StringRef Source, const ParseInputs &Inputs);
  /// Those that are not there.
  json::Array absent() const;

private:
  void addProjects(llvm::StringRef File);
  void addLibrarys(llvm::StringRef File, llvm::StringRef Folder);
  void add(llvm::StringRef Folder, const llvm::Twine &Name) {
    llvm::SmallString<128> Rival(Folder);
    path::append(Rival, Name);
    All.insert(Rival.str().str());
  }

  std::vector<std::string> Folders; ///< Searched, or of files that include.
  std::set<std::string> All;
};
} // namespace

/// \p File below \p Folder; else empty.
static llvm::StringRef below(llvm::StringRef File, llvm::StringRef Folder) {
  return File.consume_front(Folder) && File.consume_front("/") ? File : "";
}

Rivals::Rivals(llvm::StringRef Source, const ParseInputs &Inputs)
    : Folders(Inputs.Folders) {
  Folders.push_back(path::parent_path(Source).str());
  auto LibraryOf = [&](llvm::StringRef File) {
    auto It = llvm::find_if(Inputs.SystemFolders, [&](llvm::StringRef Folder) {
      return !below(File, Folder).empty();
    });
    return It == Inputs.SystemFolders.end() ? llvm::StringRef() : *It;
  };
  for (const std::string &File : Inputs.Files)
    if (std::string Folder = path::parent_path(File).str();
        LibraryOf(File).empty() && !llvm::is_contained(Folders, Folder))
      Folders.push_back(std::move(Folder));
  for (const std::string &File : Inputs.Files)
    if (llvm::StringRef Folder = LibraryOf(File); !Folder.empty())
      addLibrarys(File, Folder);
    else
      addProjects(File);
  for (llvm::StringRef Folder = path::parent_path(Source); !Folder.empty();
       Folder = path::parent_path(Folder))
    add(Folder, SettingsName);
}

/// The directive may have named any last part of its path.
void Rivals::addProjects(llvm::StringRef File) {
  constexpr unsigned MostParts = 4;
  std::string Part;
  unsigned Parts = 0;
  for (auto It = path::rbegin(File), End = path::rend(File);
       It != End && Parts != MostParts; ++It, ++Parts) {
    Part = Part.empty() ? It->str() : (*It + "/" + Part).str();
    for (const std::string &Folder : Folders)
      add(Folder, Part);
  }
}

/// Of `thrust/scan.h`, `thrust` is enough, where the project has no such
/// folder.
void Rivals::addLibrarys(llvm::StringRef File, llvm::StringRef Library) {
  llvm::StringRef Name = below(File, Library);
  for (const std::string &Folder : Folders) {
    llvm::StringRef First = Name.split('/').first;
    add(Folder, llvm::sys::fs::exists(Folder + "/" + First) ? Name : First);
  }
}

json::Array Rivals::absent() const {
  json::Array Out;
  for (const std::string &Rival : All)
    if (!llvm::sys::fs::exists(Rival))
      Out.push_back(Rival);
  return Out;
}

void UnitMaps::write(const std::string &Path, const std::string &Source,
                     json::Object Map, const ParseInputs &Inputs) {
  const std::string Main = absolute(Source);
  auto HasChanged = [&](const std::string &File) {
    return hasChangedSinceStart(File);
  };
  if (HasChanged(Main) || llvm::any_of(Inputs.Files, HasChanged))
    return; // Nobody can say which of its texts was read.
  json::Object Files;
  Files[Main] = textHash(Main);
  for (const std::string &File : Inputs.Files)
    Files[File] = textHash(File);
  Map["bankfix"] = programHash();
  Map["files"] = std::move(Files);
  Map["absent"] = Rivals(Main, Inputs).absent();
  std::string Text;
  llvm::raw_string_ostream(Text) << json::Value(std::move(Map)) << '\n';
  // A map that cannot be written is one that is made again.
  llvm::consumeError(writeWhole(Path, Text));
}

bool UnitMaps::holds(const json::Object &Map) {
  const json::Object *Files = Map.getObject("files");
  const json::Array *Absent = Map.getArray("absent");
  if (programHash().empty() || Map.getString("bankfix") != programHash() ||
      !Files || !Absent)
    return false;
  return llvm::all_of(*Files,
                      [&](const auto &Each) {
                        return Each.second.getAsString() ==
                               textHash(Each.first.str());
                      }) &&
         llvm::none_of(*Absent, [](const json::Value &Each) {
           return llvm::sys::fs::exists(Each.getAsString().value_or(""));
         });
}

/// How \p Path is read with \p Own; empty where that depends on what no map
/// has.
static std::string keyOf(const std::string &Path, const RunOptions &Own) {
  const ProjectBuilds &In = Own.Project;
  if (!In.Within.empty() || In.IsPart || !In.Texts.empty() || In.Others ||
      !In.Outside.empty())
    return "";
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here); // Flags and names depend on it.
  std::vector<std::string> Parts = {
      Path, Here.str().str(), Own.Model->Name.str(),
      std::to_string(int(Own.Headers)), Own.CudaPath};
  llvm::append_range(Parts, Own.ClangFlags);
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    Parts.push_back(llvm::sys::Process::GetEnv(Name).value_or(""));
  for (const Assumption &A : Own.Assumptions)
    Parts.push_back(A.Name + "=" + std::to_string(A.Value) + A.Type);
  return llvm::join(Parts, "\n");
}

std::optional<UnitReading> UnitMaps::find(const std::string &Path,
                                          const RunOptions &Own) {
  const std::string Key = keyOf(Path, Own);
  if (Given.Folder.empty() || !Given.IsRead || Key.empty())
    return std::nullopt;
  std::optional<json::Object> Map = read(pathOf("unit", Key));
  UnitReading R;
  const json::Value *Found = Map ? Map->get("reading") : nullptr;
  if (!Found || !holds(*Map) || !fromMap(*Found, R))
    return std::nullopt;
  std::optional<int64_t> Headers = Map->getInteger("headers");
  R.As = {Path, {}, Own.ClangFlags, HeaderMode(Headers.value_or(0)), Own.Model};
  return R;
}

void UnitMaps::keep(const std::string &Path, const RunOptions &Own,
                    const UnitReading &R, const ParseInputs &Inputs) {
  const std::string Key = keyOf(Path, Own);
  if (Given.Folder.empty() || Key.empty() || R.Error || !Inputs.AreAll)
    return;
  json::Object Map;
  Map["headers"] = int64_t(R.As.Headers);
  Map["reading"] = toMap(R);
  write(pathOf("unit", Key), Path, std::move(Map), Inputs);
}

std::string UnitMaps::cleanPath(const std::string &Path) const {
  return pathOf("clean", absolute(Path) + "\n" +
                             llvm::join(Given.Arguments, "\n") + "\n" +
                             llvm::join(Given.Sources, "\n"));
}

/// A launch in one unit may make a conflict in another.
bool UnitMaps::areAllCurrent() {
  std::lock_guard Locked(Currency);
  if (AllCurrent)
    return *AllCurrent;
  bool All = true;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator It(Given.Folder, Error), End;
       All && !Error && It != End; It.increment(Error)) {
    llvm::StringRef Name = path::filename(It->path());
    if (!Name.starts_with("unit-") && !Name.starts_with("clean-"))
      continue;
    std::optional<json::Object> Map = read(It->path());
    All = Map && holds(*Map);
  }
  AllCurrent = All && !Error;
  return *AllCurrent;
}

bool UnitMaps::isClean(const std::string &Path) {
  if (Given.Folder.empty() || !Given.IsRead || Given.Arguments.empty())
    return false;
  std::optional<json::Object> Map = read(cleanPath(Path));
  return Map && holds(*Map) && areAllCurrent();
}

void UnitMaps::keepClean(const std::string &Path, const ParseInputs &Inputs,
                         llvm::ArrayRef<std::string> Settings) {
  if (Given.Folder.empty() || Given.Arguments.empty())
    return;
  ParseInputs All = Inputs;
  for (const std::string &File : Settings)
    All.Files.push_back(absolute(File));
  write(cleanPath(Path), Path, json::Object(), All);
}

llvm::Error UnitMaps::begin() {
  if (Given.Folder.empty())
    return llvm::Error::success();
  std::error_code E = llvm::sys::fs::create_directories(Given.Folder);
  if (!E && !llvm::sys::fs::is_directory(Given.Folder))
    E = std::make_error_code(std::errc::not_a_directory);
  if (E)
    return llvm::createStringError("cannot make the folder '" + Given.Folder +
                                   "': " + E.message());
  if (Given.Shards == 1)
    return llvm::Error::success();
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  std::string Text;
  llvm::raw_string_ostream(Text)
      << json::Value(json::Object{{"schema", MapSchema.str()},
                                  {"folder", Here.str()},
                                  {"arguments", json::Array(Given.Arguments)}})
      << '\n';
  llvm::SmallString<128> Path(Given.Folder);
  path::append(Path, MapProject);
  return writeWhole(Path, Text);
}
