//===- Lowering.h - From Clang's AST to Kernel ------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel and the functions that it calls become one statement list. Integers
// and pointers in local variables, members and parameters are followed;
// everything else is an opaque value. Which arrays a pointer variable can lead
// to, and which variables cannot be followed, is found on the way: what was
// lowered before it was known is lowered again.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_LOWERING_H
#define BANKFIX_LIB_FRONTEND_LOWER_LOWERING_H

#include "Ast/KnownCalls.h"
#include "Ast/VariableFacts.h"
#include "Lower/ConstantMemory.h"
#include "Lower/SharedSites.h"

namespace clang {
class ForStmt;
} // namespace clang

namespace bankfix {

/// Translates one kernel. What it cannot express becomes an opaque value or
/// an Unsupported statement, never a guess.
class Lowering : public SharedSites {
public:
  /// Statements, variables and sites go to \p K.
  Lowering(LoweredUnit &U, Kernel &K, VariableFlow &Flow)
      : SharedSites(U, &K, &Flow) {}
  /// Only values are translated, and nothing is emitted.
  explicit Lowering(LoweredUnit &U) : SharedSites(U, nullptr, nullptr) {}

  /// Translates a kernel's parameters and body.
  void function(const clang::FunctionDecl *F);
  /// The value of an expression that is only looked at; never null.
  const Expr *pureValue(const clang::Expr *E);

  // Null stands for a value that is no integer.
  const Expr *value(const clang::Expr *E);
  const Expr *read(const clang::Expr *E);
  const Expr *condition(const clang::Expr *E);
  /// `__cvta_generic_to_shared(p)`
  const Expr *addressValue(const clang::Expr *Of, const clang::Expr *Whole);
  using SharedSites::isAddress;
  /// The same of an operand, without a second look at what it does.
  bool isAddress(const clang::Expr *E);
  Pointer pointer(const clang::Expr *E);
  Place place(const clang::Expr *E);
  /// What a reference is bound to.
  Place referent(const clang::Expr *E);
  void bindReference(const clang::VarDecl *V, Place To) {
    References.insert_or_assign(V->getCanonicalDecl(), std::move(To));
  }
  Place named(const clang::Expr *E);
  Place named(const clang::Expr *E, Place P);
  void initialize(const Object &O, clang::QualType T, const clang::Expr *Init);
  void accessBytes(const clang::Expr *E, const Place &P, AccessOp O,
                   unsigned Bytes, unsigned Alignment);
  void locate(const clang::Expr *E, const MatchedAccess &A);
  void arguments(const clang::CallExpr *E);
  /// \p E goes where nobody follows it: into \p Around, if given.
  void give(const clang::Expr *E, const clang::Expr *Around = nullptr);
  void visitChildren(const clang::Stmt *S);
  std::vector<FlatIndex> flatWays(const MatchedAccess &A,
                                  std::vector<FactorSource> &Lengths);

private:
  // Integers, in LowerExpr.cpp.
  const Expr *prvalue(const clang::Expr *E);
  const Expr *castValue(const clang::CastExpr *C);
  const Expr *unaryValue(const clang::UnaryOperator *E);
  const Expr *binaryValue(const clang::BinaryOperator *E);
  const Expr *pointerArithmetic(const clang::BinaryOperator *E);
  const Expr *elementsBetween(const clang::BinaryOperator *E, const Pointer &A,
                              const Pointer &B);
  const Expr *logicalValue(const clang::BinaryOperator *E);
  const Expr *selectValue(const clang::AbstractConditionalOperator *E);
  const Expr *shiftCount(const Expr *A, const Expr *B);
  const Expr *arithmetic(clang::BinaryOperatorKind Op, const Expr *A,
                         const Expr *B);

  // Assignments, in LowerAssign.cpp.
  Place assignment(const clang::BinaryOperator *E);
  Place compound(const clang::CompoundAssignOperator *E);
  Place step(const clang::UnaryOperator *E, const Expr **Old, Pointer *OldAt);
  const Expr *load(const Place &P, const clang::Expr *E);
  const Expr *loadAgain(const Place &P, const clang::Expr *E);
  void store(const Place &P, const clang::Expr *E, const Expr *V);
  void storeRecord(const clang::Expr *To, const clang::Expr *From);

