//===- FilesTest.cpp - Files that change together, or not at all ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {

class FilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("bankfix", Folder));
  }
  void TearDown() override { (void)llvm::sys::fs::remove_directories(Folder); }

  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Name);
    return Path.str().str();
  }
  std::string put(llvm::StringRef Name, llvm::StringRef Text) {
    std::string Path = path(Name);
    EXPECT_FALSE(bool(writeWhole(Path, Text)));
    return Path;
  }
  static std::string read(llvm::StringRef Path) {
    return llvm::cantFail(readSource(Path));
  }
  unsigned entries() const {
    unsigned Count = 0;
    std::error_code E;
    for (llvm::sys::fs::directory_iterator I(Folder, E), End; I != End && !E;
         I.increment(E))
      ++Count;
    return Count;
  }

  llvm::SmallString<128> Folder;
};

TEST_F(FilesTest, ReplacesAll) {
  std::string A = put("a.cl", "old a"), B = put("b.c", "old b");
  EXPECT_FALSE(writeTogether({{A, "old a", "new a"}, {B, "old b", "new b"}}));
  EXPECT_EQ(read(A), "new a");
  EXPECT_EQ(read(B), "new b");
  EXPECT_EQ(entries(), 2u);
}

TEST_F(FilesTest, WritesNoneWhereOneCannotBeStaged) {
  std::string A = put("a.cl", "old a"), Missing = path("missing/b.c");
  std::optional<WriteError> E =
      writeTogether({{A, "old a", "new a"}, {Missing, "old b", "new b"}});
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Path, Missing);
  EXPECT_EQ(read(A), "old a");
  EXPECT_EQ(entries(), 1u);
}

// Somebody else was there between reading and writing.
TEST_F(FilesTest, WritesNoneWhereOneHasChanged) {
  std::string A = put("a.cl", "old a"), B = put("b.c", "of another run");
  std::optional<WriteError> E =
      writeTogether({{A, "old a", "new a"}, {B, "old b", "new b"}});
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Path, B);
  EXPECT_NE(E->Message.find("it has changed since it was read"),
            std::string::npos);
  EXPECT_EQ(read(A), "old a");
  EXPECT_EQ(read(B), "of another run");
  EXPECT_EQ(entries(), 2u);
}

// A file cannot be renamed to a folder: the first rename is taken back.
TEST_F(FilesTest, TakesBackWhatWasRenamed) {
  std::string A = put("a.cl", "old a"), B = path("folder");
  ASSERT_FALSE(llvm::sys::fs::create_directory(B));
  std::optional<WriteError> E =
      writeTogether({{A, "old a", "new a"}, {B, "old b", "new b"}});
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Path, B);
  EXPECT_EQ(read(A), "old a");
  EXPECT_EQ(entries(), 2u);
}

} // namespace
