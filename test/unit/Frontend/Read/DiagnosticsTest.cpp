//===- DiagnosticsTest.cpp - What Clang's messages are about
//-----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/DiagnosticSubject.h"
#include "Read/HeadersTried.h"
#include "Read/MixedCalls.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

struct Collector : clang::DiagnosticConsumer {
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override {
    if (Level >= clang::DiagnosticsEngine::Error)
      Subjects.push_back(subjectOf(D));
  }
  std::vector<std::string> Subjects;
};

/// The subjects of all errors in \p Code.
std::vector<std::string> subjects(const std::string &Code) {
  Collector Found;
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile("a.cpp", 0, llvm::MemoryBuffer::getMemBuffer(Code));
  auto Manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(
      clang::FileSystemOptions(), Memory);
  clang::tooling::ToolInvocation Run(
      {"clang", "-fsyntax-only", "a.cpp"},
      std::make_unique<clang::SyntaxOnlyAction>(), Manager.get());
  Run.setDiagnosticConsumer(&Found);
  Run.run();
  return Found.Subjects;
}

using Names = std::vector<std::string>;

TEST(Diagnostics, SubjectsAreNames) {
  EXPECT_EQ(subjects("int f() { return missing; }"), Names{"missing"});
  EXPECT_EQ(subjects("int near; int f() { return naer; }"), Names{"naer"});
  EXPECT_EQ(subjects("strange x;"), Names{"strange"});
  EXPECT_EQ(subjects("int min(long, char); int min(char, long);\n"
                     "int x = min(1, 1);"),
            Names{"min"});
  EXPECT_EQ(subjects("int f() { return 1 }"), Names{""});
}

TEST(Diagnostics, MissingHeaders) {
  FileDiagnostic D{Severity::Warning, {}, "'a.h' file not found", 0, "a.h"};
  EXPECT_EQ(missingHeader(D), "a.h");
  D.Level = Severity::Error;
  EXPECT_EQ(missingHeader(D), "");
}

TEST(Diagnostics, AmbiguousCallsOfBuiltinFunctions) {
  FileDiagnostic D{Severity::Error,
                   {},
                   "call to 'min' is ambiguous",
                   clang::diag::err_ovl_ambiguous_call,
                   "min"};
  EXPECT_EQ(ambiguousBuiltin(D), "min");
  D.Subject = "mine";
  EXPECT_EQ(ambiguousBuiltin(D), "");
  D.Subject = "min";
  D.Id = clang::diag::err_undeclared_var_use;
  EXPECT_EQ(ambiguousBuiltin(D), "");
}

TEST(HeadersTried, WhatParsesIsBetter) {
  ParsedFile Good, Bad, Noisy;
  Good.Ok = Noisy.Ok = true;
  Noisy.Diagnostics.push_back(
      {Severity::Warning, {}, "'a.h' file not found", 0, "a.h"});
  EXPECT_TRUE(isBetter(Good, Bad));
  EXPECT_FALSE(isBetter(Bad, Good));
  EXPECT_TRUE(isBetter(Good, Noisy));
  EXPECT_FALSE(isBetter(Noisy, Good));
}

} // namespace
