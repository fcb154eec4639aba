//===- Lowering.h - From Clang's AST to Kernel ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWERING_H
#define BANKFIX_LIB_FRONTEND_LOWERING_H

#include "KnownCalls.h"
#include "Unit.h"
#include "VariableFacts.h"

namespace bankfix {

/// Translates one function. What it cannot express becomes an opaque value or
/// an Unsupported statement, never a guess.
class Lowering {
public:
  /// Statements, variables and sites go to \p K. Without one, only values are
  /// translated, and nothing is emitted.
  Lowering(Unit &U, Kernel *K) : U(U), K(K), Pool(U.Pool) {}

  /// Translates a kernel's parameters and body.
  void function(const clang::FunctionDecl *F);
  /// The value of an expression that is only looked at; never null.
  const Expr *pureValue(const clang::Expr *E);

private:
  // Values. Null stands for a value that is no integer.
  const Expr *value(const clang::Expr *E);
  const Expr *prvalue(const clang::Expr *E);
  const Expr *constantOf(const clang::Expr *E);
  const Expr *unknown(const clang::Expr *E, bool Uniform = false);
  const Expr *load(const clang::Expr *LValue);
  void visitLValue(const clang::Expr *E);
  void visitChildren(const clang::Stmt *S);
  const Expr *castValue(const clang::CastExpr *C);
  const Expr *unaryValue(const clang::UnaryOperator *E);
  const clang::VarDecl *updated(const clang::Expr *Target);
  const Expr *stepValue(const clang::UnaryOperator *E);
  const Expr *binaryValue(const clang::BinaryOperator *E);
  const Expr *assignValue(const clang::BinaryOperator *E);
  const Expr *compoundValue(const clang::CompoundAssignOperator *E);
  const Expr *logicalValue(const clang::BinaryOperator *E);
  const Expr *selectValue(const clang::AbstractConditionalOperator *E);
  const Expr *callValue(const clang::CallExpr *E);
  const Expr *operatorCall(const clang::CXXOperatorCallExpr *E);
  const Expr *launchCall(CallKind Kind, const clang::CallExpr *E);
  void constructor(const clang::CXXConstructExpr *E);
  void atomic(const clang::CallExpr *E);
  const Expr *builtinValue(const clang::Expr *E);
  const Expr *condition(const clang::Expr *E);
  const Expr *toType(const Expr *V, clang::QualType T);
  const Expr *arithmetic(clang::BinaryOperatorKind Op, const Expr *A,
                         const Expr *B);

  // Effects.
  llvm::SmallVector<const Expr *, 2> subscripts(const MatchedAccess &A);
  void access(const clang::Expr *E, const MatchedAccess &A, AccessOp Op,
              llvm::ArrayRef<const Expr *> Subscripts);
  void store(const clang::Expr *LValue, const Expr *V);
  void assign(const clang::VarDecl *V, const Expr *Value);
  void emit(Stmt S) {
    if (Emit)
      Emit->push_back(std::move(S));
  }
  /// Runs \p F with its statements going to the returned list.
  template <typename Fn> StmtList collect(Fn F) {
    StmtList Inner, *Outer = std::exchange(Emit, &Inner);
    F();
    Emit = Outer;
    return Inner;
  }
  const Expr *temporary(const Expr *Value);
  /// \p Value, which was read before \p Effects are run, as it was then.
  const Expr *keep(const Expr *Value, const StmtList &Effects);
  void append(StmtList Effects) {
    if (Emit)
      for (Stmt &S : Effects)
        Emit->push_back(std::move(S));
  }

  // Variables.
  bool isTracked(const clang::VarDecl *V) const;
  const Expr *variable(const clang::VarDecl *V);
  unsigned numberOf(const clang::VarDecl *V, IntType T);

  // Statements.
  void statement(const clang::Stmt *S);
  void declaration(const clang::DeclStmt *S);
  void ifStatement(const clang::IfStmt *S);
  void loop(const clang::Expr *Cond, const clang::Stmt *Body,
            const clang::Stmt *Step, bool TestFirst);
  void assembly(const clang::AsmStmt *S);
  void unsupported(std::string What);

  Unit &U;
  Kernel *K;
  ExprPool &Pool;
  StmtList *Emit = nullptr;
  std::optional<VariableFacts> Facts;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Numbers;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Params;
  std::set<const clang::Expr *> Located; ///< Accesses already in the map.
};

/// Translates every kernel that uses shared memory.
void lowerKernels(Unit &U);

/// Adds the access \p E to the source map, with what forbids editing it.
void locateAccess(Unit &U, const clang::Expr *E, const MatchedAccess &A);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWERING_H
