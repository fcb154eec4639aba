//===- LoadedTextTest.cpp - How hosts come to a program's text ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LoadedText.h"
#include "Host/HostFile.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

LoadedText loaded(const std::string &Text, const std::string &Path = "host.c") {
  ExprPool Pool;
  const HostFile F(HostSource{Path, Text, ""}, Pool);
  return loadedText(&F.Constants);
}

/// The text of the token that may change a source; "" for none.
std::string changed(const std::string &Text,
                    const std::string &Path = "host.c") {
  ExprPool Pool;
  const HostFile F(HostSource{Path, Text, ""}, Pool);
  const LoadedText L = loadedText(&F.Constants);
  return !L.IsSeen ? "not seen" : L.Changed ? F.T[L.Changed->second].Text : "";
}

/// A C host whose function `load` has \p Load, and which builds what it makes
/// of that by \p Use.
std::string host(const std::string &Load, const std::string &Use = "") {
  return "static char *load(const char *n) {" + Load +
         "}\n"
         "void set(char *x) { x[3] = ' '; }\n"
         "int show(const char *x) { return printf(\"%s\", x); }\n"
         "void keep(char *x) { last = x; }\n"
         "char *same(char *x) { return x; }\n"
         "int main(int argc, char **argv) {\n"
         "  char *w = load(\"k.cl\");" +
         Use +
         "  const char *s = w;\n"
         "  p = clCreateProgramWithSource(c, 1, &s, 0, &e);\n"
         "  free(w);\n}\n";
}

const std::string Whole =
    "FILE *f = fopen(n, \"rb\"); if (!f) exit(1); fseek(f, 0, SEEK_END);"
    "size_t z = ftell(f); rewind(f); char *b = (char *)malloc(z + 1);"
    "if (fread(b, 1, z, f) != z) exit(2); b[z] = '\\0'; fclose(f); return b;";

TEST(LoadedText, WholeFiles) {
  EXPECT_EQ(changed(host(Whole)), "");
  EXPECT_EQ(changed(host("FILE *f = fopen(n, \"r\");"
                         "char *b = calloc(1 << 20, 1);"
                         "size_t z = fread(b, 1, 1 << 20, f); b[z] = 0;"
                         "return b;")),
            "");
  EXPECT_EQ(changed(host("int z = 1024 * 1024; char *b = calloc(z, 1);"
                         "FILE *f = fopen(n, \"r\");"
                         "fread(b + strlen(b), z, 1, f); return b;")),
            "");
  // With a text in front.
  EXPECT_EQ(
      changed("char *load(const char *n, const char *pre, size_t *z) {\n"
              "FILE *f = NULL; size_t l, q = strlen(pre);\n"
              "#ifdef _WIN32\nif (fopen_s(&f, n, \"r\")) return 0;\n"
              "#else\nf = fopen(n, \"r\"); if (f == 0) return 0;\n#endif\n"
              "fseek(f, 0, SEEK_END); l = ftell(f);\n"
              "fseek(f, 0, SEEK_SET); char *b = (char *)malloc(l + q + 1);\n"
              "memcpy(b, pre, q); if (fread((b) + q, l, 1, f) != 1) {\n"
              "fclose(f); free(b); return 0; } fclose(f);\n"
              "if (z != 0) { *z = l + q; } b[l + q] = '\\0'; return b; }\n"
              "int main() { size_t n; char *s = load(\"k.cl\", \"\", &n);\n"
              "clCreateProgramWithSource(c, 1, (const char **)&s, &n, "
              "&e); }"),
      "");
  // A library's.
  EXPECT_EQ(changed("void f() { size_t n; char *s = loadText(\"k.cl\", &n);\n"
                    "clCreateProgramWithSource(c, 1, (const char **)&s, &n, "
                    "0); }"),
            "");
  EXPECT_EQ(changed("int main() { const char *s[2] = {loadText(\"k.cl\"), 0};\n"
                    "clCreateProgramWithSource(c, 1, s, NULL, 0); }"),
            "");
  EXPECT_EQ(changed("int main() { char *s[4];\n"
                    "for (int i = 0; i < 4; ++i) {\n"
                    "s[i] = loadText(names[i], \"\", &n[i]); if (!s[i]) "
                    "exit(1);\n"
                    "p[i] = clCreateProgramWithSource(c, 1, (const char "
                    "**)&s[i], &n[i], &e); free(s[i]); } }"),
            "");
  EXPECT_EQ(changed("int main() { }"), "not seen");
}

TEST(LoadedText, ReadingIsNoChange) {
  for (const char *Use :
       {"if (w == NULL) return 1;", "if (!w) return 1;", "show(w);",
        "printf(\"%s\", w);", "int n = strlen(w);", "strcpy(other, w);",
        "if (w[0] == 'x') exit(1);", "while (show(w) < 0);", "puts(w);",
        "char *v = same(w); puts(v);", "int n = show(w); puts(\"x\");"})
    EXPECT_EQ(changed(host(Whole, Use)), "") << Use;
}

