//===- Strategy.h - How a strategy takes part in planning -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   SharedArray ──refuse──▶ why not, or nothing
//               ──propose──▶ candidate maps, which the planner scores
//
// A strategy is one file in Strategies/ that defines one constant, and one line
// in Strategies.def.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_STRATEGY_H
#define BANKFIX_LIB_LAYOUT_STRATEGY_H

#include "bankfix/Layout/Plan.h"
#include "llvm/Support/MathExtras.h"

namespace bankfix {

/// The length of a flat array's rows, in every access and under every launch.
struct RowLength {
  const Expr *Value = nullptr; ///< As in FlatIndex.
  int64_t Elements = 0;
};

/// One access to the array under one launch shape, and how many there are that
/// cost the same.
struct TaskSite {
  const Site *Where;
  const SiteRequests *Requests;
  uint64_t Times = 1;
  /// Its array has the rows of LayoutTask::Array: offsets mean the same in
  /// both.
  bool IsOfSuchRows = true;
};

/// The array to be laid out, and what its candidates must respect.
struct LayoutTask {
  SharedArray Array;
  EditRights Rights;    ///< Of its text.
  unsigned BankRow;     ///< Bytes after which the target's banks repeat.
  unsigned WidestBytes; ///< Of all accesses: pitches stay a multiple of it.
  std::vector<RowLength> Rows = {}; ///< For strategies that ask for them.
  const Target *Model = nullptr;
  std::vector<TaskSite> Sites = {};
  /// From where Sites have an element to where it is in Array.
  OffsetMap Offset = [](int64_t Same) { return Same; };
  /// Per dimension: elements at its end that no access ever uses, in any array
  /// of the group, under any launch. Empty where that is not known.
  std::vector<uint64_t> Spare = {};
  /// usedElements of every array of the group; empty where one is.
  std::vector<UsedElements> Used = {};

  /// Elements of dimension \p Dim that are its author's padding: no access uses
  /// them, and they make it odd rather than round.
  uint64_t padding(unsigned Dim) const {
    uint64_t Least = Dim < Spare.size() ? Spare[Dim] : 0;
    uint64_t Declared = Array.Dims[Dim];
    bool Pads =
        !llvm::isPowerOf2_64(Declared) && Least <= (Declared - Least) / 2;
    return Pads ? Least : 0;
  }
};

using CandidateList = std::vector<std::shared_ptr<const LayoutMap>>;

struct Strategy {
  StrategyKind Kind;
  /// The subscripts of every access are rewritten, not only the declaration.
  bool ChangesSubscripts;
  /// LayoutMap::needsBoundedSubscripts of its maps.
  bool NeedsBoundedSubscripts;
  /// Why \p A is not for this strategy, or may not be edited as it would ask
  /// for; empty if it may. Cheap.
  std::string (*refuse)(const SharedArray &A, const EditRights &R);
  /// Maps in the order in which they are to be tried: the search ends at the
  /// first legal one that leaves no excess.
  CandidateList (*propose)(const LayoutTask &Task);
  /// It changes the length of rows that subscripts multiply by. Accesses whose
  /// worst case alone is known may then cost more, if all together cost less.
  bool ChangesRowLength = false;
  /// Some of its maps leave the declaration as it is.
  bool MayKeepDeclaration = false;
  /// Elements of any size will do: see ObstacleKind::ElementType.
  bool TakesAnyElement = false;
  /// bankfix::isUsual; null: for no array.
  bool (*isUsual)(const SharedArray &A) = nullptr;
  /// It is a choice for all arrays of the program together, and only made for
  /// one where the user asks for it.
  bool IsOfProgram = false;
};

#define STRATEGY(Id, Name) extern const Strategy Id##Strategy;
#include "bankfix/Layout/Strategies.def"

const Strategy &strategyOf(StrategyKind K);

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_STRATEGY_H
