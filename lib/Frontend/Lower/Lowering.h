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
#include "Lower/Values.h"

#include <deque>

namespace clang {
class ForStmt;
} // namespace clang

namespace bankfix {

struct SharedInstruction;
struct Fragment;
struct FragmentPlace;

/// What holds for variables wherever they are used in a kernel.
struct VariableFlow {
  /// What all values of a pointer have in common; nothing if too little.
  struct Shape {
    unsigned Dims = 0, Level = 0, Member = 0;
    bool operator==(const Shape &) const = default;
  };
  std::map<Object, std::set<int>> Targets; ///< Of each pointer.
  std::map<Object, std::optional<Shape>> Shapes;
  std::set<const void *> Lost; ///< Their address went where nobody follows.
  /// Arrays whose addresses integers hold.
  std::map<Object, std::set<int>> Addresses;
  bool HasAddresses = false; ///< Some array's address became a number.
  /// Integers that are addresses of arrays at times, and that are other numbers
  /// at times.
  std::set<Object> Pointing, Numbers;
  /// What reaches shared memory by an address: see LoweredUnit::Reaches.
  std::map<const clang::Stmt *, bool> Reaches;
  ToldPitches Pitches;
  bool Changed = false;
};

/// True if what is in a variable of type \p T can be followed.
bool isFollowable(const clang::ASTContext &C, clang::QualType T);

/// Somewhere in constant memory: a name for what the source goes through on the
/// way, and the indices.
struct ConstantPlace {
  std::string Name;
  llvm::SmallVector<const Expr *, 3> At;
};

/// Translates one kernel. What it cannot express becomes an opaque value or
/// an Unsupported statement, never a guess.
class Lowering {
public:
  /// Statements, variables and sites go to \p K.
  Lowering(LoweredUnit &U, Kernel &K, VariableFlow &Flow)
      : U(U), K(&K), Pool(U.Pool), Flow(&Flow) {}
  /// Only values are translated, and nothing is emitted.
  explicit Lowering(LoweredUnit &U) : U(U), Pool(U.Pool) {}

  /// Translates a kernel's parameters and body.
  void function(const clang::FunctionDecl *F);
  /// The value of an expression that is only looked at; never null.
  const Expr *pureValue(const clang::Expr *E);

private:
  /// A function that is being inlined.
  struct Frame {
    const clang::FunctionDecl *F = nullptr;
    std::optional<Place> This;
    std::optional<Place> Result; ///< Where a returned reference leads.
    unsigned Returns = 0;        ///< Jumps to its end.
    std::string Path;            ///< For Site::Path.
    /// What leads to memory that is not shared, and the index of the element,
    /// where it is known.
    llvm::DenseMap<const clang::Expr *, const Expr *> Outside;
    /// Variables of `for` statements that count iterations from a constant.
    llvm::DenseSet<const void *> Counters;
    /// Those of loops that compilers unroll, as they know all of their values.
    llvm::DenseSet<const void *> Unrolled;
  };

  // Integers, in LowerExpr.cpp. Null stands for a value that is no integer.
  const Expr *value(const clang::Expr *E);
  const Expr *read(const clang::Expr *E);
  const Expr *prvalue(const clang::Expr *E);
  const Expr *constantOf(const clang::Expr *E);
  std::string textOf(const clang::Expr *E) const;
  const Expr *unknown(const clang::Expr *E);
  void visitChildren(const clang::Stmt *S);
  const Expr *castValue(const clang::CastExpr *C);
  const Expr *unaryValue(const clang::UnaryOperator *E);
  const Expr *binaryValue(const clang::BinaryOperator *E);
  const Expr *pointerArithmetic(const clang::BinaryOperator *E);
  const Expr *elementsBetween(const clang::BinaryOperator *E, const Pointer &A,
                              const Pointer &B);
  const Expr *logicalValue(const clang::BinaryOperator *E);
  const Expr *selectValue(const clang::AbstractConditionalOperator *E);
  const Expr *builtinValue(const clang::Expr *E);
  const Expr *condition(const clang::Expr *E);
  const Expr *toType(const Expr *V, clang::QualType T);
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
  Pointer moved(Pointer P, const Expr *Index, clang::QualType Pointee,
                bool Back = false);
  Pointer into(Pointer P, int64_t Bytes);
  std::optional<Pointer> movedSubscript(const Pointer &P, const Expr *Index,
                                        int64_t Bytes, bool Back);
  bool areAlike(const std::set<int> &Arrays) const;
  Pointer choose(const Expr *Cond, const Pointer &A, const Pointer &B);
  /// Runs what each outcome of a `?:` does; returns the condition.
  const Expr *branch(const clang::AbstractConditionalOperator *E,
                     llvm::function_ref<void()> Then,
                     llvm::function_ref<void()> Else);
  Pointer pointerSelect(const clang::AbstractConditionalOperator *E);
  Pointer thisPointer(const clang::CXXThisExpr *E);
  Place place(const clang::Expr *E);
  Place placeOf(const clang::DeclRefExpr *E);
  Place placeAt(const Pointer &P);
  Place matchedPlace(const clang::Expr *E, MatchedAccess A);
  Place elementPlace(const clang::ArraySubscriptExpr *E);
  Place memberPlace(const clang::MemberExpr *E);
  Place memberArrayPlace(const clang::MemberExpr *E);
  void forgetViewed(Place &P, clang::QualType Whole);
  Place componentPlace(const clang::ExtVectorElementExpr *E);
  Place pointedPlace(const clang::UnaryOperator *E);
  Place conditionalPlace(const clang::AbstractConditionalOperator *E);
  Place temporaryPlace(const clang::Expr *Of, const clang::Expr *Init);
  Pointer addressOf(const Place &P);
  Place stable(Place P);
  /// What a reference is bound to.
  Place referent(const clang::Expr *E);
  Place named(const clang::Expr *E);
  Place named(const clang::Expr *E, Place P);
  Pointer stable(Pointer P);
  const Expr *stable(const Expr *V);