TEST(LoadedText, Changes) {
  for (const char *Use : {"w[3] = ' ';",
                          "*w = ' ';",
                          "*(w + 3) = ' ';",
                          "w[3]++;",
                          "w++;",
                          "w += 14;",
                          "w = w + 14;",
                          "set(w);",
                          "memset(w + 3, ' ', 1);",
                          "memset(w, ' ', 1);",
                          "memcpy(w, \"x\", 1);",
                          "strcat(w, \"x\");",
                          "char *c = w; *c = ' ';",
                          "char *c; c = w + 3; *c = ' ';",
                          "for (char *c = w; *c; c++) if (*c == '1') *c = ' ';",
                          "char *c = strstr(w, \"x\");",
                          "char *c = strchr(w, 'x'); *c = 'y';",
                          "w = trim(w);",
                          "trim(w);",
                          "char *v = same(w); v[1] = 'x';",
                          "sprintf(w, \"x\");",
                          "w[3] = next();",
                          "char x = ' '; "
                          "w[2] = x;",
                          "CHANGE(w);",
                          "keep(w); last[2] = ' ';",
                          "char **a = &w; "
                          "(*a)[2] = ' ';",
                          "scanf(\"%s\", w);",
                          "w[3] ^= 1;",
                          "w = w ? w + 1 : w;"})
    EXPECT_NE(changed(host(Whole, Use)), "") << Use;
  EXPECT_NE(changed("#define EDIT w[3] = ' '\n" + host(Whole, "EDIT;")), "");
  EXPECT_NE(changed("#define EDIT(t) (t)[3] = ' '\n" + host(Whole, "EDIT(w);")),
            "");
}

TEST(LoadedText, PartsOfFiles) {
  const std::string Open =
      "FILE *f = fopen(n, \"r\"); char *b = calloc(1, 9999);";
  for (const char *Load :
       {"fseek(f, 14, SEEK_SET); fread(b, 1, z, f); return b;",
        "fgets(b, 99, f); fread(b, 1, z, f); return b;",
        "int c, i = 0; while ((c = fgetc(f)) != EOF) if (c != 'x') b[i++] = c; "
        "return b;",
        "char l[99]; while (fgets(l, 99, f)) strcat(b, l); return b;",
        "fread(b, 1, 14, f); fread(b, 1, z, f); return b;",
        "fread(b, 1, z, f); return b + 14;",
        "size_t z = ftell(f) - 14; fread(b, 1, z, f); return b;",
        "size_t z = ftell(f); z /= 2; fread(b, 1, z, f); return b;"})
    EXPECT_NE(changed(host(Open + Load)), "") << Load;
  EXPECT_EQ(loaded(host(Whole)).Most, std::nullopt);
  EXPECT_EQ(loaded(host(Whole, "w[14] = 0;")).Most, 14u);
  for (const char *One : {"1", "sizeof(char)", "sizeof (char)"})
    EXPECT_EQ(
        loaded(host(Open + "fread(b, " + One + ", 234, f); return b;")).Most,
        234u)
        << One;
  EXPECT_EQ(loaded(host("FILE *f = fopen(n, \"r\"); static char b[4096];"
                        "b[fread(b, 1, sizeof b - 1, f)] = 0; return b;"))
                .Most,
            4096u);
  EXPECT_EQ(loaded("int main() { char *s = loadText(\"k.cl\"); size_t n = 99;\n"
                   "clCreateProgramWithSource(c, 1, &s, &n, 0); }")
                .Most,
            99u);
}

