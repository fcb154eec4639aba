//===- HostRun.h - Follows host code to its launches ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTRUN_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTRUN_H

#include "Ast/InvalidDecls.h"
#include "Host/ChangedGlobals.h"
#include "Host/HostState.h"
#include "Host/KernelArrays.h"
#include "Host/KernelMakers.h"
#include "Lower/LoweredUnit.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>

namespace bankfix {

/// One launch, as its parts are written.
struct LaunchSyntax {
  const clang::Expr *Kernel = nullptr; ///< Names or points to the kernel.
  const clang::Expr *Block = nullptr;  ///< A dim3, or null: see Config.
  const clang::Expr *Bytes = nullptr;  ///< Null: none.
  const clang::Expr *Config = nullptr; ///< A cudaLaunchConfig_t's address.
  std::vector<const clang::Expr *> Args;
  const clang::Expr *Pointers = nullptr; ///< An array of the Args' addresses.
};

/// `<<<>>>`, cudaLaunchKernel and the like; nothing for other expressions.
std::optional<LaunchSyntax> launchSyntax(const clang::Expr *E);

/// One launch, with what is known where it stands.
struct FollowedLaunch {
  const clang::Expr *Launch;
  const Expr *Kernel = nullptr; ///< See HostRun::function.
  std::array<const Expr *, 3> Block = {};
  const Expr *Bytes = nullptr;
  std::vector<const Expr *> Args; ///< Null: no integer.
  const HostState &State;
  const HostGuesses &Guesses;
};

/// A call of OpenCL that says how kernels are sized, launched or built.
bool isFollowedCall(const clang::Expr *E);

/// \p E is the same integer on every machine that has OpenCL: it has no size of
/// a `long`, say.
bool isPortable(const clang::Expr *E);
bool isPortable(clang::QualType T);

/// One such call, with what is known where it stands.
struct FollowedCall {
  const clang::CallExpr *Call = nullptr;
  /// Integers, and texts and kernels by their number in OpenCLTexts; null for
  /// what is none.
  std::vector<const Expr *> Args;
  /// Of arguments that are `&n`, or a local array: the first three elements.
  std::vector<std::array<const Expr *, 3>> Pointees;
  const HostState &State;
  const HostGuesses &Guesses;
};

/// Texts of a host, numbered from 1. A kernel has the number of its name; 0 is
/// a null pointer. Text that holds a number which is not known has a
/// character in its place that no source has.
class OpenCLTexts {
public:
  static constexpr char Unknown = '\1';
  static constexpr int64_t Address = -1; ///< Of something that is not null.

  explicit OpenCLTexts(std::function<void(const FollowedCall &)> Callback)
      : Callback(std::move(Callback)) {}
  int64_t number(llvm::StringRef Text);
  /// Null for other numbers.
  const std::string *text(std::optional<int64_t> Number) const;

  const std::function<void(const FollowedCall &)> Callback;
  /// Variables that may be anything, and functions that may do anything.
  llvm::DenseSet<const clang::Decl *> Clobbered;
  KernelMakers Makers; ///< Functions that are followed to what they return.

private:
  std::deque<std::string> Texts; ///< They stay where they are.
};

/// What a function may do to what it gets.
struct HostEscape {
  bool IsKept = false; ///< Its address stays known to somebody.
  bool IsSet = false;  ///< For certain.
};

/// Follows functions statement by statement. What it does not follow, it
/// forgets: every value is right or unknown.
class HostRun {
public:
  using OnLaunch = std::function<void(const FollowedLaunch &)>;
  /// \p Launching: the functions with a launch, directly or in what they call.
  HostRun(const LoweredUnit &U,
          const llvm::DenseSet<const clang::FunctionDecl *> &Launching,
          OnLaunch Callback);
  /// Follows calls of OpenCL.
  HostRun(const LoweredUnit &U,
          const llvm::DenseSet<const clang::FunctionDecl *> &Launching,
          OpenCLTexts &Texts);

