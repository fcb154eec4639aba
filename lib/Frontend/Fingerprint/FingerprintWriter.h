//===- FingerprintWriter.h - The structure of declarations ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each node is written as its class, its type, what distinguishes it (operator,
// value, name), and its children. Local names carry a number, so that a
// shadowed name differs from the one it hides. A class that is not listed in
// Fingerprint.cpp is written with its whole source text: more than needed,
// never less.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_FINGERPRINT_FINGERPRINTWRITER_H
#define BANKFIX_LIB_FRONTEND_FINGERPRINT_FINGERPRINTWRITER_H

#include "Ast/KnownCalls.h"
#include "Fingerprint/Fingerprint.h"

namespace bankfix {

class FingerprintWriter {
public:
  /// Keeps references to both.
  FingerprintWriter(const PointerUnit &U, DeclFingerprint &Into)
      : U(U), Into(Into), OS(Into.Text), Policy(U.Context.getLangOpts()) {
    // An edit before a lambda, or a struct without a name, moves it.
    Policy.AnonymousTagLocations = false;
  }

  virtual ~FingerprintWriter() = default;
  void decl(const clang::Decl *D);
  void stmt(const clang::Stmt *S);
  /// What \p T says of itself, without its instances.
  void pattern(const clang::FunctionTemplateDecl *T, bool WithBody);

protected:
  /// The mark of \p A has been written.
  virtual void marked(const MatchedAccess &) {}
  /// \p E, of host code, gives array number \p Array its bytes.
  virtual void hostSize(const clang::Expr *E, unsigned /*Array*/) { node(E); }
  /// \p E is the length of the rows of array number \p Array.
  virtual void pitch(const clang::Expr *E, unsigned /*Array*/) { node(E); }
  /// What an access gets has been written.
  virtual void numbered(const NumberAccess &) {}

  void access(const MatchedAccess &A);
  void node(const clang::Stmt *S);
  bool hasOffsets(unsigned Array) const {
    const SharedArray &A = U.SharedArrays[Array];
    return A.Offsets && !A.OffsetsStay;
  }

  const PointerUnit &U;
  DeclFingerprint &Into;
  llvm::raw_string_ostream OS;

private:
  bool offset(const clang::Expr *E);
  bool measure(const clang::Expr *E);
  void children(const clang::Stmt *S) {
    bool IsList = llvm::isa<clang::CompoundStmt>(S);
    for (const clang::Stmt *C : partsOf(U, S))
      if (IsList && C && isEightByteCall(C))
        ++Into.BankModeCalls;
      else if (IsList && C && isRequirement(C))
        continue;
      else
        stmt(C);
  }
  void type(clang::QualType T) {
    OS << ':';
    if (!T.isNull()) // Else a part of something that did not resolve.
      OS << T.getCanonicalType().getAsString(Policy);
  }
  void typeOf(const clang::Expr *E);
  void typeOf(const clang::ValueDecl *V);
  bool isPart(const clang::ValueDecl *V) const;
  void signature(const clang::FunctionDecl *F);
  bool takesParts(const clang::FunctionDecl *F) const;
  void name(const clang::ValueDecl *D);
  bool detail(const clang::Stmt *S);
  bool namedNode(const clang::Stmt *S);
  bool lambda(const clang::LambdaExpr *L);
  void variable(const clang::VarDecl *V);
  void function(const clang::FunctionDecl *F, bool WithBody = true);
  void functionTemplate(const clang::FunctionTemplateDecl *T);
  void record(const clang::RecordDecl *R);

  clang::PrintingPolicy Policy;
  llvm::DenseMap<const clang::Decl *, unsigned> Numbers;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_FINGERPRINT_FINGERPRINTWRITER_H