TEST(LoadedText, Cpp) {
  const std::string ToString =
      "std::string load(const char *n) { std::ifstream f(n);\n"
      "std::stringstream b; b << f.rdbuf(); return b.str(); }\n";
  auto Program = [&](const std::string &Use) {
    return changed(ToString + "int main() { std::string t = load(\"k.cl\");\n" +
                       Use +
                       "cl::Program::Sources s(1, std::make_pair(t.c_str(), "
                       "t.length() + 1));\n"
                       "cl::Program p(context, s); p.build(d); }",
                   "host.cpp");
  };
  EXPECT_EQ(Program(""), "");
  EXPECT_EQ(Program("std::cout << t << std::endl;"), "");
  EXPECT_EQ(Program("if (t.empty()) return 1;"), "");
  for (const char *Use :
       {"t.replace(3, 1, \" \");", "t[3] = ' ';", "t = t.substr(14);",
        "t.erase(0, 14);", "for (char &c : t) if (c == '1') c = ' ';",
        "std::replace(t.begin(), t.end(), '1', ' ');", "t.insert(0, x);",
        "auto &r = t; r[3] = ' ';",
        "std::string *q = &t; q->clear();"
        " (*q)[2] = 'x';",
        "t.at(3) = ' ';", "char *c = t.data(); c[3] = ' ';",
        "auto edit = [&] { t[3] = ' '; }; edit();",
        "t = std::regex_replace(t, r, \"x\");", "t.pop_back();"})
    EXPECT_NE(Program(Use), "") << Use;
  EXPECT_EQ(changed("int main() { std::ifstream f(\"k.cl\");\n"
                    "std::string t(std::istreambuf_iterator<char>(f),\n"
                    "(std::istreambuf_iterator<char>()));\n"
                    "cl::Program p(t, true); }",
                    "host.cpp"),
            "");
  const std::string Stream =
      "int load(const char *n, std::string &out) { size_t z; char *b;\n"
      "std::fstream f(n, std::fstream::in);\n"
      "if (f.is_open()) { f.seekg(AT, std::fstream::end);\n"
      "z = (size_t)f.tellg(); f.seekg(0, std::fstream::beg);\n"
      "b = new char[z + 1]; if (!b) { f.close(); return 0; }\n"
      "f.read(b, z); f.close(); b[z] = '\\0'; out = b; delete[] b; }\n"
      "return 0; }\n"
      "int main() { std::string t; int status = load(\"k.cl\", t);\n"
      "const char *s = t.c_str(); size_t n[] = {strlen(s)};\n"
      "if (status != 0) return CHECK(status);\n"
      "clCreateProgramWithSource(c, 1, &s, n, &status); }";
  EXPECT_EQ(changed("#define AT 0\n" + Stream, "host.cpp"), "f");
  std::string Plain = Stream;
  Plain.replace(Plain.find("AT"), 2, "0");
  EXPECT_EQ(changed(Plain, "host.cpp"), "");
}

/// Methods change what they are called of.
TEST(LoadedText, Methods) {
  auto Program = [](const std::string &Use) {
    return changed(
        "class Loader { public: Loader() : text(\"\") {}\n"
        "bool open(const char *n) { std::ifstream f(n);\n"
        "std::stringstream b; b << f.rdbuf(); text = b.str(); return true; }\n"
        "void blank() { text.replace(3, 1, \" \"); }\n"
        "void print() const { std::cout << text; }\n"
        "const std::string &source() const { return text; }\n"
        "private: std::string text; };\n"
        "int main() { Loader l, other; l.open(\"k.cl\"); other.open(\"o\");\n" +
            Use +
            "const char *s = l.source().c_str(); size_t n[] = "
            "{l.source().size()};\n"
            "clCreateProgramWithSource(c, 1, &s, n, &e); }",
        "host.cpp");
  };
  EXPECT_EQ(Program(""), "");
  EXPECT_EQ(Program("l.print();"), "");
  EXPECT_EQ(Program("other.blank();"), "");
  EXPECT_NE(Program("l.blank();"), "");
  EXPECT_NE(Program("Loader *p = &l; p->blank();"), "");
  EXPECT_NE(Program("Loader &r = l; r.blank();"), "");
}

/// Values that a function, a macro or a pointer to one makes of the text.
TEST(LoadedText, Values) {
  auto Main = [](const std::string &Value, const std::string &Before = "") {
    return changed(host(Whole) + Before + "int other() { const char *s = " +
                   Value + "; clCreateProgramWithSource(c, 1, &s, 0, 0); }");
  };
  EXPECT_EQ(Main("load(\"k.cl\")"), "");
  EXPECT_EQ(Main("strdup(load(\"k.cl\"))"), "");
  EXPECT_EQ(Main("loadText(\"k.cl\")"), "");
  EXPECT_EQ(Main("loadText(PATH)"), "");
  EXPECT_EQ(Main("loadText(path)", "char path[99];"), "");
  const std::string Edit = "char *edit(char *x) { x[2] = ' '; return x; }\n";
  for (const char *Value :
       {"edit(load(\"k.cl\"))", "strdup(edit(load(\"k.cl\")))",
        "strdup(load(\"k.cl\") + 14)", "&load(\"k.cl\")[14]",
        "trim(load(\"k.cl\"))", "(*hook)(\"k.cl\")", "hooks[1](\"k.cl\")",
        "(edit)(load(\"k.cl\"))", "io.get(\"k.cl\")", "hook(\"k.cl\")",
        "index(load(\"k.cl\"), 10)", "LOAD(\"k.cl\")",
        "load(\"k.cl\") + atoi(n)"})
    EXPECT_NE(Main(Value, Edit + "#define LOAD(f) edit(load(f))\n"
                                 "char *(*hook)(const char *) = load2;\n"),
              "")
        << Value;
}

