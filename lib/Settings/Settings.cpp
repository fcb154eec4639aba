//===- Settings.cpp - The text of one settings file -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "bankfix/Kernel/SimilarNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/YAMLTraits.h"

using namespace bankfix;
using llvm::StringRef;
namespace yaml = llvm::yaml;

namespace {
/// The entries of Paths, in order.
struct PathList {
  std::vector<std::pair<std::string, Settings>> All;
};
} // namespace

namespace llvm::yaml {

template <auto Parse> struct ScalarTraits<Scalar<Parse>> {
  static void output(const Scalar<Parse> &S, void *, raw_ostream &OS) {
    OS << S.Text;
  }
  static StringRef input(StringRef Text, void *, Scalar<Parse> &S) {
    static std::string Why; // What is returned is not owned.
    S.Text = Text.str();
    auto Value = Parse(Text);
    if (!Value) {
      Why = toString(Value.takeError());
      return Why;
    }
    S.Value = std::move(*Value);
    return "";
  }
  static QuotingType mustQuote(StringRef S) { return needsQuotes(S); }
};

template <> struct CustomMappingTraits<BlockShapes> {
  static void inputOne(IO &Io, StringRef Key, BlockShapes &All) {
    Io.mapRequired(Key, All[Key.str()]);
  }
  static void output(IO &Io, BlockShapes &All) {
    for (auto &[Kernel, Shape] : All)
      Io.mapRequired(Kernel, Shape);
  }
};

template <> struct CustomMappingTraits<AssumedValues> {
  static void inputOne(IO &Io, StringRef Key, AssumedValues &All) {
    std::string &Value = All[Key.str()];
    Io.mapRequired(Key, Value);
    if (auto Read = parseAssumptions((Key + "=" + Value).str()); !Read)
      Io.setError(toString(Read.takeError()));
  }
  static void output(IO &Io, AssumedValues &All) {
    for (auto &[Name, Value] : All)
      Io.mapRequired(Name, Value);
  }
};

/// What a file and the entries of its Paths have in common.
static void mapSettings(IO &Io, Settings &S) {
#define SETTING(Key) Io.mapOptional(#Key, S.Key);
#include "Settings.def"
#undef SETTING
}

template <> struct MappingTraits<Settings> {
  static void mapping(IO &Io, Settings &S) { mapSettings(Io, S); }
};

template <> struct CustomMappingTraits<PathList> {
  static void inputOne(IO &Io, StringRef Key, PathList &Paths) {
    Paths.All.emplace_back(Key.str(), Settings());
    Io.mapRequired(Key, Paths.All.back().second);
  }
  static void output(IO &, PathList &) {}
};

template <> struct MappingTraits<SettingsText> {
  static void mapping(IO &Io, SettingsText &S) {
    PathList Paths;
    Io.mapOptional("InheritParentConfig", S.Inherits);
    mapSettings(Io, S.Here);
    Io.mapOptional("Paths", Paths);
    S.Paths = std::move(Paths.All);
  }
};

} // namespace llvm::yaml

namespace {
/// Keeps the first message of the parser.
struct Problem {
  std::string Path, Text;

  static void keep(const llvm::SMDiagnostic &D, void *Context) {
    auto *P = static_cast<Problem *>(Context);
    if (P->Text.empty())
      P->Text = P->Path + ":" + std::to_string(std::max(D.getLineNo(), 1)) +
                ": " + D.getMessage().str() + hint(D.getMessage());
  }

  /// "; did you mean 'Target'?"
  static std::string hint(StringRef Message) {
    if (!Message.consume_front("unknown key '"))
      return "";
    static constexpr StringRef Keys[] = {
        "InheritParentConfig",
        "Paths",
#define SETTING(Key) #Key,
#include "Settings.def"
#undef SETTING
    };
    StringRef Key = Message.take_until([](char C) { return C == '\''; });
    return didYouMean(Key, Keys, /*Most=*/1);
  }
};
} // namespace

llvm::Expected<SettingsText> bankfix::readSettings(StringRef Path,
                                                   StringRef Text) {
  SettingsText Out;
  Out.Path = Path.str();
  Problem P;
  P.Path = Path.str();
  yaml::Input Input(Text, nullptr, Problem::keep, &P);
  bool IsEmpty = llvm::all_of(llvm::split(Text, '\n'), [](StringRef Line) {
    return Line.trim().empty() || Line.trim().starts_with("#");
  });
  if (!IsEmpty)
    Input >> Out;
  if (!P.Text.empty() || Input.error())
    return llvm::createStringError(P.Text.empty() ? P.Path + ": is no YAML"
                                                  : P.Text);
  return Out;
}

void bankfix::writeSettings(llvm::raw_ostream &OS, Settings S) {
  std::string Text;
  llvm::raw_string_ostream Into(Text);
  yaml::Output Out(Into);
  Out << S;
  StringRef Body = StringRef(Text).trim();
  Body.consume_front("---");
  Body.consume_back("...");
  OS << Body.trim() << '\n';
}