  /// Follows \p F for parameters of any value.
  void root(const clang::FunctionDecl *F);
  /// Looks at one launch by itself, whatever leads to it.
  void alone(const clang::Expr *Launch);

  /// Launches, and calls of launching functions, that were followed.
  bool visited(const clang::Expr *E) const { return Visited.contains(E); }
  /// Gave up on a file that takes too many steps; not every way to a launch
  /// that was visited has been followed then.
  bool exhausted() const { return Taken.Exhausted; }
  /// The function that \p E, a launch's kernel, stands for.
  const clang::FunctionDecl *function(int64_t Number) const;

private:
  HostRun(const LoweredUnit &U,
          const llvm::DenseSet<const clang::FunctionDecl *> &Launching,
          OnLaunch Callback, OpenCLTexts *Texts);

  enum class Flow { Next, Ends };
  bool outOfSteps();

  // Statements.
  Flow statement(const clang::Stmt *S);
  Flow ifStatement(const clang::IfStmt *S);
  Flow switchStatement(const clang::SwitchStmt *S);
  Flow loop(const clang::Expr *Cond, const clang::Stmt *Body,
            const clang::Stmt *Step, bool TestFirst);
  void guessNoIteration(HostState Entry);
  bool launches(const clang::Stmt *S);
  void forget(const clang::Stmt *Changes);
  void declaration(const clang::VarDecl *V);
  void merge(const Expr *Cond, HostState Other);
  void mergeAll(std::vector<HostState> &Others);

  // Expressions.
  const Expr *value(const clang::Expr *E);
  const Expr *computed(const clang::Expr *E);
  const Expr *constant(const clang::Expr *E);
  const Expr *unaryValue(const clang::UnaryOperator *E);
  const Expr *binaryValue(const clang::BinaryOperator *E);
  const Expr *second(const clang::BinaryOperator *E, const Expr *First);
  const Expr *conditional(const clang::AbstractConditionalOperator *E);
  const Expr *callValue(const clang::CallExpr *E);
  const Expr *operation(clang::BinaryOperatorKind O, const Expr *A,
                        const Expr *B);
  const Expr *extreme(const clang::CallExpr *E, Op O);
  const Expr *inlined(const clang::CallExpr *E, const clang::FunctionDecl *F);
  void bind(const clang::CallExpr *E, const clang::FunctionDecl *F);
  const Expr *numberOf(const clang::FunctionDecl *F);
  std::optional<HostPlace> place(const clang::Expr *E);
  const Expr *read(const HostPlace &P);
  const Expr *initial(const HostPlace &P);
  void assign(const clang::Expr *To, const Expr *Value);
  void reset(const HostPlace &P);
  bool assignMembers(const HostPlace &To, const clang::CXXConstructExpr *C);
  void assignDefaults(const HostPlace &To, const clang::CXXRecordDecl *Class);
  void assignRecord(const HostPlace &To, const clang::Expr *From);
  void fill(const HostPlace &To, llvm::ArrayRef<const clang::Expr *> Parts,
            clang::QualType T);
  void escape(const clang::Expr *Arg, HostEscape How = {});
  void escapePlace(const HostPlace &P, bool IsSet = false);
  void escapeGlobals(const ChangedGlobals::Effects &By);
  void escapeAllGlobals() { escapeGlobals({/*IsOpen=*/true, {}}); }
  void takeGlobals(const HostState &After);
  void escapeUnresolved(const clang::Stmt *S);
  void escapeArguments(const clang::CallExpr *E);
  void escapeCall(const clang::CallExpr *E);
  void arguments(const clang::CallExpr *E);
  const Expr *guess(const Expr *Value);
  const Expr *possible(const Expr *Value) {
    return Pool.select(unknown(), Value, unknown());
  }
  const Expr *escaped(const Expr *Value);
  void within(const clang::FunctionDecl *F, const clang::Stmt *Body,
              std::vector<HostState> *Returns = nullptr);
  std::optional<HostState> followed(const clang::CallExpr *E,
                                    const clang::FunctionDecl *F);
  const Expr *enter(const clang::CallExpr *E, const clang::FunctionDecl *F);
  bool mayFollowAside(const clang::FunctionDecl *F);
  std::optional<HostState> followedAside(const clang::CallExpr *E,
                                         const clang::FunctionDecl *F);
  bool assignResult(const HostPlace &To, const clang::CallExpr *E);
  HostPlace resultPlace() const;
  HostPlace partOfFile(const char *Name) const {
    return HostPlace{U.Context.getTranslationUnitDecl()}.member(Name);
  }
  void returnValue(const clang::Expr *E);
  void lambda(const clang::LambdaExpr *L);
  void launch(const clang::Expr *E, const LaunchSyntax &L);