TEST(LoadedText, Limits) {
  auto Most = [](const std::string &Use) {
    return loaded(host(Whole, Use)).Most;
  };
  EXPECT_EQ(Most("if (strlen(w) > 342) exit(1);"), 342u);
  EXPECT_EQ(Most("size_t n = strlen(w); if (n >= 99) exit(1); "
                 "clCreateProgramWithSource(c, 1, &s, &n, 0);"),
            99u);
  EXPECT_NE(changed(host("FILE *f = fopen(n, \"r\"); fread(t->b, 1, "
                         "sizeof t->b, f); return t->b;")),
            "");
  EXPECT_NE(changed(host(Whole, "size_t n = MIN(strlen(w), 342); const char *s "
                                "= w; clCreateProgramWithSource(c, 1, &s, &n, "
                                "0);") +
                    "\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n"),
            "");
}

TEST(LoadedText, Files) {
  auto Open = [](const std::string &Use) {
    return changed(
        host("FILE *f = " + Use +
             "char *b = calloc(1, z); fread(b, 1, z, f); return b;"));
  };
  EXPECT_EQ(Open("fopen(n, \"r\");"), "");
  for (const char *Use :
       {"open_source(n);", "popen(n, \"r\");", "tmpfile();",
        "fopen(n, \"r\"); FILE *g = f; fgetc(g);", "fopen(n, \"r\"); skip(f);"})
    EXPECT_NE(Open(Use), "") << Use;
  EXPECT_EQ(changed(host("int f = open(n, 0); char *b = calloc(1, z);"
                         "read(f, b, z); return b;")),
            "");
  EXPECT_NE(changed(host("int f = open(n, 0); char *b = calloc(1, z);"
                         "read(f, h, 14); read(f, b, z); return b;")),
            "");
  EXPECT_NE(changed(host("int f = open(n, 0); lseek(f, 14, SEEK_SET);"
                         "char *b = calloc(1, z); read(f, b, z); return b;")),
            "");
  EXPECT_NE(changed("std::string load(const char *n) { std::ifstream f(n);\n"
                    "while (f.get() != 10); std::stringstream b;\n"
                    "b << f.rdbuf(); return b.str(); }\n"
                    "int main() { cl::Program p(c, load(\"k.cl\")); }",
                    "host.cpp"),
            "");
}

TEST(LoadedText, Programs) {
  auto Program = [](const std::string &Use) {
    return changed("int main() { std::string t = loadText(\"k.cl\");\n" + Use +
                       "}",
                   "host.cpp");
  };
  for (const std::string &Made :
       {std::string("auto p = std::make_shared<cl::Program>(c, t);"),
        std::string("std::vector<cl::Program> p; p.emplace_back(c, t);"),
        std::string("cl::Program p; p = {c, t};"),
        std::string("cl_program q = clCreateProgramWithSource(c, 1, &t, 0, 0); "
                    "cl::Program p{q};"),
        std::string("cl::Program *p = new cl::Program(c, t);")}) {
    EXPECT_EQ(Program(Made), "") << Made;
    EXPECT_NE(Program("t.erase(0, 14); " + Made), "") << Made;
  }
}

/// What one host does with the text that another loads, or builds.
TEST(LoadedText, SeveralHosts) {
  auto Both = [](const std::string &One, const std::string &Two) {
    ExprPool Pool;
    const HostFile F(HostSource{"one.c", One, ""}, Pool);
    const HostFile G(HostSource{"two.c", Two, ""}, Pool);
    const LoadedText L = loadedText({&F.Constants, &G.Constants});
    return L.Changed ? int(L.Changed->first) : -1;
  };
  const std::string Main = "char *load(const char *);\n"
                           "int main() { const char *s = load(\"k.cl\");\n"
                           "clCreateProgramWithSource(c, 1, &s, 0, 0); }";
  const std::string Load = "char *load(const char *n) {" + Whole + "}";
  EXPECT_EQ(Both(Main, Load), -1);
  EXPECT_EQ(Both(Main,
                 "char *load(const char *n) { FILE *f = fopen(n, \"r\");"
                 "fseek(f, 14, SEEK_SET); fread(b, 1, z, f); return b; }"),
            1);
  const std::string Build = "void build(const char *s) {\n"
                            "clCreateProgramWithSource(c, 1, &s, 0, 0); }";
  EXPECT_EQ(Both(Build, Load + "int main() { build(load(\"k.cl\")); }"), -1);
  EXPECT_EQ(Both(Build, Load + "int main() { build(load(\"k.cl\") + 14); }"),
            1);
  EXPECT_EQ(Both(Build, Load + "int main() { char *w = load(\"k.cl\");"
                               "w[3] = ' '; build(w); }"),
            1);
}

} // namespace
