//===- AddressCosts.h - What layouts add to addresses -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   t[r][c ^ (r & 31)]              an address by itself
//   t[r][(c + 1) ^ (r & 31)]        within its row: shares r & 31
//   t[r + 1][c ^ (r + 1 & 31)]      in another row: shares nothing
//   t[r + 32][c ^ (r & 31)]         after what is XORed has repeated: the first
//                                   one, with a constant in the instruction
//   u[r + 1][c ^ (c >> 3 & 12)]     of a map that does not look at rows: the
//                                   same
//
// As the arrays are, a constant tells all of these from the first one. How much
// of a map's arithmetic compilers leave is a table, MapOperations.def.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_ADDRESSCOSTS_H
#define BANKFIX_LIB_LAYOUT_ADDRESSCOSTS_H

#include "bankfix/Layout/Plan.h"

namespace bankfix {

/// Integer operations that a map leaves of its arithmetic, in an access beside
/// others.
struct MapOperations {
  unsigned First; ///< That an address by itself takes more than without it.
  /// Of an address a constant further on in the row of another one; in another
  /// row; and there a multiple of the period of what is XORed.
  unsigned Inner, Outer, Whole;

  bool operator==(const MapOperations &) const = default;
};

/// A row of MapOperations.def.
struct KnownMap {
  llvm::StringLiteral Text; ///< Of the macro, for some constants.
  MapOperations Of;
};
llvm::ArrayRef<KnownMap> knownMaps();

/// The text of a map without its constants: "((c) ^ ((r) & #))".
std::string mapKind(llvm::StringRef Text);

/// What one map makes of the addresses of one array.
class AddressCosts {
public:
  AddressCosts() = default; ///< Nothing, as the array is.
  AddressCosts(const LayoutMap &Map, const SharedArray &A);

  bool isNothing() const { return Of.First == 0; }
  unsigned first() const { return Of.First; }

  /// Of each dimension, how far an address is from another one, as the map sees
  /// it. Constants tell addresses of one class from each other, and those of
  /// all zeros from the other one.
  using Class = std::vector<int64_t>;
  Class classOf(int64_t Distance) const; ///< In bytes.
  /// Of an address of a class that is not all zeros: what one by itself takes,
  /// and the addition that was a constant. The table's three and more would be
  /// those of code without a loop: with them, a padded product that ran 1.22
  /// times as fast is passed over.
  unsigned next() const { return Of.First + 1; }

private:
  /// What the map looks at of one subscript.
  struct Look {
    uint64_t Elements = 1; ///< Of the dimension.
    bool Counts = true;    ///< It looks at it at all.
    int64_t Period = 0;    ///< Elements after which it repeats; 0: never.
  };

  void lookAt(llvm::ArrayRef<IndexExpr> Index);

  MapOperations Of = {};
  unsigned ElementBytes = 1;
  std::vector<Look> Looks;
};

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_ADDRESSCOSTS_H