  // OpenCL.
  const Expr *follow(const clang::CallExpr *E);
  const Expr *condition(const clang::Expr *E);
  const Expr *textOf(const clang::Expr *E);
  const Expr *textCall(const clang::CallExpr *E);
  const Expr *printed(const clang::CallExpr *E, unsigned Format);
  bool fits(const Expr *Text, const Expr *Bytes);
  const Expr *joined(const Expr *Before, const Expr *After);
  std::optional<HostPlace> elementPlace(const clang::ArraySubscriptExpr *E);
  std::optional<HostPlace> forgetElements(const clang::Expr *To);
  bool declareArray(const clang::VarDecl *V);
  void escapeArray(const clang::Expr *Arg);
  bool isFollowed(const clang::FunctionDecl *F) const {
    return !Texts || !Texts->Clobbered.contains(F->getCanonicalDecl());
  }
  const Expr *unknown();
  const Expr *known(const Expr *E) { return E ? E : unknown(); }
  const Expr *number(int64_t V) { return Pool.constant(V, HostInt); }
  const Expr *wide(const Expr *E) { return Pool.cast(E, HostInt); }

  const LoweredUnit &U;
  InvalidDecls Errors;
  ExprPool &Pool;
  const llvm::DenseSet<const clang::FunctionDecl *> &Launching;
  OnLaunch Callback;
  OpenCLTexts *Texts = nullptr; ///< Null: this is no host of OpenCL.
  HostState State;
  /// Who gets the state where statements are left: each function has its own.
  struct Exits {
    std::vector<HostState> *Returns = nullptr; ///< Null: nobody asks.
    /// Of the statements around, the innermost last.
    std::vector<std::vector<HostState> *> Breaks = {}, Continues = {};
  };
  Exits Leaving;
  std::vector<const clang::FunctionDecl *> Functions, Stack;
  llvm::DenseSet<const clang::Expr *> Visited;
  /// What Clang makes of expressions by themselves; null: nothing. Loops ask
  /// for the same ones over and over.
  llvm::DenseMap<const clang::Expr *, const Expr *> Constants;
  llvm::DenseMap<const clang::Stmt *, bool> LaunchesIn;
  /// What variables hold that nothing has been assigned to.
  llvm::DenseSet<const Expr *> Unset;
  unsigned Unknowns = 0;
  struct {
    unsigned Steps = 0;
    unsigned Aside = 0; ///< Of functions that launch nothing.
    bool Exhausted = false;
    /// Bodies of loops, and of functions that launch nothing.
    llvm::DenseSet<const clang::Stmt *> GivenUp;
  } Taken;
  ChangedGlobals Globals;
  HostGuesses Guesses;
  struct {
    /// Variables whose address some call so far may have kept: from then on
    /// they may have been set wherever they are read.
    llvm::DenseSet<const clang::Decl *> Captured;
    /// Those that may change while nothing names them: see forEachClobbered.
    llvm::DenseSet<const clang::Decl *> Clobbered;
  } Loose;
  KernelArrays OfKernels;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTRUN_H
