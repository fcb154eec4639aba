//===- Definitions.cpp - Text that a rewrite puts into a file -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Definitions.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/Words.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <filesystem>

using namespace bankfix;

/// What a header of helpers begins with.
static constexpr llvm::StringLiteral HelperHeaderHead =
    "// Index maps of shared arrays, by bankfix.\n"
    "#pragma once\n\n";

std::string bankfix::macroDefinition(const IndexHelper &M,
                                     llvm::StringRef NewLine) {
  return ("#ifndef " + M.Name + NewLine + "#define " + M.Name + "(" +
          llvm::join(M.Parameters, ", ") + ") " + M.Body + NewLine + "#endif" +
          NewLine)
      .str();
}

std::string bankfix::functionDefinition(llvm::StringRef Name,
                                        llvm::StringRef Macro,
                                        llvm::StringRef Type, bool IsCuda,
                                        llvm::StringRef NewLine) {
  llvm::StringRef Kind =
      IsCuda ? "static __device__ __forceinline__ " : "static inline ";
  return ("#ifndef " + Name + NewLine + "#define " + Name + " " + Name +
          NewLine + Kind + Type + " " + Name + "(" + Type + " i) { return " +
          Macro + "(i); }" + NewLine + "#endif" + NewLine)
      .str();
}

std::string bankfix::withHelpers(llvm::StringRef Text,
                                 llvm::ArrayRef<std::string> Helpers) {
  std::string Out = Text.str();
  for (const std::string &Helper : Helpers) {
    if (llvm::StringRef(Out).contains(Helper))
      continue;
    if (Out.empty())
      Out = HelperHeaderHead;
    else if (Out.back() != '\n')
      Out += '\n';
    Out += Helper;
  }
  return Out;
}

std::string bankfix::pathFrom(llvm::StringRef File, llvm::StringRef Header) {
  namespace path = llvm::sys::path;
  // Of the folder that the file is in, not of one that links to it: what
  // follows "..", the system finds from there.
  auto Real = [](llvm::StringRef Folder) {
    llvm::SmallString<128> Out;
    if (llvm::sys::fs::real_path(Folder.empty() ? "." : Folder, Out)) {
      Out = Folder;
      llvm::sys::fs::make_absolute(Out);
    }
    return std::filesystem::path(Out.str().str());
  };
  std::filesystem::path To = Real(path::parent_path(Header));
  return (To / path::filename(Header).str())
      .lexically_relative(Real(path::parent_path(File)))
      .generic_string();
}

std::string bankfix::expansion(const IndexHelper &M,
                               llvm::ArrayRef<std::string> Arguments) {
  std::string Out;
  for (llvm::StringRef Rest = M.Body; !Rest.empty();) {
    llvm::StringRef Word = Rest.take_while(isNamePart);
    if (Word.empty()) {
      Out += Rest.front();
      Rest = Rest.drop_front();
      continue;
    }
    auto It = llvm::find(M.Parameters, Word);
    Out += It == M.Parameters.end() ? Word.str()
                                    : Arguments[It - M.Parameters.begin()];
    Rest = Rest.drop_front(Word.size());
  }
  return Out;
}

std::string bankfix::typeDefinition(const ElementWrap &W, bool IsPacked,
                                    llvm::StringRef NewLine) {
  llvm::StringRef Packed = IsPacked ? "packed, " : "";
  if (NewLine.empty())
    return ("typedef struct __attribute__((" + Packed + "aligned(" +
            std::to_string(W.Alignment) + "))) " + W.Name + " { " + W.Members +
            " } " + W.Name + ";")
        .str();
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
          ") ? 1 : -1]; /* " + R.Why + " */")
      .str();
}

unsigned bankfix::behindComment(llvm::StringRef Text, unsigned Offset) {
  llvm::StringRef Rest = Text.drop_front(Offset);
  Rest = Rest.take_until([](char C) { return C == '\n' || C == '\r'; });
  bool IsComment = Rest.ltrim().starts_with("//") && !Rest.ends_with("\\");
  return Rest.trim().empty() || IsComment ? Offset + Rest.size() : Offset;
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
