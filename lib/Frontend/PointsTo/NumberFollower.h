//===- NumberFollower.h - Addresses of elements as numbers ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_NUMBERFOLLOWER_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_NUMBERFOLLOWER_H

#include "PointsTo/PointerUnit.h"

namespace bankfix {

/// Follows the numbers that addresses in shared memory become: through
/// conversions that keep them, variables, arguments and what functions return,
/// to the instructions that they are the addresses of.
class NumberFollower {
public:
  /// Keeps a reference.
  explicit NumberFollower(PointerUnit &U) : U(U) {}

  /// Fills PointerUnit::ElementNumbers: see ElementNumbers.cpp.
  void findElements();
  /// Fills PointerUnit::NumberPlaces and NumberSums, once it is known where
  /// pointers lead: see NumberSums.cpp.
  void findSums();

private:
  /// Bytes that accesses take: the narrowest, and the widest.
  struct Widths {
    unsigned Least = 16, Most = 1;

    void include(Widths More) {
      Least = std::min(Least, More.Least);
      Most = std::max(Most, More.Most);
    }
  };
  /// Of one array: what is known of the numbers that count its bytes.
  using ExprList = std::vector<const clang::Expr *>;
  struct Counted {
    unsigned Array = 0;
    Widths Accesses;
    ExprList Addresses, Sums, Met;
    std::vector<const clang::ValueDecl *>
        Variables; ///< That have such numbers.
    std::vector<const clang::ConditionalOperator *> Choices; ///< Of some.
    /// How far some lie behind the start.
    std::vector<const clang::BinaryOperator *> Places;
    bool Fails = false;
  };

  void look(const clang::FunctionDecl *F);
  void convert(const clang::Stmt *S);
  void followAll(const clang::Expr *Address, bool IsKnown);
  bool use(const clang::Expr *E);
  bool follow(const clang::Expr *E) {
    Work.push_back(E);
    return isWide(E->getType());
  }
  bool isWide(clang::QualType T) const;
  bool give(const clang::VarDecl *To);
  bool argument(const clang::CallExpr *To, const clang::Expr *E);
  bool returned(const clang::ReturnStmt *R);
  bool assembly(const clang::GCCAsmStmt *S, const clang::Expr *E);
  bool isDropped(const clang::Stmt *P, const clang::Expr *E) const;
  /// The accesses that \p V is made for, where all that is done with it is to
  /// be their address.
  std::optional<Widths> accessedBy(const clang::VarDecl *V);

  std::optional<unsigned> countedArray(const clang::Expr *Address) const;
  void count(const clang::CallExpr *Conversion);
  bool useCounted(const clang::Expr *E, Counted &Into);
  bool addTo(const clang::Expr *E, const clang::BinaryOperator *B,
             Counted &Into);
  bool goesTo(const clang::VarDecl *To, const clang::Expr *E, Counted &Into);
  bool set(const clang::VarDecl *To, const clang::Expr *E, Counted &Into);
  bool end(const clang::Expr *E, Counted &Into);
  bool areOfOneArray(const Counted &All) const;
  bool canBeWritten(const Counted &All) const;
  void noteUses();

  PointerUnit &U;
  std::vector<const clang::Stmt *> Conversions;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const clang::Stmt *, const clang::FunctionDecl *> Bodies;
  llvm::DenseMap<const clang::ValueDecl *,
                 std::vector<const clang::DeclRefExpr *>>
      References;
  /// See accessedBy.
  llvm::DenseMap<const clang::VarDecl *, std::optional<Widths>> Final;
  /// Where the number of an address, and of a variable in Final, comes to.
  llvm::DenseMap<const clang::Expr *, ExprList> MetOf;
  llvm::DenseMap<const clang::VarDecl *, ExprList> MetBehind;
  /// Expressions of the numbers in PointerUnit::ElementNumbers.
  llvm::DenseSet<const clang::Expr *> AsTheyStand;
  std::map<unsigned, Counted> Arrays;
  /// Of a sum, the operand that counts bytes.
  llvm::DenseMap<const clang::Expr *, const clang::Expr *> Counting;

  // Of one conversion:
  ExprList Work; ///< They have the number as value.
  llvm::DenseSet<const clang::ValueDecl *> Given;
  Widths Accesses; ///< For which it is made.
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_NUMBERFOLLOWER_H
