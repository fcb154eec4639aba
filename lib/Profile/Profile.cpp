//===- Profile.cpp - What a profiler measured -----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Profile/Profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

double MeasuredKernel::nanoseconds() const {
  double Sum = 0;
  for (const MeasuredShape &S : Shapes)
    Sum += S.Nanoseconds;
  return Sum;
}

uint64_t MeasuredKernel::launches() const {
  uint64_t Sum = 0;
  for (const MeasuredShape &S : Shapes)
    Sum += S.Launches;
  return Sum;
}

uint64_t MeasuredKernel::blocks() const {
  uint64_t Sum = 0;
  for (const MeasuredShape &S : Shapes) {
    if (!S.Blocks)
      return 0;
    Sum += S.Blocks;
  }
  return Sum;
}

const MeasuredShape *MeasuredKernel::main() const {
  const MeasuredShape *Main = nullptr;
  for (const MeasuredShape &S : Shapes)
    if (S.HasBlock && (!Main || S.Nanoseconds > Main->Nanoseconds))
      Main = &S;
  return Main;
}

const MeasuredKernel *Profile::find(StringRef Name) const {
  auto It = llvm::find_if(
      Kernels, [&](const MeasuredKernel &K) { return K.Name == Name; });
  return It == Kernels.end() ? nullptr : &*It;
}

double Profile::nanoseconds() const {
  double Sum = 0;
  for (const MeasuredKernel &K : Kernels)
    Sum += K.nanoseconds();
  return Sum;
}

std::vector<std::string> Profile::files() const {
  std::vector<std::string> Out;
  for (const MeasuredLine &L : Lines)
    if (!llvm::is_contained(Out, L.File))
      Out.push_back(L.File);
  return Out;
}

std::string bankfix::plainKernelName(StringRef Function) {
  std::string Plain;
  unsigned Depth = 0;
  for (char C : Function) {
    if (C == '(' && !Depth)
      break;
    if (C == '>' && Depth)
      --Depth;
    else if (C == '<')
      ++Depth;
    else if (!Depth)
      Plain += C;
  }
  StringRef Name = StringRef(Plain).trim();
  Name.consume_back(".kd"); // AMD's kernel descriptor.
  Name = Name.trim();
  Name = Name.substr(Name.find_last_of(" :") + 1);
  return Name.str();
}

std::optional<SassAccess> bankfix::sassAccess(StringRef Text) {
  Text = Text.trim();
  if (Text.starts_with("@"))
    Text = Text.drop_until(llvm::isSpace).ltrim();
  auto [First, Suffixes] =
      Text.take_until([](char C) { return llvm::isSpace(C) || C == ';'; })
          .split('.');
  static constexpr std::pair<StringRef, AccessOp> Opcodes[] = {
      {"LDS", AccessOp::Load},        {"STS", AccessOp::Store},
      {"ATOMS", AccessOp::Atomic},    {"LDSM", AccessOp::LoadMatrix},
      {"LDGSTS", AccessOp::AsyncCopy}};
  const auto *Found = llvm::find_if(
      Opcodes, [&, F = First](const auto &Each) { return Each.first == F; });
  if (Found == std::end(Opcodes))
    return std::nullopt;
  SassAccess Out{Found->second, 4};
  for (StringRef Rest = Suffixes; !Rest.empty();) {
    auto [Suffix, Others] = Rest.split('.');
    Out.Bytes = llvm::StringSwitch<unsigned>(Suffix)
                    .Cases({"U8", "S8"}, 1)
                    .Cases({"U16", "S16"}, 2)
                    .Case("64", 8)
                    .Case("128", 16)
                    .Default(Out.Bytes);
    Rest = Others;
  }
  return Out;
}
