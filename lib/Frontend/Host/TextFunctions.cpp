//===- TextFunctions.cpp - What is known by name to leave a text ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/TextFunctions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

bool bankfix::onlyReads(StringRef Function) {
  return llvm::StringSwitch<bool>(Function)
      .Cases({"clCreateProgramWithSource", "clCreateProgramWithBinary", "free",
              "printf", "fprintf", "puts", "fputs", "perror", "strlen",
              "strcmp", "strncmp", "assert", "sizeof", "Program"},
             true)
      .Cases({"fopen", "fopen_s", "fclose", "ftell", "rewind", "feof", "ferror",
              "fileno", "fstat", "fseek", "lseek", "fread", "close", "read"},
             true)
      .Cases({"malloc", "calloc", "realloc", "alloca"}, true)
      .Cases({"if", "while", "switch", "for", "return", "catch", "throw"}, true)
      .Default(false);
}

bool bankfix::onlyReadsIts(StringRef Method) {
  return llvm::StringSwitch<bool>(Method)
      .Cases({"length", "size", "empty", "is_open", "good", "fail", "eof"},
             true)
      .Cases({"open", "close", "clear", "reserve", "tellg", "seekg", "read",
              "exceptions"},
             true)
      .Default(false);
}

bool bankfix::handsOut(StringRef Method) {
  return llvm::StringSwitch<bool>(Method)
      .Cases({"c_str", "data", "str", "begin", "end", "get", "source", "rdbuf"},
             true)
      .Default(false);
}

bool bankfix::copies(StringRef Method) {
  return llvm::StringSwitch<bool>(Method)
      .Cases({"push_back", "emplace_back", "assign", "append", "insert"}, true)
      .Cases({"write", "str", "open", "compare"}, true)
      .Default(false);
}

bool bankfix::isTransparent(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"string", "make_pair", "pair", "move", "Sources", "vector",
              "strdup"},
             true)
      .Cases({"istreambuf_iterator", "static_cast", "const_cast",
              "reinterpret_cast"},
             true)
      .Default(false);
}

bool bankfix::isPlainWord(StringRef Word) {
  return isTransparent(Word) ||
         llvm::StringSwitch<bool>(Word)
             .Cases({"const", "char", "unsigned", "static", "auto", "new"},
                    true)
             .Cases({"NULL", "nullptr", "size_t", "std", "cl", "long", "int",
                     "void", "sizeof", "ifstream", "fstream"},
                    true)
             .Default(false);
}

bool bankfix::isStatement(StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases({"return", "delete", "else", "throw", "case", "goto", "do"}, true)
      .Default(false);
}
