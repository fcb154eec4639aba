//===- Values.cpp - The values of options ---------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Settings/Values.h"
#include "bankfix/Kernel/SimilarNames.h"
#include "bankfix/Kernel/Words.h"
#include "bankfix/Target/Products.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <cmath>

using namespace bankfix;
using llvm::Expected;
using llvm::StringRef;

llvm::Error bankfix::usageError(const llvm::Twine &Text) {
  return llvm::createStringError(Text);
}

/// "sm_81" as "sm_" and 81; nothing of a name without a number at its end.
static std::optional<std::pair<StringRef, unsigned>> numbered(StringRef Name) {
  StringRef Family = Name.rtrim("0123456789");
  unsigned Number = 0;
  if (Family.empty() || Name.drop_front(Family.size()).getAsInteger(10, Number))
    return std::nullopt;
  return std::pair(Family, Number);
}

/// "; did you mean 'sm_80'?": of the family of \p Text, if it has one, a model
/// whose name begins so, and then the one with the nearest number. Else what
/// products begin so, or end, as "4090" does.
static std::string nearestTarget(StringRef Text) {
  std::vector<StringRef> Names, Products;
  for (const Target &T : allTargets())
    Names.push_back(T.Name);
  for (StringRef Name : productNames())
    if (!Text.empty() && (Name.starts_with_insensitive(Text) ||
                          Name.ends_with_insensitive(Text)))
      Products.push_back(Name);
  auto Wanted = numbered(Text);
  auto Distance = [&](StringRef Name) {
    auto Known = numbered(Name);
    bool IsFamily =
        Wanted && Known && Wanted->first.equals_insensitive(Known->first);
    unsigned Apart = !IsFamily ? UINT_MAX
                     : Wanted->second > Known->second
                         ? Wanted->second - Known->second
                         : Known->second - Wanted->second;
    return std::tuple(!Name.starts_with_insensitive(Text), Apart);
  };
  StringRef Nearest = *llvm::min_element(Names, [&](StringRef L, StringRef R) {
    return Distance(L) < Distance(R);
  });
  if (std::get<1>(Distance(Nearest)) != UINT_MAX)
    return "; did you mean '" + Nearest.str() + "'?";
  if (!Products.empty())
    return "; did you mean '" +
           llvm::join(llvm::ArrayRef(Products).take_front(3), "' or '") + "'?";
  llvm::append_range(Names, productNames());
  return didYouMean(Text, Names, /*Most=*/1);
}

Expected<const Target *> bankfix::parseTarget(StringRef Text) {
  if (const Target *T = findTarget(Text))
    return T;
  std::string Near = nearestTarget(Text);
  return usageError("there is no model of this name" +
                    (Near.empty() ? "; 'bankfix targets' lists them"
                                  : Near + " ('bankfix targets' lists them "
                                           "all)"));
}

std::vector<const Target *>
bankfix::modelsOf(llvm::ArrayRef<std::string> Gpus,
                  llvm::function_ref<void(std::string)> Warn) {
  std::vector<const Target *> Out;
  for (const std::string &Gpu : Gpus) {
    const Target *T = findTarget(Gpu);
    if (!T)
      Warn("'" + Gpu +
           "', for which flags compile, has no model: nothing is counted for "
           "it" +
           nearestTarget(Gpu) + " ('bankfix targets' lists them all)");
    else if (!llvm::is_contained(Out, T))
      Out.push_back(T);
  }
  return Out;
}

Expected<std::vector<const Target *>> bankfix::parseTargets(StringRef Text) {
  std::vector<const Target *> Out;
  for (StringRef Name : llvm::split(Text, ',')) {
    Expected<const Target *> T = parseTarget(Name.trim());
    if (!T)
      return T.takeError();
    if (!llvm::is_contained(Out, *T))
      Out.push_back(*T);
  }
  return Out;
}

