//===- IncludeGraphTest.cpp - Which files may include a header ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/IncludeGraph.h"
#include "Folder.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"

using namespace bankfix;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {
/// The last parts of the names.
std::vector<std::string> names(llvm::ArrayRef<std::string> Paths) {
  std::vector<std::string> Out;
  for (const std::string &Path : Paths)
    Out.push_back(llvm::sys::path::filename(Path).str());
  return Out;
}
} // namespace

TEST(IncludeGraph, FollowsHeaders) {
  Folder F;
  std::string K = F.write("src/k.cuh", "");
  F.write("src/all.h", "  #  include \"k.cuh\" // why\n");
  F.write("app/a.cu", "#include <src/all.h>\n");
  F.write("app/b.cu", "#include \"other.h\"\n");
  F.write("app/notes.txt", "#include \"k.cuh\"\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_TRUE(G.isComplete());
  EXPECT_THAT(names(G.mayInclude(K, true)), ElementsAre("a.cu", "all.h"));
  EXPECT_TRUE(G.holds(K));
  EXPECT_TRUE(G.holdsNamed("elsewhere/k.cuh"));
  EXPECT_FALSE(G.holdsNamed("src/other.h"));
  EXPECT_EQ(G.mayLoad(K), "");
}

TEST(IncludeGraph, ReadsDirectivesAsCompilersDo) {
  Folder F;
  std::string K = F.write("k.cuh", "");
  F.write("comment.cu", "/* see */ #include \"k.cuh\"\n");
  F.write("inside.cu", "#include /* see */ \"k.cuh\"\n");
  F.write("import.cu", "#import \"k.cuh\"\n");
  F.write("line.cu", "#include \\\n  \"k.cuh\"\n");
  F.write("macro.cu", "#define \\\n KERNELS \"k.cuh\"\n#include KERNELS\n");
  F.write("none.cu", "/*\n#include \"k.cuh\"\n*/\n"
                     "auto s = R\"(\n#include \"k.cuh\"\n)\";\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_THAT(names(G.mayInclude(K, true)),
              ElementsAre("comment.cu", "import.cu", "inside.cu", "line.cu",
                          "macro.cu"));
}

/// Beside a file, a name is that file; elsewhere it may be any of that name.
TEST(IncludeGraph, TellsHeadersOfOneNameApart) {
  Folder F;
  std::string One = F.write("one/k.cuh", "");
  F.write("two/k.cuh", "");
  F.write("one/a.cu", "#include \"k.cuh\"\n");
  F.write("two/b.cu", "#include \"k.cuh\"\n");
  F.write("three/c.cu", "#include \"k.cuh\"\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_THAT(names(G.mayInclude(One, true)), ElementsAre("a.cu", "c.cu"));
}

/// Sources may be parts of others, too.
TEST(IncludeGraph, OfSourcesAlone) {
  Folder F;
  std::string Part = F.write("part.cu", ""), Apart = F.write("apart.cu", "");
  std::string Named = F.write("named.cu", "");
  std::string Whole = F.write("whole.cu", "#include \"part.cu\"\n"
                                          "#define KERNELS \"named.cu\"\n"
                                          "#include KERNELS\n");
  F.write("other.cu", "#include \"apart.cu\"\n");
  IncludeGraph G = IncludeGraph::of({Part, Apart, Named, Whole});
  EXPECT_THAT(names(G.mayInclude(Part, false)), ElementsAre("whole.cu"));
  EXPECT_TRUE(G.mayBeIncluded(Part));
  EXPECT_TRUE(G.mayBeIncluded(Named));
  EXPECT_FALSE(G.mayBeIncluded(Apart));
}

TEST(IncludeGraph, FindsWords) {
  Folder F;
  F.write("launch.cu", "turn<<<1, 32>>>(p);\n");
  F.write("load.cpp", "load(module, \"turn\"); // not reverse\n");
  F.write("other.cu", "turned(p); \"a turn\";\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_THAT(names(G.naming("turn")),
              ElementsAre("launch.cu", "load.cpp", "other.cu"));
  EXPECT_THAT(names(G.naming("turned")), ElementsAre("other.cu"));
  EXPECT_THAT(G.naming("reverse"), IsEmpty());
}

/// `//` begins no comment in a text, and ends with what it is in.
TEST(IncludeGraph, FindsWordsBehindTexts) {
  Folder F;
  F.write("text.cu", "open(\"http://x\"); turn<<<1, 32>>>(p);\n");
  F.write("block.cu", "/* // */ turn<<<1, 32>>>(p);\n");
  F.write("quote.cu", "'\"', \"//\"; turn<<<1, 32>>>(p);\n");
  F.write("escape.cu", "\"\\\"//\"; turn<<<1, 32>>>(p);\n");
  F.write("comment.cu", "'\"'; \"\"; // turn\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_THAT(names(G.naming("turn")),
              ElementsAre("block.cu", "escape.cu", "quote.cu", "text.cu"));
}

/// A part that a macro gets is a word of the text that it is in, or pasted
/// itself.
TEST(IncludeGraph, KnowsWhichNamesArePasted) {
  Folder F;
  F.write("any.h", "#define ANY(a, b) a##b\n");
  F.write("three.h", "#define THREE(a, b, c) a##b##c\n");
  F.write("use.cu", "#include \"any.h\"\nANY(sc, an)\n");
  F.write("all.h", "#include \"any.h\"\n#include \"three.h\"\n");
  F.write("more.cu", "#include \"all.h\"\nTHREE(one, two, six)\n");
  F.write("words.cu", "sc an one two six\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_THAT(names(G.pasting("scan")), ElementsAre("use.cu"));
  EXPECT_THAT(names(G.pasting("onetwosix")), ElementsAre("more.cu"));
  EXPECT_THAT(G.pasting("turn"), IsEmpty());
  EXPECT_THAT(G.pasting("scans"), IsEmpty());
}

/// A text is what is included, too, by whatever name.
TEST(IncludeGraph, KnowsTheTextThatPastes) {
  Folder F;
  F.write("a/any.h", "#define ANY(a, b) a##b\n");
  F.write("a/part.h", "sc\n");
  F.write("a/open.cu", "#include \"any.h\"\n#include FROM_FLAGS\n");
  F.write("b/any.h", "\n");
  F.write("b/own.cu", "#include \"any.h\"\n#include \"../a/part.h\"\nan\n");
  F.write("c/from.cu", "#include <any.h>\n#include <part.h>\nan\n");
  F.write("c/up.cu", "#include \"../a/any.h\"\nsc an\n");
  F.write("Makefile", "-DFROM_FLAGS=...\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_THAT(names(G.pasting("scan")),
              ElementsAre("open.cu", "from.cu", "up.cu"));
}

/// A part that is written in the macro is that.
TEST(IncludeGraph, KnowsPartsOfPastedNames) {
  Folder F;
  F.write("suffix.h", "#define SUFFIX(a) \\\n  a ## _kernel\n");
  F.write("use.cu", "#include \"suffix.h\"\nSUFFIX(sort) scan\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_THAT(names(G.pasting("sort_kernel")), ElementsAre("use.cu"));
  EXPECT_THAT(names(G.pasting("scan_kernel")), ElementsAre("use.cu"));
  EXPECT_THAT(G.pasting("turn_kernel"), IsEmpty());
  EXPECT_THAT(G.pasting("sort"), IsEmpty());
}

/// What a macro puts behind a comma makes no name.
TEST(IncludeGraph, KnowsWhatPastesNoName) {
  Folder F;
  F.write("print.h", "#define PRINT(text, ...) print(text, ##__VA_ARGS__)\n"
                     "// sc##an an sc\n");
  EXPECT_THAT(IncludeGraph::below(F.path()).pasting("scan"), IsEmpty());
}

TEST(IncludeGraph, KnowsMacros) {
  Folder F;
  std::string K = F.write("k.cuh", ""), Other = F.write("other.cuh", "");
  F.write("defined.cu", "#define NAME \"k.cuh\"\n#include NAME\n");
  F.write("open.cu", "#include FROM_FLAGS\n");
  F.write("Makefile", "all:\n\tnvcc -DFROM_FLAGS='$(HEADER)' open.cu\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_THAT(names(G.mayInclude(K, false)), ElementsAre("defined.cu"));
  EXPECT_THAT(names(G.mayInclude(K, true)),
              ElementsAre("defined.cu", "open.cu"));
  EXPECT_THAT(names(G.mayInclude(Other, true)), ElementsAre("open.cu"));
  EXPECT_EQ(G.mayLoad(K), "");
}

/// A macro behind #include stands for nothing where nothing sets it.
TEST(IncludeGraph, KnowsMacrosThatNothingSets) {
  const std::string Plugin = "#ifdef PLUGIN\n#include PLUGIN\n#endif\n";
  auto Including = [&](llvm::StringRef Name, llvm::StringRef Text,
                       llvm::ArrayRef<llvm::StringRef> Flags = {}) {
    Folder F;
    std::string K = F.write("k.cuh", "");
    F.write("image.h", Plugin);
    F.write(Name, Text);
    return names(IncludeGraph::below(F.path(), Flags).mayInclude(K, true));
  };
  EXPECT_THAT(Including("a.txt", "plug-ins\n"), IsEmpty());
  EXPECT_THAT(Including("a.cu", "// PLUGIN\n"), IsEmpty());
  for (llvm::StringRef Build :
       {"CMakeLists.txt", "build/flags", ".github/ci.yml", "build.sh",
        ".bankfix"})
    EXPECT_THAT(Including(Build, "-DPLUGIN=..."), ElementsAre("image.h"))
        << Build.str();
  EXPECT_THAT(Including("out/CMakeCache.txt", "F=-DPLUGIN=..."),
              ElementsAre("image.h"));
  EXPECT_THAT(Including("a.txt", "", {"-I.", "-DPLUGIN=\"k.cuh\""}),
              ElementsAre("image.h"));
  EXPECT_THAT(Including("a.h", "#define PLUGIN STRING(k.cuh)\n"),
              ElementsAre("image.h"));
  // One of two definitions is no name.
  EXPECT_THAT(Including("a.h", "#define PLUGIN \"b.cuh\"\n"
                               "#define PLUGIN STRING(k.cuh)\n"),
              ElementsAre("image.h"));
  EXPECT_THAT(Including("a.h", "#define PLUGIN \"b.cuh\"\n"), IsEmpty());
}

TEST(IncludeGraph, KnowsStrings) {
  Folder F;
  std::string K = F.write("k.cuh", ""), M = F.write("m.cuh", "");
  F.write("jit.cpp", "load(\"kernels/k.cuh\"); // m.cuh\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_EQ(llvm::sys::path::filename(G.mayLoad(K)), "jit.cpp");
  EXPECT_EQ(G.mayLoad(M), "");
  F.write("name.h", "#define SOURCE \"m.cuh\"\n");
  EXPECT_EQ(llvm::sys::path::filename(IncludeGraph::below(F.path()).mayLoad(M)),
            "name.h");
}

TEST(IncludeGraph, LeavesOutWhatIsBuilt) {
  Folder F;
  std::string K = F.write("k.cuh", "");
  F.write("out/CMakeCache.txt", "");
  F.write("out/a.cu", "#include \"../k.cuh\"\n");
  F.write(".cache/b.cu", "#include \"../k.cuh\"\n");
  IncludeGraph G = IncludeGraph::below(F.path());
  EXPECT_THAT(G.mayInclude(K, true), IsEmpty());
}

TEST(IncludeGraph, FindsTheProject) {
  Folder F;
  std::string A = F.write("a/b/k.cuh", ""), B = F.write("a/c/d/k.cu", "");
  EXPECT_TRUE(
      llvm::sys::fs::equivalent(projectFolder({A, B}), F.path() + "/a"));
  F.write(".git/HEAD", "");
  EXPECT_TRUE(llvm::sys::fs::equivalent(projectFolder({A, B}), F.path()));
  EXPECT_EQ(projectFolder({"/one/k.cu", "/two/k.cu"}), "");
}