  // Accesses, in LowerAccess.cpp.
  void access(const clang::Expr *E, const Place &P, AccessOp O,
              clang::QualType T, bool IsAssigned = false);
  void pieces(const clang::Expr *E, const Place &P, AccessOp O, unsigned Array,
              const Expr *Only, unsigned Bytes, unsigned Alignment);
  std::vector<FlatIndex> flatWays(const MatchedAccess &A,
                                  std::vector<FactorSource> &Lengths);
  void locate(const clang::Expr *E, const MatchedAccess &A);
  void discard(const clang::Expr *E);
  unsigned siteOf(const clang::Expr *E, const Place &P, AccessOp O,
                  unsigned Array, unsigned Bytes);
  void notUnderstood(const clang::Expr *E, const Pointer &P, std::string Why);
  /// The pointer goes where it is not followed: into \p Around, if given.
  void escape(const Pointer &P, const clang::Expr *E,
              const clang::Expr *Around = nullptr);

  void accessVector(const clang::Expr *E, const Place &P, AccessOp O);
  void accessBytes(const clang::Expr *E, const Place &P, AccessOp O,
                   unsigned Bytes, unsigned Alignment);

  // Assembly, and addresses as numbers, in LowerAssembly.cpp.
  const Expr *arrayAddress(unsigned Array);
  const Expr *addressValue(const clang::Expr *Of, const clang::Expr *Whole);
  std::set<int> addressesIn(const Expr *V) const;
  bool isAddress(const Expr *V, std::map<const Expr *, bool> &Is) const;
  bool isAddress(const Expr *V) const;
  bool isAddress(const clang::Expr *E);
  void noteReach(const clang::Stmt *S, bool IsNamed);
  void noteReaches(const clang::GCCAsmStmt *S);
  const Expr *arrayIn(const Expr *V);
  unsigned arrayVariable(unsigned Var);
  void noteArrayOf(unsigned Var, const Expr *V);
  void giveNumber(const Expr *V, const clang::Expr *E);
  void escapeMembers(const Object &O, clang::QualType T, const clang::Expr *E,
                     const clang::Expr *Around = nullptr);
  void sharedInstruction(const SharedInstruction &I, const clang::Expr *Operand,
                         const clang::Expr *Size, clang::SourceLocation Where);
  std::set<const clang::Expr *> knownAssembly(const clang::GCCAsmStmt *S);
  void assembly(const clang::AsmStmt *S);

