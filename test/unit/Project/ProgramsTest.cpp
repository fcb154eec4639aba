//===- ProgramsTest.cpp - Which files belong together ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/Programs.h"
#include "Folder.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"

using namespace bankfix;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {
/// Of files that have the word WANTED: their names below \p F.
std::vector<std::vector<std::string>> programs(const Folder &F) {
  auto Out =
      *programsBelow(F.path(), [](llvm::StringRef, llvm::StringRef Text) {
        return Text.contains("WANTED");
      });
  for (std::vector<std::string> &Program : Out)
    for (std::string &Path : Program)
      Path.erase(0, llvm::StringRef(F.path()).rtrim('/').size() + 1);
  return Out;
}
} // namespace

TEST(Programs, AreFoldersAndWhatTheyInclude) {
  Folder F;
  F.write("lib/load.cpp", "WANTED\n#  include \"lib.h\"\n");
  F.write("lib/beside.cpp", "");
  F.write("inc/lib.h", "");
  F.write("app/a.cpp", "#include <inc/lib.h>\n#include <math.h>\n");
  F.write("app/apart.cpp", "#include <math.h>\n#include <other/lib.h>\n");
  EXPECT_THAT(programs(F),
              ElementsAre(ElementsAre("app/a.cpp", "inc/lib.h",
                                      "lib/beside.cpp", "lib/load.cpp")));
}

TEST(Programs, AreApart) {
  Folder F;
  for (std::string Of : {"a/", "b/"}) {
    F.write(Of + "main.cpp", "WANTED\n#include \"./util.h\"\n");
    F.write(Of + "util.h", "");
    F.write(Of + "sub/c.cpp", "#include \"../util.h\"\n");
    F.write(Of + "sub/d.cpp", "#include <util.h>\n");
  }
  EXPECT_THAT(
      programs(F),
      UnorderedElementsAre(
          ElementsAre("a/main.cpp", "a/sub/c.cpp", "a/sub/d.cpp", "a/util.h"),
          ElementsAre("b/main.cpp", "b/sub/c.cpp", "b/sub/d.cpp", "b/util.h")));
}

TEST(Programs, AreThereWhereSomeFileIsWanted) {
  Folder F;
  F.write("a.cpp", "#include \"b.h\"\n");
  F.write("b.h", "");
  F.write("c.txt", "WANTED");
  EXPECT_THAT(programs(F), IsEmpty());
}
