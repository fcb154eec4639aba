//===- ChangedGlobals.h - What calls may do to a file's variables -*- C++
//-*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_CHANGEDGLOBALS_H
#define BANKFIX_LIB_FRONTEND_HOST_CHANGEDGLOBALS_H

#include "Lower/LoweredUnit.h"
#include "llvm/ADT/DenseSet.h"

namespace bankfix {

/// The variables of a file that its functions change, those of each function
/// apart.
class ChangedGlobals {
public:
  using Variables = llvm::DenseSet<const clang::Decl *>;

  /// \p IsLibraryOpen: functions of libraries may call those of the file,
  /// unless they are C's.
  ChangedGlobals(const LoweredUnit &U, bool IsLibraryOpen);

  /// Some function changes \p V.
  bool contains(const clang::Decl *V) const { return All.contains(V); }
  /// What changes where no call says so: destructors do it, and what libraries
  /// got to call.
  const Variables &byUnseen() const { return ByUnseen; }
  /// \p V may have changed before `main` runs.
  bool beforeMain(const clang::Decl *V) const {
    return contains(V) && (BeforeMain.IsOpen || BeforeMain.May.contains(V));
  }

  struct Effects {
    bool IsOpen = false; ///< It may change all that any function does.
    Variables May;
  };
  /// What a call of \p F, null where nobody knows the function, may do, with
  /// all that is called there.
  const Effects &of(const clang::FunctionDecl *F);
  /// The same of \p Call, whose arguments it may call.
  const Effects &of(const clang::CallExpr *Call);

private:
  struct Own : Effects {
    llvm::DenseSet<const clang::FunctionDecl *> Callees, HandedOn;
  };
  Own read(const clang::Stmt *Body) const;
  Own ownOf(const clang::FunctionDecl *F) const;
  bool isUnseen(const clang::FunctionDecl *F) const;
  bool isUserCall(const clang::Expr *E) const;
  bool handsOnCode(const clang::Expr *Call) const;
  void forEachHandedOn(
      llvm::ArrayRef<const clang::Expr *> Args,
      llvm::function_ref<void(const clang::FunctionDecl *)> Visit) const;
  Effects withCallees(const Own &O) const;
  void findBeforeMain();

  const LoweredUnit &U;
  const bool IsLibraryOpen;
  llvm::DenseMap<const clang::FunctionDecl *, Own> OfFunctions;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Effects>> Known;
  const Effects Anything{/*IsOpen=*/true, {}}, Nothing;
  mutable unsigned Steps = 0;
  Variables All, ByUnseen;
  Effects BeforeMain;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_CHANGEDGLOBALS_H
