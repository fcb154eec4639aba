//===- Folder.h - A folder of files that goes with a test -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_PROJECT_FOLDER_H
#define BANKFIX_TEST_UNIT_PROJECT_FOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace bankfix {

/// A folder of files that goes with the test.
class Folder {
public:
  Folder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("bankfix", Path));
  }
  ~Folder() { llvm::sys::fs::remove_directories(Path); }
  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    llvm::SmallString<128> File(Path);
    llvm::sys::path::append(File, Name);
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File));
    std::error_code E;
    llvm::raw_fd_ostream(File, E) << Text;
    return File.str().str();
  }
  std::string path() const { return Path.str().str(); }

private:
  llvm::SmallString<128> Path;
};

} // namespace bankfix

#endif // BANKFIX_TEST_UNIT_PROJECT_FOLDER_H
