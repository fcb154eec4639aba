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
#include "Lower/SharedSites.h"

namespace clang {
class ForStmt;
} // namespace clang

namespace bankfix {

struct SharedInstruction;
struct Fragment;
struct FragmentPlace;

/// Somewhere in constant memory: a name for what the source goes through on the
/// way, and the indices.
struct ConstantPlace {
  std::string Name;
  llvm::SmallVector<const Expr *, 3> At;
};

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

private:
  // Integers, in LowerExpr.cpp. Null stands for a value that is no integer.
  const Expr *value(const clang::Expr *E);
  const Expr *read(const clang::Expr *E);
  const Expr *prvalue(const clang::Expr *E);
  void visitChildren(const clang::Stmt *S);
  const Expr *castValue(const clang::CastExpr *C);
  const Expr *unaryValue(const clang::UnaryOperator *E);
  const Expr *binaryValue(const clang::BinaryOperator *E);
  const Expr *pointerArithmetic(const clang::BinaryOperator *E);
  const Expr *elementsBetween(const clang::BinaryOperator *E, const Pointer &A,
                              const Pointer &B);
  const Expr *logicalValue(const clang::BinaryOperator *E);
  const Expr *selectValue(const clang::AbstractConditionalOperator *E);
  const Expr *condition(const clang::Expr *E);
  const Expr *shiftCount(const Expr *A, const Expr *B);
  const Expr *arithmetic(clang::BinaryOperatorKind Op, const Expr *A,
                         const Expr *B);

  // Assignments, in LowerAssign.cpp.
  Place assignment(const clang::BinaryOperator *E);
  Place compound(const clang::CompoundAssignOperator *E);
  Place step(const clang::UnaryOperator *E, const Expr **Old, Pointer *OldAt);
  const Expr *load(const Place &P, const clang::Expr *E);
  void store(const Place &P, const clang::Expr *E, const Expr *V);
  void storeRecord(const clang::Expr *To, const clang::Expr *From);

  // Constant memory, in LowerConstants.cpp.
  std::optional<ConstantPlace> constantAt(std::optional<ConstantPlace> In,
                                          llvm::StringRef Way,
                                          const clang::Expr *Index);
  std::optional<ConstantPlace> constantPlace(const clang::Expr *E);
  std::optional<ConstantPlace> constantPointer(const clang::Expr *E);
  std::optional<ConstantPlace> constantParameter(const clang::ParmVarDecl *P,
                                                 const clang::Expr *Use);
  const Expr *constantMemory(const clang::Expr *E);

  // Pointers and places, in LowerPointers.cpp and LowerPlaces.cpp.
  Pointer pointer(const clang::Expr *E);
  Pointer castPointer(const clang::CastExpr *E);
  /// Runs what each outcome of a `?:` does; returns the condition.
  const Expr *branch(const clang::AbstractConditionalOperator *E,
                     llvm::function_ref<void()> Then,
                     llvm::function_ref<void()> Else);
  Pointer pointerSelect(const clang::AbstractConditionalOperator *E);
  Pointer thisPointer(const clang::CXXThisExpr *E);
  Place place(const clang::Expr *E);
  Place placeOf(const clang::DeclRefExpr *E);
  Place matchedPlace(const clang::Expr *E, MatchedAccess A);
  Place elementPlace(const clang::ArraySubscriptExpr *E);
  Place memberPlace(const clang::MemberExpr *E);
  Place memberArrayPlace(const clang::MemberExpr *E);
  void forgetViewed(Place &P, clang::QualType Whole);
  Place componentPlace(const clang::ExtVectorElementExpr *E);
  Place pointedPlace(const clang::UnaryOperator *E);
  Place conditionalPlace(const clang::AbstractConditionalOperator *E);
  Place temporaryPlace(const clang::Expr *Of, const clang::Expr *Init);
  /// What a reference is bound to.
  Place referent(const clang::Expr *E);
  Place named(const clang::Expr *E);
  Place named(const clang::Expr *E, Place P);

  // Accesses, in LowerAccess.cpp.
  void access(const clang::Expr *E, const Place &P, AccessOp O,
              clang::QualType T, bool IsAssigned = false);
  void pieces(const clang::Expr *E, const Place &P, AccessOp O, unsigned Array,
              const Expr *Only, unsigned Bytes, unsigned Alignment);
  std::vector<FlatIndex> flatWays(const MatchedAccess &A,
                                  std::vector<FactorSource> &Lengths);
  void locate(const clang::Expr *E, const MatchedAccess &A);
  void discard(const clang::Expr *E);

