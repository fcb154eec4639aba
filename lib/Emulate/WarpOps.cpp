//===- WarpOps.cpp - What the lanes of a primitive get --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the PTX ISA says of shfl.sync, vote.sync, match.sync and redux.sync.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace bankfix;

using Lanes = std::array<const Fibre *, WarpLanes>;

/// The value from another lane, and in bit 32 whether there is one.
static uint64_t shuffle(const Fibre &F, const Lanes &All) {
  unsigned Lane = F.lane(), By = F.From & 31;
  unsigned Segment = F.Clamp >> 8 & 31, Clamp = F.Clamp & 31;
  unsigned Low = Lane & Segment;
  unsigned High = Low | (Clamp & ~Segment);
  unsigned From = 0;
  bool Valid = false;
  switch (ShuffleKind(F.Kind)) {
  case ShuffleKind::Index:
    From = Low | (By & ~Segment);
    Valid = From <= High;
    break;
  case ShuffleKind::Up:
    From = Lane - By;
    Valid = int(From) >= int(High);
    break;
  case ShuffleKind::Down:
    From = Lane + By;
    Valid = From <= High;
    break;
  case ShuffleKind::Xor:
    From = Lane ^ By;
    Valid = From <= High;
    break;
  }
  if (!Valid)
    From = Lane;
  // What a lane that does not take part holds is undefined; its own stands in.
  const Fibre &Source = From < WarpLanes && All[From] ? *All[From] : F;
  return (Source.Value & 0xffffffff) | uint64_t(Valid) << 32;
}

static uint64_t vote(const Fibre &F, llvm::ArrayRef<Fibre *> Group) {
  uint32_t Ballot = 0, Present = 0;
  for (const Fibre *Each : Group) {
    Present |= 1u << Each->lane();
    Ballot |= uint32_t(Each->Value != 0) << Each->lane();
  }
  switch (VoteKind(F.Kind)) {
  case VoteKind::All:
    return Ballot == Present;
  case VoteKind::Any:
    return Ballot != 0;
  case VoteKind::Uniform:
    return Ballot == Present || Ballot == 0;
  case VoteKind::Ballot:
    return Ballot;
  }
  return 0;
}

static uint64_t match(const Fibre &F, llvm::ArrayRef<Fibre *> Group) {
  uint32_t Same = 0, Present = 0;
  for (const Fibre *Each : Group) {
    Present |= 1u << Each->lane();
    Same |= uint32_t(Each->Value == F.Value) << Each->lane();
  }
  return F.Op == WarpOp::MatchAny || Same == Present ? Same : 0;
}

static uint32_t reduce(ReduceKind Kind, uint32_t A, uint32_t B) {
  switch (Kind) {
  case ReduceKind::Add:
    return A + B;
  case ReduceKind::Min:
    return std::min(int32_t(A), int32_t(B));
  case ReduceKind::UMin:
    return std::min(A, B);
  case ReduceKind::Max:
    return std::max(int32_t(A), int32_t(B));
  case ReduceKind::UMax:
    return std::max(A, B);
  case ReduceKind::And:
    return A & B;
  case ReduceKind::Or:
    return A | B;
  case ReduceKind::Xor:
    return A ^ B;
  }
  return 0;
}

static uint64_t reduceAll(llvm::ArrayRef<Fibre *> Group) {
  uint32_t Sum = Group.front()->Value;
  for (const Fibre *F : Group.drop_front())
    Sum = reduce(ReduceKind(F->Kind), Sum, F->Value);
  return Sum;
}

static uint64_t present(llvm::ArrayRef<Fibre *> Group) {
  uint32_t Mask = 0;
  for (const Fibre *F : Group)
    Mask |= 1u << F->lane();
  return Mask;
}

static uint64_t result(const Fibre &F, llvm::ArrayRef<Fibre *> Group,
                       const Lanes &All) {
  switch (F.Op) {
  case WarpOp::Shuffle:
    return shuffle(F, All);
  case WarpOp::Vote:
    return vote(F, Group);
  case WarpOp::MatchAny:
  case WarpOp::MatchAll:
    return match(F, Group);
  case WarpOp::Reduce:
    return reduceAll(Group);
  case WarpOp::Sync:
    return 0;
  case WarpOp::ActiveMask:
    return present(Group);
  }
  return 0;
}

void bankfix::complete(llvm::ArrayRef<Fibre *> Group) {
  Lanes All = {};
  for (const Fibre *F : Group)
    All[F->lane()] = F;
  llvm::SmallVector<uint64_t, WarpLanes> Results;
  for (const Fibre *F : Group)
    Results.push_back(result(*F, Group, All));
  for (auto [F, R] : llvm::zip_equal(Group, Results))
    F->Value = R;
}