  // Pointers and places, in LowerPointers.cpp and LowerPlaces.cpp.
  Pointer castPointer(const clang::CastExpr *E);
  Pointer binaryPointer(const clang::BinaryOperator *X);
  /// Runs what each outcome of a `?:` does; returns the condition.
  const Expr *branch(const clang::AbstractConditionalOperator *E,
                     llvm::function_ref<void()> Then,
                     llvm::function_ref<void()> Else);
  Pointer pointerSelect(const clang::AbstractConditionalOperator *E);
  Pointer thisPointer(const clang::CXXThisExpr *E);
  Place placeOf(const clang::DeclRefExpr *E);
  Place castPlace(const clang::CastExpr *X);
  Place binaryPlace(const clang::BinaryOperator *X);
  std::optional<Place> pointedElement(const clang::Expr *E,
                                      const MatchedAccess &A);
  Place matchedPlace(const clang::Expr *E, MatchedAccess A);
  Place elementPlace(const clang::ArraySubscriptExpr *E);
  Place memberPlace(const clang::MemberExpr *E);
  Place memberArrayPlace(const clang::MemberExpr *E);
  void partOf(Place &P, clang::QualType Whole);
  Place componentPlace(const clang::ExtVectorElementExpr *E);
  Place pointedPlace(const clang::UnaryOperator *E);
  Place conditionalPlace(const clang::AbstractConditionalOperator *E);
  Place temporaryPlace(const clang::Expr *Of, const clang::Expr *Init);

  // Accesses, in LowerAccess.cpp.
  void access(const clang::Expr *E, const Place &P, AccessOp O,
              clang::QualType T, bool IsAssigned = false);
  void pieces(const clang::Expr *E, const Place &P, AccessOp O, unsigned Array,
              const Expr *Only, unsigned Bytes, unsigned Alignment);
  void accessVector(const clang::Expr *E, const Place &P, AccessOp O);

  // Local variables, in LowerObjects.cpp.
  Pointer readVariable(const clang::Expr *E);
  void initializeRecord(const Object &O, clang::QualType T,
                        const clang::Expr *Init);
  bool initializeByConstructor(const Object &O, clang::QualType T,
                               const clang::CXXConstructExpr *X);
  void initializeByCall(const Object &O, clang::QualType T,
                        const clang::CallExpr *X);
  bool initializeParts(const Object &O, clang::QualType T,
                       llvm::ArrayRef<const clang::Expr *> Parts);
  void copy(const Object &To, const Place &From, clang::QualType T,
            const clang::Expr *E);
  void giveClosure(const clang::Expr *E);
  void capture(const Object &O, const clang::LambdaExpr *L);
  std::optional<Place> captured(const clang::DeclRefExpr *E);
  bool builtinTriple(const Object &O, clang::QualType T, const clang::Expr *E);

