//===- Definitions.cpp - Text that a rewrite puts into a file -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Definitions.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

std::string bankfix::macroDefinition(const IndexMacro &M,
                                     llvm::StringRef NewLine) {
  return ("#ifndef " + M.Name + NewLine + "#define " + M.Name + "(" +
          llvm::join(M.Parameters, ", ") + ") " + M.Body + NewLine + "#endif" +
          NewLine)
      .str();
}

std::string bankfix::typeDefinition(const ElementWrap &W, bool IsPacked,
                                    llvm::StringRef NewLine) {
  llvm::StringRef Packed = IsPacked ? "packed, " : "";
  return ("typedef struct __attribute__((" + Packed + "aligned(" +
          std::to_string(W.Alignment) + "))) " + W.Name + " {" + NewLine +
          "  " + W.Members + NewLine + "} " + W.Name + ";" + NewLine + NewLine)
      .str();
}

/// A type of negative size stands for what OpenCL C lacks.
std::string bankfix::requirementText(const Requirement &R,
                                     llvm::StringRef Array, unsigned Number,
                                     bool IsCuda) {
  if (IsCuda)
    return "static_assert(" + R.Condition + ", \"" +
           RequirementMessage.str() + R.Why + "\");";
  return ("typedef char " + RequirementType + Array +
          (Number ? "_" + llvm::Twine(Number + 1) : "") + "[(" + R.Condition +
          ") ? 1 : -1]; // " + R.Why)
      .str();
}

std::string bankfix::indentAt(llvm::StringRef Text, unsigned Offset) {
  llvm::StringRef Line = Text.take_front(Offset);
  Line = Line.drop_front(Line.rfind('\n') + 1);
  return Line.take_front(Line.find_first_not_of(" \t")).str();
}

std::string bankfix::memberDefinition(const MemberSource &M,
                                      llvm::StringRef Before,
                                      llvm::StringRef NewLine) {
  std::string Text = "unsigned " + M.Name + ";";
  if (M.Indent)
    return *M.Indent + Text + NewLine.str();
  bool IsFree = Before.ends_with(" ") || Before.ends_with("\t");
  return (IsFree ? "" : " ") + Text + " ";
}
