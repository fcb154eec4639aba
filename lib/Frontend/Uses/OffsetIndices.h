//===- OffsetIndices.h - Where what a macro gives ends up -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Within a function, what a macro gives may go through variables:
//
//   int ao = OFFSET(a);  s[a + ao]       an offset: a and ao never change
//   int p = a + OFFSET(a);  s[p]         a place
//   a += OFFSET(a);  s[a]                a place from there on
//   size_t n = (N + OFFSET(N)) * 4;      a size, for the host
//   size_t n = (N + OFFSET(N - 1)) * 4;  just up to the last element
//
// Each use of such a variable, and each expansion, is to be accounted for by
// something that only has to do with where elements lie. What goes on to other
// functions is for OffsetParameters.h.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USES_OFFSETINDICES_H
#define BANKFIX_LIB_FRONTEND_USES_OFFSETINDICES_H

#include "Lower/Lowering.h"
#include "Uses/OffsetMacros.h"

namespace bankfix {

/// All expansions, by the expression that they are, of one function or type.
using OffsetExpansions = llvm::DenseMap<const clang::Expr *, OffsetExpansion>;

/// Of a function's parameters, by their numbers: what the macro gives for the
/// one is in the other.
struct OffsetParameter {
  unsigned Index = 0, Offset = 0;
  std::string Macro;

  bool operator==(const OffsetParameter &) const = default;
};

class OffsetIndices {
public:
  /// \p F: null for what stands in no function.
  OffsetIndices(JudgedUnit &U, const OffsetExpansions &All,
                const clang::FunctionDecl *F);

  /// The macro that the subscript \p E places an element with; empty if none.
  std::string place(const clang::Expr *E);
  /// \p E is 0, where every such macro has its first element.
  bool isFirst(const clang::Expr *E) const;
  /// The macro that the size \p E, of elements or bytes, is written with.
  std::string size(const clang::Expr *E);

  /// `v = OFFSET(i);` in the outermost block, of references, the last that is
  /// done to either: the caller has that in what it gave.
  const std::vector<OffsetParameter> &given() const { return Given; }
  /// The call, of a function that gives \p P, is a statement of the block that
  /// declares what gets it, and the last that is done to that.
  bool mayReceive(const clang::CallExpr *Call, const OffsetParameter &P) const;
  void receive(const clang::CallExpr *Call, const OffsetParameter &P);
  /// All callers receive what this function gives.
  void settle(const OffsetParameter &P);

  /// What the call has in parameters that are values.
  std::vector<OffsetParameter> passed(const clang::CallExpr *Call);
  /// The parameters are values that never change.
  bool mayTake(const OffsetParameter &P) const;
  /// All callers pass that.
  void take(const OffsetParameter &P);
  /// What becomes of \p E is accounted for elsewhere.
  void accountFor(const clang::Expr *E);

  /// What is left once all places and sizes were asked for: an expansion, or
  /// the use of a variable that got one; null if there is nothing. \p Macro is
  /// whose.
  const clang::Expr *leftOver(const std::string &Macro) const;

private:
  enum class Role : uint8_t { Offset, Place, Size };
  struct Variable {
    Role Is = Role::Place;
    std::string Macro;
    const clang::Expr *Index = nullptr; ///< Of an Offset: i, of OFFSET(i).
    /// Uses of a Place before the offset is added: `i` in `i += OFFSET(i)` and
    /// above it.
    llvm::DenseSet<const clang::Expr *> Before;
  };

  void findVariables();
  void declared(const clang::VarDecl *V);
  void statements(const clang::CompoundStmt *Block);
  void becomesPlace(const clang::CompoundStmt *Block, size_t At);
  void findGiven();
  bool isFollowed(const clang::VarDecl *V) const;
  /// One value from its beginning on.
  bool isSteady(const clang::VarDecl *V) const;
  bool isStable(const clang::Expr *E) const;
  bool isSame(const clang::Expr *A, const clang::Expr *B);
  /// \p A + 1 is \p B.
  bool isOneLess(const clang::Expr *A, const clang::Expr *B);
  /// What is found, and the expression that it is; null if there is none.
  using Expansion = std::pair<const clang::Expr *, const OffsetExpansion *>;
  using Named = std::pair<const clang::Expr *, const Variable *>;
  Expansion expansion(const clang::Expr *E);
  Named variable(const clang::Expr *E, Role Is) const;
  std::string account(const clang::Expr *E, const std::string &Macro) {
    Accounted.insert(E);
    return Macro;
  }
  using Relation = bool (OffsetIndices::*)(const clang::Expr *,
                                           const clang::Expr *);
  /// The macro, if \p Offset is what it gives for an index that \p Fits
  /// \p Index.
  std::string offsetOf(const clang::Expr *Offset, const clang::Expr *Index,
                       Relation Fits = &OffsetIndices::isSame);
  /// The macro of a sum of \p E's operands, of which one is an offset.
  std::string sumOf(const clang::Expr *E, Relation Fits);

  JudgedUnit &U;
  const OffsetExpansions &All;
  const clang::FunctionDecl *F;
  Lowering Pure;
  bool HasJumps = false; ///< Statements may be entered elsewhere.
  std::vector<OffsetParameter> Given;
  llvm::DenseMap<const clang::VarDecl *, Variable> Variables;
  llvm::DenseSet<const clang::Expr *> Accounted;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_OFFSETINDICES_H
