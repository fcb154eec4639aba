//===- SharedSites.h - Accesses to shared memory, and what escapes *- C++
//-*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_SHAREDSITES_H
#define BANKFIX_LIB_FRONTEND_LOWER_SHAREDSITES_H

#include "Lower/PointerArithmetic.h"

namespace bankfix {

/// Makes sites of accesses, and says of pointers that go where nobody follows
/// them which arrays they may lead to.
class SharedSites : public PointerArithmetic {
public:
  using PointerArithmetic::PointerArithmetic;

  unsigned siteOf(const clang::Expr *E, const Place &P, AccessOp O,
                  unsigned Array, unsigned Bytes);
  /// An access of which no more than \p Why is known.
  void notUnderstood(const clang::Expr *E, const Pointer &P, std::string Why);
  void unspecifiedAccess(const clang::Expr *At, const Pointer &P, Access A,
                         AccessOp O, unsigned Bytes);

  Pointer addressOf(const Place &P);
  Place placeAt(const Pointer &P);

  /// The pointer goes where it is not followed: into \p Around, if given.
  void escape(const Pointer &P, const clang::Expr *E,
              const clang::Expr *Around = nullptr);
  void escapeMembers(const Object &O, clang::QualType T, const clang::Expr *E,
                     const clang::Expr *Around = nullptr);
  void giveNumber(const Expr *V, const clang::Expr *E);

protected:
  std::string RecursiveCallee; ///< Of the call whose arguments are given.

private:
  std::map<std::tuple<const clang::Expr *, unsigned, AccessOp, unsigned>,
           unsigned>
      Sites;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_SHAREDSITES_H