/// True on failure, as StringRef::getAsInteger.
static bool parseSizes(StringRef Text, std::array<unsigned, 3> &Sizes) {
  llvm::SmallVector<StringRef, 3> Parts;
  Text.split(Parts, Text.contains(',') ? ',' : 'x');
  if (Parts.size() > Sizes.size())
    return true;
  uint64_t Threads = 1;
  for (auto [Part, Size] : llvm::zip(Parts, Sizes)) {
    if (Part.trim(' ').getAsInteger(10, Size) || Size == 0)
      return true;
    Threads *= Size;
    if (Threads > INT32_MAX)
      return true;
  }
  return false;
}

Expected<BlockDim> bankfix::parseBlockDim(StringRef Text) {
  BlockDim Result;
  StringRef Sizes = Text;
  if (Text.contains('=')) {
    std::tie(Text, Sizes) = Text.rsplit('=');
    Result.Kernel = Text.str();
  }
  if (Text.empty() || parseSizes(Sizes, Result.Block))
    return usageError("expected [KERNEL=]X[,Y[,Z]] with positive numbers, such "
                      "as 32,8 or transpose=32,8");
  return Result;
}

/// True on failure, as StringRef::getAsInteger, which takes a leading zero for
/// octal.
static bool parseInteger(StringRef Text, int64_t &Value) {
  StringRef Digits = Text;
  bool Negative = Digits.consume_front("-");
  bool Hex = Digits.consume_front_insensitive("0x");
  uint64_t Magnitude = 0;
  if (Digits.getAsInteger(Hex ? 16 : 10, Magnitude) ||
      Magnitude > uint64_t(INT64_MAX) + Negative)
    return true;
  Value = int64_t(Negative ? 0 - Magnitude : Magnitude);
  return false;
}

/// True for what can only be a C++ type: made of the names of types, or
/// qualified, or with a keyword before it.
static bool isType(StringRef Text) {
  static constexpr StringRef Known[] = {
      "float", "double",        "int",         "unsigned", "signed", "char",
      "short", "long",          "bool",        "half",     "__half", "const",
      "void",  "__nv_bfloat16", "nv_bfloat16", "true",     "false",  "__half2"};
  if (Text.contains("::") || Text.starts_with("struct ") ||
      Text.starts_with("class ") || Text.starts_with("enum "))
    return true;
  bool Any = false;
  for (StringRef Rest = Text.trim(" *"); !Rest.empty(); Any = true) {
    StringRef Word = Rest.take_while(isNamePart);
    StringRef Vector = Word.rtrim("1234");
    bool IsVector = Vector.size() + 1 == Word.size();
    if (Vector.starts_with("u") && Vector != "unsigned")
      Vector = Vector.drop_front();
    if (Word.empty() || !(llvm::is_contained(Known, Word) ||
                          (IsVector && llvm::is_contained(Known, Vector)) ||
                          Word.ends_with("_t")))
      return false;
    Rest = Rest.drop_front(Word.size()).ltrim();
  }
  return Any;
}

static bool parseAssumption(StringRef Text, Assumption &Result) {
  auto [Name, Value] = Text.rsplit('=');
  Result.Name = Name.trim().str();
  Value = Value.trim();
  if (Result.Name.empty())
    return true;
  if (!parseInteger(Value, Result.Value))
    return false;
  Result.Type = Value.str();
  return !isType(Value);
}

/// The first part of \p Text up to a comma outside of brackets.
static StringRef upToComma(StringRef Text) {
  int Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '<' || Text[I] == '(';
    Depth -= Text[I] == '>' || Text[I] == ')';
    if (Text[I] == ',' && Depth == 0)
      return Text.take_front(I);
  }
  return Text;
}

Expected<std::vector<Assumption>> bankfix::parseAssumptions(StringRef Text) {
  std::vector<Assumption> Result;
  for (bool More = true; More;) {
    StringRef Part = upToComma(Text);
    if (parseAssumption(Part, Result.emplace_back()))
      return usageError("expected NAME=VALUE with an integer, such as n=1024 "
                        "or mask=0xff, or with a type, such as T=float");
    More = Part.size() != Text.size();
    Text = Text.drop_front(std::min(Part.size() + 1, Text.size()));
  }
  return Result;
}