  // Matrices and asynchronous copies, in LowerMatrix.cpp and LowerCopies.cpp.
  const Expr *laneOfWarp();
  void matrix(CallKind Kind, const clang::CallExpr *E);
  bool isTold(const clang::CallExpr *E, const clang::Expr *At, const Pointer &P,
              const Expr *Pitch);
  const Expr *firstRow(const Pointer &P);
  void fragment(const Fragment &F, const FragmentPlace &In, bool IsLoad);
  void unspecifiedAccess(const clang::Expr *At, const Pointer &P, Access A,
                         AccessOp O, unsigned Bytes);
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
  bool isFollowed(const clang::VarDecl *V) const;
  /// What reports call it.
  std::string variableName(const Object &O) const;
  void lose(const Object &O);
  const Expr *readInteger(const Object &O, clang::QualType T,
                          const clang::Expr *E);
  void writeInteger(const Object &O, clang::QualType T, const Expr *V);
  Pointer readVariable(const clang::Expr *E);
  Pointer readPointer(const Object &O);
  void writePointer(const Object &O, const Pointer &P);
  void noteShape(const Object &O, const Pointer &P);
  void initialize(const Object &O, clang::QualType T, const clang::Expr *Init);
  void initializeRecord(const Object &O, clang::QualType T,
                        const clang::Expr *Init);
  bool initializeParts(const Object &O, clang::QualType T,
                       llvm::ArrayRef<const clang::Expr *> Parts);
  void copy(const Object &To, const Place &From, clang::QualType T,
            const clang::Expr *E);
  void assign(const Object &To, const Object &From, clang::QualType T);
  void forget(const Object &O, clang::QualType T);
  void clear(const Object &O, clang::QualType T);
  void giveClosure(const clang::Expr *E);
  void capture(const Object &O, const clang::LambdaExpr *L);
  std::optional<Place> captured(const clang::DeclRefExpr *E);
  /// A struct that the host passes: each integer in it is one for all lanes.
  void parameterRecord(const Object &O, clang::QualType T);
  bool launchTriple(const Object &O, clang::QualType T, LaunchValue V);
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
  const Expr *linearThread();
  const Expr *blockThreads();
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
  static Object result(const clang::FunctionDecl *F) { return {F, ""}; }
  Object object(const clang::VarDecl *V) {
    V = V->getCanonicalDecl();
    Names.try_emplace(V, V->getNameAsString());
    return {V, ""};
  }

  // What takes time and is no access to shared memory, in CountWork.cpp.
  void countWork(const clang::Expr *E);
  void noteCounter(const clang::ForStmt *S);
  bool isKnownUnrolled(const clang::Stmt *S) const;
  void noteOutside(const clang::Expr *E, const clang::Expr *Base,
                   const Place &P, const Expr *Index);

  // Effects.
  void emit(Stmt S);
  /// Runs \p F with its statements going to the returned list.
  template <typename Fn> StmtList collect(Fn F) {
    StmtList Inner, *Outer = std::exchange(Emit, K ? &Inner : nullptr);
    F();
    Emit = Outer;
    return Inner;
  }
  const Expr *temporary(const Expr *Value);
  /// \p Value, which was read before \p Effects are run, as it was then.
  const Expr *keep(const Expr *Value, const StmtList &Effects);
  void append(StmtList Effects);
  /// There is more than work.
  static bool hasEffects(const StmtList &L);
  unsigned newVariable(std::string Name, IntType T);

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
  void unsupported(std::string What);

  LoweredUnit &U;
  Kernel *K = nullptr;
  ExprPool &Pool;
  VariableFlow *Flow = nullptr;
  StmtList *Emit = nullptr;
  std::deque<Frame> Frames; ///< The kernel first. Calls move no caller's.
  bool InSwitch = false;    ///< Breaks leave a switch, not a loop.
  unsigned Statements = 0;
  std::optional<Place> LastResult; ///< Of the last call that was inlined.

  struct PointerVariable {
    unsigned Offset, Which;
    llvm::SmallVector<unsigned, 2> Subscripts;
  };
  llvm::DenseMap<const void *, std::string> Names; ///< Of variables.
  std::map<Object, unsigned> Integers;
  std::map<Object, PointerVariable> Pointers;
  /// Of variables: whose they are, and whose addresses temporaries hold.
  llvm::DenseMap<unsigned, Object> ObjectOf;
  llvm::DenseMap<unsigned, std::set<int>> Holding;
  llvm::DenseSet<unsigned> HoldingAddress; ///< Of temporaries: nothing else.
  /// The variables that say which of several arrays' addresses is in one.
  llvm::DenseMap<unsigned, unsigned> ArrayVariables;
  /// What the last call of a function returned of them.
  std::map<Object, std::set<int>> Returned;
  std::string RangeText;       ///< Of the range-based `for` around.
  std::string RecursiveCallee; ///< Of the call whose arguments are given.
  /// What parameters are that nothing changes.
  llvm::DenseMap<const void *, const Expr *> BoundIntegers;
  llvm::DenseMap<const void *, Pointer> BoundPointers;
  /// Those of them that lead to constant memory.
  llvm::DenseMap<const void *, ConstantPlace> BoundConstants;
  llvm::DenseMap<const clang::VarDecl *, Place> References;
  std::map<std::tuple<const clang::Expr *, unsigned, AccessOp, unsigned>,
           unsigned>
      Sites;
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
