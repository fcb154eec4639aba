//===- AddressNumbers.h - Numbers that are addresses of arrays --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_ADDRESSNUMBERS_H
#define BANKFIX_LIB_FRONTEND_LOWER_ADDRESSNUMBERS_H

#include "Lower/KernelWriter.h"
#include "Lower/VariableFlow.h"

namespace bankfix {

/// Which values are addresses of arrays, and of which. The address of an array
/// is one unknown value.
class AddressNumbers : public KernelWriter {
public:
  AddressNumbers(LoweredUnit &U, Kernel *K, VariableFlow *Flow)
      : KernelWriter(U, K), Flow(Flow) {}

  VariableFlow *const Flow; ///< Null where only values are looked at.

  const Expr *arrayAddress(unsigned Array);
  /// That of one array of several, which \p Text says.
  const Expr *someAddress(llvm::StringRef Text, IntType T);
  /// The arrays whose addresses are in \p V.
  std::set<int> addressesIn(const Expr *V) const;
  bool isAddress(const Expr *V) const;
  /// The number of the array whose address is in \p V; null where that is not
  /// known.
  const Expr *arrayIn(const Expr *V);
  /// The element whose address \p V is, as a pointer to it has its subscripts;
  /// nothing where these are not known.
  std::optional<Pointer> elementAt(const Expr *V) const;
  void noteReach(const clang::Stmt *S, bool IsNamed);

  const Expr *temporary(const Expr *Value);
  /// \p Value, which was read before \p Effects are run, as it was then.
  const Expr *keep(const Expr *Value, const StmtList &Effects);
  /// The same value, whatever runs before it is used.
  const Expr *stable(const Expr *V);
  Pointer stable(Pointer P);
  Place stable(Place P);

protected:
  void noteArrayOf(unsigned Var, const Expr *V);
  void noteElement(const Expr *V, const Pointer &P);
  bool hasElement(const Expr *V) const { return Elements.contains(V); }
  /// A call of \p F begins, which has returned nothing yet.
  void forgetResult(const void *F);

  /// Of arrays whose elements get another name through macros of bankfix, how
  /// one is written.
  std::map<unsigned, std::string> Indexed;
  /// Of variables: whose they are, and whose addresses temporaries hold.
  llvm::DenseMap<unsigned, Object> ObjectOf;
  /// What the last call of a function returned of addresses.
  std::map<Object, std::set<int>> Returned;

private:
  static const Expr *uncast(const Expr *V);
  bool isAddressIn(const Expr *V, std::map<const Expr *, bool> &Is) const;
  unsigned arrayVariable(unsigned Var);

  /// See elementAt; none for what is the address of several as it is spelt.
  llvm::DenseMap<const Expr *, std::optional<Pointer>> Elements;
  /// The array whose address a value is; Elsewhere for one of several.
  llvm::DenseMap<const Expr *, int> Addresses;
  llvm::DenseMap<unsigned, std::set<int>> Holding;
  llvm::DenseSet<unsigned> HoldingAddress; ///< Of temporaries: nothing else.
  /// The variables that say which of several arrays' addresses is in one.
  llvm::DenseMap<unsigned, unsigned> ArrayVariables;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_ADDRESSNUMBERS_H