std::string bankfix::strategyNames() {
  return llvm::join(
      llvm::map_range(allStrategies(), [](StrategyKind S) { return name(S); }),
      ", ");
}

Expected<std::vector<StrategyKind>> bankfix::parseStrategies(StringRef Text) {
  std::vector<StrategyKind> Result;
  if (Text == "auto")
    return Result;
  for (StringRef Name : llvm::split(Text, ',')) {
    std::optional<StrategyKind> Kind = findStrategy(Name.trim());
    if (!Kind)
      return usageError("there is no strategy '" + Name +
                        "'; there are auto, " + strategyNames());
    Result.push_back(*Kind);
  }
  return Result;
}

Expected<uint64_t> bankfix::parseBytes(StringRef Text) {
  uint64_t Bytes = 0;
  if (Text.getAsInteger(10, Bytes))
    return usageError("expected a number of bytes, such as 1024");
  return Bytes;
}

Expected<unsigned> bankfix::parseLimit(StringRef Text) {
  unsigned Limit = 0;
  if (Text.getAsInteger(10, Limit))
    return usageError("expected a whole number, 0 for no limit");
  return Limit;
}

Expected<double> bankfix::parseDegree(StringRef Text) {
  double Degree = 0;
  if (Text.getAsDouble(Degree) || !std::isfinite(Degree) || Degree < 1)
    return usageError("expected a number that is at least 1, such as 4");
  return Degree;
}

Expected<std::pair<unsigned, unsigned>> bankfix::parseShard(StringRef Text) {
  auto [Which, Of] = Text.split('/');
  unsigned Shard, Shards;
  if (Which.getAsInteger(10, Shard) || Of.getAsInteger(10, Shards) || !Shard ||
      Shard > Shards)
    return usageError("expected one of several shares, such as 1/4");
  return std::pair(Shard, Shards);
}

Expected<double> bankfix::parsePercent(StringRef Text) {
  double Percent = 0;
  if (Text.getAsDouble(Percent) || !(Percent >= 0 && Percent < 100))
    return usageError("expected percent, from 0 to less than 100, such as 2");
  return Percent;
}

Expected<std::string> bankfix::parseRegex(StringRef Text) {
  std::string Why;
  if (!llvm::Regex(Text).isValid(Why))
    return usageError("this is no regular expression: " + Why);
  return Text.str();
}

Expected<std::string> bankfix::parseNamePrefix(StringRef Text) {
  if (Text.empty() || llvm::isDigit(Text.front()) ||
      !llvm::all_of(Text, isNamePart))
    return usageError("expected letters, digits and underscores, and no digit "
                      "first");
  return Text.str();
}

Expected<std::string> bankfix::parsePath(StringRef Text) {
  if (Text.empty())
    return usageError("expected a name");
  return Text.str();
}

Expected<std::string> bankfix::parseAbsolutePath(StringRef Text) {
  Expected<std::string> Path = parsePath(Text);
  if (!Path)
    return Path;
  llvm::SmallString<128> Out(*Path);
  llvm::sys::fs::make_absolute(Out);
  llvm::sys::path::remove_dots(Out, /*remove_dot_dot=*/true);
  return Out.str().str();
}

/// The choice of that name.
template <typename T>
static Expected<T>
choose(StringRef Text, std::initializer_list<std::pair<StringRef, T>> Choices) {
  std::vector<StringRef> Names;
  for (auto [Name, Value] : Choices) {
    if (Name == Text)
      return Value;
    Names.push_back(Name);
  }
  StringRef Last = Names.back();
  Names.pop_back();
  return usageError("expected " + llvm::join(Names, ", ") + " or " + Last);
}

Expected<HeaderMode> bankfix::parseHeaderMode(StringRef Text) {
  return choose<HeaderMode>(Text, {{"auto", HeaderMode::Auto},
                                   {"builtin", HeaderMode::BuiltIn},
                                   {"sdk", HeaderMode::Sdk}});
}

