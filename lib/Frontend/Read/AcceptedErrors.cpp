//===- AcceptedErrors.cpp - Errors of Clang's alone -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/AcceptedErrors.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

using namespace bankfix;

static bool always(const clang::Diagnostic &) { return true; }

/// The initializer is where the variable's name is: a constructor's call that
/// nothing in the source asks for.
static bool nothingIsWritten(const clang::Diagnostic &D) {
  return llvm::all_of(D.getRanges(), [&](const clang::CharSourceRange &R) {
    return R.getBegin() == D.getLocation() && R.getEnd() == D.getLocation();
  });
}

/// Which text of a `%select` the message takes.
static int64_t choice(const clang::Diagnostic &D, unsigned Arg) {
  return D.getArgKind(Arg) == clang::DiagnosticsEngine::ak_uint
             ? static_cast<int64_t>(D.getArgUInt(Arg))
             : D.getArgSInt(Arg);
}

/// "reference to __host__ function '%2' in __host__ __device__ function"
static bool isHostFromBoth(const clang::Diagnostic &D) {
  constexpr int64_t Host = 2, Both = 3, Function = 0; // As in the message.
  return choice(D, 0) == Host && choice(D, 1) == Function &&
         choice(D, 3) == Both;
}

/// `cast<S>::to<4>(p)` in a template, where C++ wants `cast<S>::template
/// to<4>`.
static bool lacksTemplate(const clang::Diagnostic &D) {
  const llvm::StringRef Statement =
      llvm::StringRef(D.getSourceManager().getCharacterData(D.getLocation()))
          .take_until([](char C) { return C == ';' || C == '{'; });
  static const llvm::Regex Member(">[ \t\r\n]*::[ \t\r\n]*[A-Za-z_]"
                                  "[A-Za-z_0-9]*[ \t\r\n]*<");
  return Member.match(Statement);
}

bool bankfix::isAcceptedElsewhere(const clang::Diagnostic &D) {
  switch (D.getID()) {
#define ACCEPTED_ERROR(ID, WHERE)                                              \
  case clang::diag::ID:                                                        \
    return WHERE(D);
#include "Read/AcceptedErrors.def"
  default:
    return false;
  }
}
