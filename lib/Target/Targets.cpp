//===- Targets.cpp - The hardware models ----------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Makes arrays of the .def tables, and finds a model by its name.
//
//===----------------------------------------------------------------------===//

#include "bankfix/Target/BankRule.h"
#include "bankfix/Target/BankWidth.h"
#include "bankfix/Target/Products.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

//===-- The vocabulary of the tables' columns -----------------------------===//

using enum Sharing;
using enum PhaseCost;
using enum Confidence;

constexpr uint8_t opBit(AccessOp Op) { return 1U << static_cast<unsigned>(Op); }

constexpr uint8_t Load = opBit(AccessOp::Load);
constexpr uint8_t Store = opBit(AccessOp::Store);
constexpr uint8_t Atomic = opBit(AccessOp::Atomic);
constexpr uint8_t LoadMatrix = opBit(AccessOp::LoadMatrix);
constexpr uint8_t StoreMatrix = opBit(AccessOp::StoreMatrix);
constexpr uint8_t AsyncCopy = opBit(AccessOp::AsyncCopy);
constexpr uint8_t AtomicAdd = opBit(AccessOp::AtomicAdd);
constexpr uint8_t AtomicSwap = opBit(AccessOp::AtomicSwap);
constexpr uint8_t AnyOp = 0xff;

constexpr uint8_t W1 = widthBit(1);
constexpr uint8_t W2 = widthBit(2);
constexpr uint8_t W4 = widthBit(4);
constexpr uint8_t W8 = widthBit(8);
constexpr uint8_t W12 = widthBit(12);
constexpr uint8_t W16 = widthBit(16);
constexpr uint8_t AllWidths = 0xff;

constexpr std::nullopt_t No = std::nullopt;

//===-- Rules -------------------------------------------------------------===//

#define BANKFIX_LANE_GROUPS(Name, PhasesPer32, ...)                            \
  constexpr LaneGroups Name{PhasesPer32, {__VA_ARGS__}};
#include "LaneGroups.def"

#define BANKFIX_RULES(Name) constexpr BankRule Name[] = {
#define BANKFIX_RULE(Ops, Widths, PartBytes, Groups, ...)                      \
  BankRule{Ops, Widths, PartBytes, &(Groups), __VA_ARGS__},
#define BANKFIX_RULES_END                                                      \
  }                                                                            \
  ;
#include "NvidiaRules.def"

#include "AmdRules.def"

#include "OtherRules.def"
#undef BANKFIX_RULES
#undef BANKFIX_RULE
#undef BANKFIX_RULES_END

//===-- Targets -----------------------------------------------------------===//

constexpr unsigned KB = 1024;

// Columns in the order of the tables' comments; sizes there are in KB.
#define BANKFIX_CUDA_BANKS(Banks, Name, Text, CC, Rules, BankBytes, PerSM,     \
                           PerBlock, Static, Reserved, Granule, ...)           \
  Target{Name,                                                                 \
         Text,                                                                 \
         32,                                                                   \
         Banks,                                                                \
         BankBytes,                                                            \
         CC,                                                                   \
         Rules,                                                                \
         Limits{PerSM * KB, PerBlock * KB, Static * KB, Reserved * KB,         \
                Granule, __VA_ARGS__}},
#define BANKFIX_CUDA(...) BANKFIX_CUDA_BANKS(32, __VA_ARGS__)
#define BANKFIX_CUDA_1X(...) BANKFIX_CUDA_BANKS(16, __VA_ARGS__)
#define BANKFIX_TARGET(Name, Text, Wave, Banks, Rules, PerProcessor, PerBlock, \
                       Granule, Threads, BlockThreads)                         \
  Target{Name,                                                                 \
         Text,                                                                 \
         Wave,                                                                 \
         Banks,                                                                \
         4,                                                                    \
         0,                                                                    \
         Rules,                                                                \
         Limits{PerProcessor * KB, PerBlock * KB, PerBlock * KB, 0, Granule,   \
                0, Threads, BlockThreads}},

constexpr Target Targets[] = {
#include "NvidiaTargets.def"

#include "OtherTargets.def"
};

} // namespace

llvm::ArrayRef<llvm::StringLiteral> bankfix::productNames() {
  static constexpr llvm::StringLiteral Names[] = {
#define PRODUCT(Name, Model) Name,
#include "Products.def"
#undef PRODUCT
  };
  return Names;
}

/// The model's name of a product: "NVIDIA H100", "RTX-4090"; empty if it is not
/// known.
static StringRef modelOfProduct(StringRef Name) {
  std::string Letters;
  for (char C : Name)
    if (llvm::isAlnum(C))
      Letters += llvm::toLower(C);
  StringRef Product = Letters;
  for (bool Any = true; Any;) {
    Any = false;
    for (StringRef Brand : {"nvidia", "geforce", "tesla", "quadro", "jetson",
                            "amd", "instinct", "radeon"})
      Any |= Product.consume_front(Brand);
  }
  return llvm::StringSwitch<StringRef>(Product)
#define PRODUCT(Name, Model) .Case(Name, Model)
#include "Products.def"
#undef PRODUCT
      .Default("");
}

/// `compute_80` and `sm_90a` as the model's name, `gfx90a:xnack+` without its
/// features; any other name unchanged but for its case.
static std::string canonicalName(StringRef Name) {
  std::string Lower = Name.split(':').first.lower();
  StringRef Number = Lower;
  if (!Number.consume_front("compute_") && !Number.consume_front("sm_"))
    return Lower;
  // sm_90a, sm_100f: architecture- and family-specific features, same banks.
  if (Number.size() > 1 && (Number.back() == 'a' || Number.back() == 'f') &&
      llvm::isDigit(Number[Number.size() - 2]))
    Number = Number.drop_back();
  return ("sm_" + Number).str();
}

llvm::ArrayRef<Target> bankfix::allTargets() { return Targets; }

const Target *bankfix::findTarget(StringRef Name) {
  std::string Canonical = canonicalName(Name);
  if (StringRef Model = modelOfProduct(Name); !Model.empty())
    Canonical = Model.str();
  for (const Target &T : Targets)
    if (T.Name == Canonical)
      return &T;
  return nullptr;
}

const Target *bankfix::withBankWidth(const Target &T, unsigned Bytes) {
  StringRef Name = T.Name;
  Name.consume_back("-bank8");
  const std::string Wide = (Name + "-bank8").str();
  return findTarget(Wide) ? findTarget(Bytes == 8 ? Wide : Name) : nullptr;
}

StringRef bankfix::name(Confidence C) {
  switch (C) {
  case Confidence::Certain:
    return "certain";
  case Confidence::Likely:
    return "likely";
  case Confidence::Unknown:
    return "unknown";
  }
  llvm_unreachable("no such confidence");
}
