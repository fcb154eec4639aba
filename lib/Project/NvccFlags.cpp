//===- NvccFlags.cpp - The flags of nvcc ----------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvccFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;
using llvm::StringRef;

namespace {
constexpr NvccFlag Flags[] = {
#define NVCC_FLAG(Long, Short, Takes, Meaning, Macro, When)                    \
  {Long, Short, NvccFlag::Takes, NvccFlag::Meaning, Macro, When},
#include "NvccFlags.def"
#undef NVCC_FLAG
};
} // namespace

llvm::ArrayRef<NvccFlag> bankfix::nvccFlags() { return Flags; }

std::optional<FoundNvccFlag> bankfix::findNvccFlag(StringRef Argument) {
  StringRef Name = Argument;
  const bool IsLong = Name.consume_front("--");
  if (!IsLong && !Name.consume_front("-"))
    return std::nullopt;
  StringRef Plain = Name.take_until([](char C) { return C == '='; });
  for (const NvccFlag &F : Flags)
    if ((IsLong ? F.Long : F.Short) == Plain) {
      FoundNvccFlag Found{&F, std::nullopt};
      if (Plain.size() < Name.size())
        Found.Value = Name.drop_front(Plain.size() + 1).str();
      return Found;
    }
  // -Dvalue, -O3: one letter that takes a value.
  for (const NvccFlag &F : Flags)
    if (!IsLong && F.Short.size() == 1 && F.Takes != NvccFlag::None &&
        Name.starts_with(F.Short))
      return FoundNvccFlag{&F, Name.drop_front().str()};
  return std::nullopt;
}

std::vector<std::string> bankfix::splitNvccList(StringRef Text) {
  std::vector<std::string> Out(1);
  int Depth = 0;
  bool IsQuoted = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\\' && I + 1 < Text.size() && Text[I + 1] == ',') {
      Out.back() += Text[++I];
      continue;
    }
    IsQuoted ^= Text[I] == '"';
    Depth += StringRef("([{").contains(Text[I]);
    Depth -= StringRef(")]}").contains(Text[I]);
    if (Text[I] == ',' && Depth <= 0 && !IsQuoted)
      Out.emplace_back();
    else
      Out.back() += Text[I];
  }
  llvm::erase_if(Out, [](const std::string &Part) { return Part.empty(); });
  return Out;
}

/// "sm_75" of "compute_75", and of "lto_75"; nothing of "native".
static std::string targetOf(StringRef Name) {
  for (StringRef Prefix : {"compute_", "lto_", "sm_"})
    if (Name.consume_front(Prefix))
      return "sm_" +
             Name.take_while([](char C) { return llvm::isDigit(C); }).str();
  return "";
}

/// What runs: of arch=compute_75,code=[compute_75,sm_75] the code is.
static llvm::SmallVector<StringRef, 4> codesOf(StringRef Value) {
  size_t Code = Value.find("code=");
  if (Code != StringRef::npos)
    Value = Value.drop_front(Code + StringRef("code=").size());
  else
    Value.consume_front("arch=");
  llvm::SmallVector<StringRef, 4> Out;
  for (StringRef Part : llvm::split(Value, ','))
    Out.push_back(Part.trim(" []\"'"));
  return Out;
}

std::vector<std::string> bankfix::nvccTargets(StringRef Value) {
  // `nvcc --list-gpu-arch` of toolkit 13.0; "major" are those with a zero, and
  // the first.
  static constexpr unsigned All[] = {75, 80,  86,  87,  88,  89,
                                     90, 100, 103, 110, 120, 121};
  std::vector<std::string> Out;
  auto Add = [&](std::string Name) {
    if (!Name.empty() && !llvm::is_contained(Out, Name))
      Out.push_back(std::move(Name));
  };
  for (StringRef Part : codesOf(Value)) {
    Add(targetOf(Part));
    for (unsigned Number : All)
      if (Part == "all" ||
          (Part == "all-major" && (Number % 10 == 0 || Number == All[0])))
        Add("sm_" + std::to_string(Number));
  }
  return Out;
}

bool bankfix::isNvccNative(StringRef Value) {
  return llvm::is_contained(codesOf(Value), "native");
}