  // Calls, in LowerCalls.cpp, LowerFunctions.cpp and LowerInline.cpp.
  const Expr *functionValue(const clang::CallExpr *E);
  const Expr *callValue(const clang::CallExpr *E);
  const Expr *userCall(const clang::CallExpr *E);
  const Expr *arithmeticCall(CallKind Kind, const clang::CallExpr *E);
  const Expr *launchCall(CallKind Kind, const clang::CallExpr *E);
  unsigned subGroupSize() const;
  const Expr *groupCall(CallKind Kind, const clang::CallExpr *E);
  void assume(const clang::CallExpr *E);
  std::optional<Place> sixteenBitOperator(const clang::CallExpr *E);
  Place copiedPlace(const clang::Expr *E);
  Place returnedPlace(const clang::CallExpr *E);
  void atomic(const clang::CallExpr *E);
  /// Inlines the call, if it can be: its result is then in `result(F)`, or
  /// where LastResult says.
  const Expr *indexFunction(const clang::CallExpr *E);
  const clang::FunctionDecl *inlined(const clang::CallExpr *Call);
  bool inlinedConstructor(const clang::CXXConstructExpr *E, const Object &O);
  void enter(const clang::FunctionDecl *F, const clang::Expr *Call,
             std::optional<Place> This);
  bool takesTooMuch();
  /// What a parameter is bound to: one of these, or nothing if it was set.
  struct Binding {
    const clang::ParmVarDecl *P;
    std::optional<Place> Referent = {};
    std::optional<Pointer> To = {};
    std::optional<ConstantPlace> Constants = {}; ///< The same.
    const Expr *Value = nullptr;
    std::optional<Object> Copied = {};
  };
  Binding argument(const clang::ParmVarDecl *P, const clang::Expr *Arg,
                   bool Early);
  void bind(Binding B);
  void bindAll(const clang::FunctionDecl *F,
               llvm::ArrayRef<const clang::Expr *> Args);
  void body(const clang::FunctionDecl *F);

  std::optional<Place> LastResult; ///< Of the last call that was inlined.

  /// What was read within an expression without side effects, by what it is
  /// when it is read: variables that hold it, assigned in the list \p At.
  struct LoadedValues {
    const StmtList *At = nullptr;
    llvm::DenseMap<const Expr *, const Expr *> Values;
  };
  LoadedValues *Loaded = nullptr;

  ConstantMemory Constants{*this};
  llvm::DenseMap<const clang::VarDecl *, Place> References;
};

// Parts that need no more of it than what it shows.

/// \p S, and what is in it.
void lowerStatement(Lowering &L, const clang::Stmt *S);
/// The same where nothing of its function is behind it.
void lowerTail(Lowering &L, const clang::Stmt *S);
void lowerAssembly(Lowering &L, const clang::AsmStmt *S);
/// Loads and stores of matrix fragments.
void lowerMatrix(Lowering &L, CallKind Kind, const clang::CallExpr *E);
/// Copies by a thread or a group, and `vloadN` and `vstoreN`.
void lowerCopy(Lowering &L, CallKind Kind, const clang::CallExpr *E);

/// The start of \p Array as a number, in expressions that are compared alone.
const Expr *startValue(const PointerUnit &U, unsigned Array);

/// What \p E takes time for, and is no access to shared memory.
void countWork(Lowering &L, const clang::Expr *E);
void noteCounter(Lowering &L, const clang::ForStmt *S);
/// Of \p Inner, which \p Call is about to enter.
void noteArguments(const Lowering &L, const clang::Expr *Call, Frame &Inner);
void noteOutside(Lowering &L, const clang::Expr *E, const clang::Expr *Base,
                 const Place &P, const Expr *Index);

/// A length of rows that is a variable of \p K which is only ever one constant,
/// as the parameter is of a function that is called with it, becomes that: it
/// is the length that others have, then. \p Accesses: those of \p K.
void settleLengths(Kernel &K, std::vector<AccessSource> &Accesses,
                   ExprPool &Pool);

struct LoweredKernels {
  /// Those that use shared memory: see LoweredUnit::Kernels.
  std::vector<Kernel> Kernels;
  std::vector<UnreadKernel> Skipped; ///< Something that they need is missing.
  std::set<std::string> Names;       ///< Of all, whatever becomes of them.
};

/// Translates every kernel that uses shared memory.
LoweredKernels lowerKernels(LoweredUnit &U);

/// How far the base class to which \p E casts lies in an object of type
/// \p From; nothing for a virtual base.
std::optional<int64_t> baseOffset(const clang::ASTContext &C,
                                  const clang::CastExpr *E,
                                  clang::QualType From);

/// \p E calls a function that a layout has put an index into, which evaluates it
/// once: see isFixFunction.
bool isIndexFunction(const clang::Expr *E);

/// Adds the access \p E to the source map, with what forbids editing it.
void locateAccess(LoweredUnit &U, const clang::Expr *E, const MatchedAccess &A);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_LOWERING_H
