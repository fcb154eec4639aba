//===- UnitMapsTest.cpp - When what was read of a unit is kept ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitMaps.h"
#include "bankfix/Settings/Options.h"
#include "bankfix/Target/Target.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace bankfix;
namespace fs = llvm::sys::fs;

namespace {
class UnitMapsTest : public testing::Test {
protected:
  UnitMapsTest() {
    EXPECT_FALSE(fs::createUniqueDirectory("unit-maps", Folder));
    Own.Model = findTarget("sm_80");
    Scope.Folder = (Folder + "/maps").str();
  }
  ~UnitMapsTest() override { fs::remove_directories(Folder); }

  std::string write(const char *Name, std::chrono::seconds Age) {
    const std::string Path = (Folder + "/" + Name).str();
    int File = -1;
    EXPECT_FALSE(fs::openFileForWrite(Path, File));
    llvm::raw_fd_ostream Out(File, /*shouldClose=*/true);
    Out << "__global__ void k() {}\n";
    Out.flush();
    EXPECT_FALSE(fs::setLastAccessAndModificationTime(
        File, std::chrono::system_clock::now() - Age));
    return Path;
  }

  /// Another run of \p Source has what one kept in which it includes \p Header.
  bool isKept(const std::string &Source, const std::string &Header) {
    {
      UnitMaps One(Scope);
      EXPECT_FALSE(One.begin());
      One.keep(Source, Own, UnitReading(), {{Header}, {}, {}, true});
    }
    return UnitMaps(Scope).find(Source, Own).has_value();
  }

  llvm::SmallString<128> Folder;
  RunOptions Own;
  MapScope Scope;
};
} // namespace

using std::chrono::seconds;

TEST_F(UnitMapsTest, WhatStaysIsKept) {
  EXPECT_TRUE(isKept(write("a.cu", seconds(60)), write("a.h", seconds(60))));
}

TEST_F(UnitMapsTest, AFileThatIsEditedMeanwhileLeavesNoMap) {
  // As if it had been written after the start.
  EXPECT_FALSE(isKept(write("a.cu", seconds(-60)), write("a.h", seconds(60))));
  EXPECT_FALSE(isKept(write("b.cu", seconds(60)), write("b.h", seconds(-60))));
}

TEST_F(UnitMapsTest, AMapOfAnotherTextIsNone) {
  const std::string Source = write("a.cu", seconds(60));
  ASSERT_TRUE(isKept(Source, write("a.h", seconds(60))));
  std::error_code Error;
  llvm::raw_fd_ostream(Source, Error, fs::OF_Append) << "// more\n";
  EXPECT_FALSE(UnitMaps(Scope).find(Source, Own).has_value());
}
