//===- DiagnosticSubject.cpp - The name that an error is about ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/DiagnosticSubject.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclarationName.h"

using namespace bankfix;

std::string bankfix::subjectOf(const clang::Diagnostic &D) {
  for (unsigned I = 0; I < D.getNumArgs(); ++I)
    switch (D.getArgKind(I)) {
    case clang::DiagnosticsEngine::ak_identifierinfo:
      return D.getArgIdentifier(I)->getName().str();
    case clang::DiagnosticsEngine::ak_declarationname:
      return clang::DeclarationName::getFromOpaqueInteger(D.getRawArg(I))
          .getAsString();
    case clang::DiagnosticsEngine::ak_nameddecl:
      return reinterpret_cast<const clang::NamedDecl *>(D.getRawArg(I))
          ->getNameAsString();
    default:
      break;
    }
  return "";
}