  void accessVector(const clang::Expr *E, const Place &P, AccessOp O);
  void accessBytes(const clang::Expr *E, const Place &P, AccessOp O,
                   unsigned Bytes, unsigned Alignment);

  // Assembly, and addresses as numbers, in LowerAssembly.cpp.
  const Expr *addressValue(const clang::Expr *Of, const clang::Expr *Whole);
  using SharedSites::isAddress;
  bool isAddress(const clang::Expr *E);
  void noteReaches(const clang::GCCAsmStmt *S);
  void sharedInstruction(const SharedInstruction &I, const clang::Expr *Operand,
                         const clang::Expr *Size, clang::SourceLocation Where);
  std::set<const clang::Expr *> knownAssembly(const clang::GCCAsmStmt *S);
  void assembly(const clang::AsmStmt *S);

  // Matrices and asynchronous copies, in LowerMatrix.cpp and LowerCopies.cpp.
  void matrix(CallKind Kind, const clang::CallExpr *E);
  bool isTold(const clang::CallExpr *E, const clang::Expr *At, const Pointer &P,
              const Expr *Pitch);
  const Expr *firstRow(const Pointer &P);
  void fragment(const Fragment &F, const FragmentPlace &In, bool IsLoad);
  void fragmentAccess(const FragmentPlace &In, const Expr *Row,
                      const Expr *Column, AccessOp O, unsigned Bytes,
                      unsigned Lanes = 32);
  void copyCall(CallKind Kind, const clang::CallExpr *E);
  void threadCopy(const clang::Expr *To, const clang::Expr *Size);
  void groupCopy(const clang::CallExpr *E);
  void vectorAccess(CallKind Kind, const clang::CallExpr *E);
  void workGroupCopy(const clang::CallExpr *E);
  std::pair<const Expr *, const Expr *> groupThreads(const clang::CallExpr *E);

  // Local variables, in LowerObjects.cpp.
  Pointer readVariable(const clang::Expr *E);
  void initialize(const Object &O, clang::QualType T, const clang::Expr *Init);
  void initializeRecord(const Object &O, clang::QualType T,
                        const clang::Expr *Init);
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
  void arguments(const clang::CallExpr *E);
  /// \p E goes where nobody follows it: into \p Around, if given.
  void give(const clang::Expr *E, const clang::Expr *Around = nullptr);
  const Expr *launchCall(CallKind Kind, const clang::CallExpr *E);
  const Expr *groupCall(CallKind Kind, const clang::CallExpr *E);
  void assume(const clang::CallExpr *E);
  bool sixteenBitOperator(const clang::CallExpr *E);
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

  // What takes time and is no access to shared memory, in CountWork.cpp.
  void countWork(const clang::Expr *E);
  void noteCounter(const clang::ForStmt *S);
  bool isKnownUnrolled(const clang::Stmt *S) const;
  void noteOutside(const clang::Expr *E, const clang::Expr *Base,
                   const Place &P, const Expr *Index);

  // Statements, in LowerStmt.cpp.
  void statement(const clang::Stmt *S);
  void list(llvm::ArrayRef<const clang::Stmt *> Stmts);
  void tailIf(const clang::IfStmt *S, llvm::ArrayRef<const clang::Stmt *> Rest);
  void tail(const clang::Stmt *S);
  void returnStatement(const clang::ReturnStmt *S, bool Tail);
  void declaration(const clang::DeclStmt *S);
  void variableDeclaration(const clang::VarDecl *V);
  If ifHeader(const clang::IfStmt *S);
  void ifStatement(const clang::IfStmt *S);
  void endIf(If I, const clang::IfStmt *S);
  void switchStatement(const clang::SwitchStmt *S);
  void loop(const clang::DeclStmt *Declared, const clang::Expr *Cond,
            const clang::Stmt *Body, const clang::Stmt *Step, bool TestFirst);
  void rangeLoop(const clang::CXXForRangeStmt *S);

  bool InSwitch = false;    ///< Breaks leave a switch, not a loop.
  std::optional<Place> LastResult; ///< Of the last call that was inlined.

  /// Parameters that nothing changes and that lead to constant memory.
  llvm::DenseMap<const void *, ConstantPlace> BoundConstants;
  llvm::DenseMap<const clang::VarDecl *, Place> References;
  /// Accesses already in the map, by the name in them.
  llvm::DenseMap<const clang::Expr *, const clang::Expr *> Located;
};

/// Translates every kernel that uses shared memory: see LoweredUnit::Kernels.
std::vector<Kernel> lowerKernels(LoweredUnit &U);

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
