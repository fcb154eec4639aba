//===- LaunchGraph.h - Who calls what launches ------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_LAUNCHGRAPH_H
#define BANKFIX_LIB_FRONTEND_HOST_LAUNCHGRAPH_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

class HostRun;
class PlainPointers;
using FunctionSet = llvm::DenseSet<const clang::FunctionDecl *>;

/// \p F where it has its body, if it has one here.
const clang::FunctionDecl *definition(const clang::FunctionDecl *F);

/// What of a file's calls, which are in ArrayUnit::Calls, leads to launches.
struct LaunchGraph {
  std::vector<const clang::FunctionDecl *> Functions;
  std::vector<const clang::Expr *> Launches; ///< And followed calls of OpenCL.
  /// Named other than to call or to launch them.
  FunctionSet Named;
  FunctionSet Launching; ///< With a launch, or a call of such a function.
  /// Names of functions that are called, launched, asked about, or kept where
  /// all that becomes of them is a launch.
  llvm::DenseSet<const clang::Stmt *> Harmless;
  bool HasMain = false;

  explicit LaunchGraph(const LoweredUnit &U);
  ~LaunchGraph();
  /// True if nothing but the calls in the file can call \p F.
  bool isClosed(const LoweredUnit &U, const clang::FunctionDecl *F) const;

private:
  void scan(const LoweredUnit &U, const clang::FunctionDecl *F);
  const PlainPointers &pointersOf(const LoweredUnit &U,
                                  const clang::FunctionDecl *F);
  bool isOnlyLaunched(const LoweredUnit &U, const clang::CallExpr *Call,
                      unsigned Index);
  void scanVariables(const LoweredUnit &U, const clang::DeclContext *DC);

  /// By function; null while they are found.
  std::map<const clang::FunctionDecl *, std::unique_ptr<PlainPointers>>
      Pointers;
};

/// Follows with \p Run every function from which a launch is reached, for the
/// arguments that it gets here, or for any where others may call it.
void followLaunches(const LoweredUnit &U, const LaunchGraph &Graph,
                    HostRun &Run);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_LAUNCHGRAPH_H