StringRef bankfix::name(HeaderMode M) {
  switch (M) {
  case HeaderMode::Auto:
    return "auto";
  case HeaderMode::BuiltIn:
    return "builtin";
  case HeaderMode::Sdk:
    return "sdk";
  }
  return "";
}

StringRef bankfix::name(FormatStyle S) {
  return S == FormatStyle::File ? "file" : "none";
}

Expected<FormatStyle> bankfix::parseFormatStyle(StringRef Text) {
  return choose<FormatStyle>(
      Text, {{"file", FormatStyle::File}, {"none", FormatStyle::None}});
}

Expected<Objective> bankfix::parseObjective(StringRef Text) {
  return choose<Objective>(
      Text, {{"time", Objective::Time}, {"wavefronts", Objective::Wavefronts}});
}

Expected<bool> bankfix::parseBool(StringRef Text) {
  return choose<bool>(Text, {{"true", true}, {"false", false}});
}

Expected<ReportOrder> bankfix::parseOrder(StringRef Text) {
  return choose<ReportOrder>(
      Text, {{"gain", ReportOrder::Gain}, {"source", ReportOrder::Source}});
}

Expected<LineRange> bankfix::parseLines(StringRef Text) {
  LineRange Out;
  auto [First, Last] = Text.split(':');
  bool IsOne = !Text.contains(':');
  if (First.getAsInteger(10, Out.First) ||
      (IsOne ? First : Last).getAsInteger(10, Out.Last) || !Out.First ||
      Out.Last < Out.First)
    return usageError("expected FIRST:LAST, lines from 1, such as 10:20");
  return Out;
}

Expected<ReportFormat> bankfix::parseFormat(StringRef Text) {
  return choose<ReportFormat>(Text, {{"text", ReportFormat::Text},
                                     {"json", ReportFormat::Json},
                                     {"sarif", ReportFormat::Sarif},
                                     {"github", ReportFormat::GitHub},
                                     {"gitlab", ReportFormat::GitLab},
                                     {"html", ReportFormat::Html}});
}

void bankfix::setTargets(RunOptions &O, llvm::ArrayRef<const Target *> All) {
  O.Model = All.front();
  O.Project.OtherTargets.assign(All.begin() + 1, All.end());
}

const Target *bankfix::defaultTarget(StringRef Path) {
  bool IsHip = isHipSource(Path);
  if (!IsHip && !isOpenCLSource(Path))
    if (auto Read = llvm::MemoryBuffer::getFile(Path))
      IsHip = includesHip((*Read)->getBuffer());
  // CUDA and OpenCL are alike.
  return findTarget(IsHip ? "gfx90a" : "sm_80");
}

llvm::Error bankfix::checkBlockDims(const RunOptions &O) {
  if (!O.Model->Memory.ThreadsPerBlock)
    return llvm::Error::success();
  for (const BlockDim &B : O.BlockDims) {
    unsigned Threads = B.Block[0] * B.Block[1] * B.Block[2];
    if (Threads > O.Model->Memory.ThreadsPerBlock)
      return usageError((B.IsSetting ? "BlockDims" : "--block-dim") +
                        llvm::Twine(": a block of ") + llvm::Twine(Threads) +
                        " threads; " + O.Model->Name + " allows " +
                        llvm::Twine(O.Model->Memory.ThreadsPerBlock));
  }
  return llvm::Error::success();
}

Expected<FailOn> bankfix::parseFailOn(StringRef Text) {
  return choose<FailOn>(Text, {{"any", FailOn::Any},
                               {"fixable", FailOn::Fixable},
                               {"never", FailOn::Never}});
}

Expected<ColorMode> bankfix::parseColor(StringRef Text) {
  return choose<ColorMode>(Text, {{"auto", ColorMode::Auto},
                                  {"always", ColorMode::Always},
                                  {"never", ColorMode::Never}});
}
