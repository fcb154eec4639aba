#!/usr/bin/env python3
"""Each structure check, on small trees that keep its rule and that break it."""

import pathlib
import tempfile
import unittest

import advice
import coverage
import definitions
import layers
import sizes
import vacuous
import words

TABLE = """
| layer | holds | may include |
|---|---|---|
| `Target` | models | - |
| `Kernel` | programs | - |
| `Analysis` | counts | `Target`, `Kernel` |
| `Report` | texts | `Analysis` |
| `Driver` | the order of the steps | all |
"""


def problems(check, contents):
    """What the check says of a tree with the given {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for name, text in contents.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return list(check(root))


def include_problems(path, include, **others):
    contents = {"lib/README.md": TABLE, path: f"#include {include}\n", **others}
    return problems(layers.check, contents)


class Layers(unittest.TestCase):
    def accept(self, path, include, **others):
        self.assertEqual(include_problems(path, include, **others), [])

    def reject(self, path, include, **others):
        self.assertEqual(len(include_problems(path, include, **others)), 1)

    def test_a_layer_includes_those_its_row_names(self):
        self.accept("lib/Report/A.cpp", '"bankfix/Report/A.h"')
        self.accept("lib/Report/A.cpp", '"bankfix/Analysis/A.h"')
        self.accept("lib/Report/A.cpp", '"bankfix/Kernel/A.h"')
        self.accept("lib/Driver/A.cpp", '"bankfix/Report/A.h"')
        self.reject("lib/Target/A.cpp", '"bankfix/Kernel/A.h"')
        self.reject("include/bankfix/Analysis/A.h", '"bankfix/Report/A.h"')

    def test_the_core_knows_nothing_of_clang(self):
        self.accept("lib/Driver/A.cpp", '"clang/AST/Decl.h"')
        self.reject("lib/Kernel/A.cpp", '"clang/AST/Decl.h"')
        self.reject("lib/Kernel/A.cpp", "<clang/AST/Decl.h>")
        self.accept("lib/Kernel/A.cpp", '"llvm/ADT/StringRef.h"')
        self.reject("lib/Kernel/A.cpp", '"llvm/IR/Function.h"')

    def test_private_headers_stay_in_their_layer(self):
        self.accept("lib/Kernel/A.cpp", '"B.h"', **{"lib/Kernel/B.h": ""})
        self.accept("lib/Kernel/Sub/A.cpp", '"../B.h"', **{"lib/Kernel/B.h": ""})
        self.reject("lib/Kernel/A.cpp", '"../Target/B.h"', **{"lib/Target/B.h": ""})
        self.reject("lib/Kernel/Sub/A.cpp", '"../../Target/B.h"', **{"lib/Target/B.h": ""})

    def test_a_strategy_is_named_at_home(self):
        def found(path):
            return problems(layers.check_strategies, {path: "auto S = StrategyKind::PadRow;"})
        self.assertEqual(found("lib/Layout/Strategies/PadRow.cpp"), [])
        self.assertEqual(len(found("lib/Report/Wording.cpp")), 1)

    def test_every_folder_is_a_layer(self):
        self.reject("lib/Helpers/A.cpp", "<vector>")


ROOMS = """
| room | answers | may include |
|---|---|---|
| `Text` | words | - |
| `Read` | files | `Text` |
"""


class Rooms(unittest.TestCase):
    def found(self, path, include):
        return problems(layers.check, {"lib/README.md": TABLE, "lib/Report/README.md": ROOMS,
                                       path: f'#include "{include}"\n'})

    def test_a_room_includes_those_its_row_names(self):
        self.assertEqual(self.found("lib/Report/Read/A.cpp", "Text/B.h"), [])
        self.assertEqual(self.found("lib/Report/Read/A.cpp", "Read/B.h"), [])
        self.assertEqual(len(self.found("lib/Report/Text/A.cpp", "Read/B.h")), 1)

    def test_every_folder_is_a_room(self):
        self.assertEqual(len(self.found("lib/Report/Attic/A.cpp", "Text/B.h")), 1)


class Sizes(unittest.TestCase):
    def found(self, text):
        path = "lib/A/A.cpp"
        return [found for found in problems(sizes.check, {path: text}) if found.startswith(path)
                and "no exception" not in found]

    def function(self, lines, parameters="int A"):
        return f"static int f({parameters}) {{\n" + "  g();\n" * (lines - 2) + "}\n"

    def test_functions_of_at_most_60_lines(self):
        self.assertEqual(self.found(self.function(60)), [])
        self.assertEqual(len(self.found(self.function(61))), 1)
        inside = "struct S {\n" + self.function(61).replace("\n", "\n  ").rstrip(" ") + "};\n"
        self.assertEqual(len(self.found(inside.replace("{\nstatic", "{\n  static"))), 1)

    def test_statements_are_no_functions(self):
        body = "  if (auto X = g();\n      X.is()) {\n" + "    h();\n" * 70 + "  }\n"
        self.assertEqual(len(self.found("int f() {\n" + body + "}\n")), 1)

    def test_at_most_7_parameters(self):
        seven = ", ".join(f"std::map<int, int> A{i}" for i in range(7))
        self.assertEqual(self.found(self.function(3, seven)), [])
        self.assertEqual(len(self.found(self.function(3, seven + ",\n    int B"))), 1)

    def test_at_most_20_data_members(self):
        def record(members):
            return ("struct S : T {\n  using U = int;\n  int f(int, int) const;\n"
                    + "".join(f"  std::map<int, int> A{i} = {{}}, B{i}; ///< It.\n"
                              for i in range(members // 2)) + "  int g() {\n    int X;\n  }\n};\n")
        self.assertEqual(self.found(record(20)), [])
        self.assertEqual(len(self.found(record(22))), 1)
        inner = "  struct V {\n    int X, Y;\n  };\n"
        self.assertEqual(self.found(record(20).replace("  using", inner + "  using", 1)), [])

    def test_exceptions_are_needed(self):
        self.assertIn("is no exception any more", " ".join(problems(sizes.check, {})))


class Words(unittest.TestCase):
    def accept(self, text):
        self.assertEqual(problems(words.check, {"docs/a.md": text}), [])

    def reject(self, text):
        self.assertEqual(len(problems(words.check, {"docs/a.md": text})), 1)

    def test_no_path_of_one_machine(self):
        self.reject("see /" + "work/main")
        self.reject("-I/home/ada/include")
        self.accept("see /usr/bin, docs/" + "work/a and ${prefix}/" + "root/a")

    def test_no_notes_to_oneself(self):
        self.reject("// TODO: the rest")
        self.accept("mktemp /tmp/a.XXXXXX")

    def test_the_top_folder_too(self):
        self.assertEqual(len(problems(words.check, {"README.md": "FIXME"})), 1)


class Coverage(unittest.TestCase):
    def accept(self, entry, test):
        self.assertEqual(self.found(entry, test), [])

    def reject(self, entry, test):
        self.assertEqual(len(self.found(entry, test)), 1)

    def found(self, entry, test):
        table = f'#ifndef R\n#error "define R"\n#endif\n\n{entry}\n#undef R\n'
        return problems(coverage.check, {
            "lib/Layout/Refusals.def": table, "test/unit/A.cpp": test})

    def test_every_text_is_shown(self):
        self.accept('R(A, "its address escapes")', '"its address escapes"')
        self.reject('R(A, "its address escapes")', '"its address"')
        self.reject('R(A, "one")\nR(B, "two")', '"one"')

    def test_placeholders_do_not_count(self):
        self.accept('''R(A, "'{0}' depends on its size", true)''', "'a' depends on its size")
        self.reject('''R(A, "'{0}' depends on its size", true)''', "'a' depends")

    def test_texts_broken_over_lines(self):
        self.accept('R(A,\n  "one "\n  "two", true)', '"one "\n    "two"')
        self.reject('R(A,\n  "one "\n  "two", true)', '"one "')

    def test_a_table_that_cannot_be_read(self):
        self.reject("R(A)", "")


class Advice(unittest.TestCase):
    def found(self, entry):
        """What is wrong with one more row; the rows that have names are not there."""
        found = problems(advice.check, {"lib/Layout/Refusals.def": f"{entry}\n"})
        return [problem for problem in found if "is no row" not in problem]

    def test_a_reason_says_what_to_change(self):
        self.assertEqual(self.found('R(New, "line {0}: it is unbounded; index it by row")'), [])
        self.assertEqual(self.found('R(New, "its rows are not known; --assume tells them")'), [])
        self.assertEqual(len(self.found('R(New, "its rows are not known")')), 1)
        self.assertEqual(len(self.found('R(New, "it gives no size that is known")')), 1)

    def test_the_lists_only_shrink(self):
        self.assertEqual(self.found('R(OneMode, "it has no rows")'), [])
        self.assertEqual(len(self.found('R(OneMode, "it has no rows; write them")')), 1)
        gone = problems(advice.check, {"lib/Layout/Refusals.def": 'R(OneMode, "it has none")\n'})
        self.assertIn("advice.py: there is no row NoGain any more", gone)


class Vacuous(unittest.TestCase):
    def accept(self, run):
        self.assertEqual(problems(vacuous.check, {"test/bankfix/a.cu": f"// RUN: {run}\n"}), [])

    def reject(self, run):
        found = problems(vacuous.check, {"test/bankfix/a.cu": f"// RUN: {run}\n"})
        self.assertEqual(len(found), 1)

    def test_a_source_does_not_match_its_own_comments(self):
        self.reject("FileCheck %s < %t.cu")
        self.reject("%FileCheck --check-prefix=FIXED %s < %t.cl")
        self.reject("FileCheck %s --input-file=%t/one/k.cuh --check-prefix=K")
        self.reject("cat %t.cu | FileCheck %s")
        self.accept("%code %t.cu | FileCheck %s")
        self.accept("FileCheck %s < %t.out")
        self.accept("%bankfix check %t.cu | FileCheck %s")


class Definitions(unittest.TestCase):
    def found(self, other):
        return len(problems(definitions.check, {
            "lib/A/A.h": "namespace bankfix {\n\nstruct Outcome {\n};\n\n} // namespace bankfix\n",
            "lib/B/B.cpp": other}))

    def test_a_type_is_defined_once(self):
        self.assertEqual(self.found("struct Outcome {\n  int A;\n};\n"), 1)
        self.assertEqual(self.found("class Outcome final : public Base {\n};\n"), 1)
        self.assertEqual(self.found("enum class Outcome : char { Good };\n"), 1)
        self.assertEqual(self.found("struct Outcomes {\n};\n"), 0)

    def test_what_is_no_second_definition(self):
        self.assertEqual(self.found("namespace {\n\nstruct Outcome {\n};\n\n} // namespace\n"), 0)
        self.assertEqual(self.found("struct Outcome;\n"), 0)
        self.assertEqual(self.found("struct Outcome::Part {\n};\n"), 0)
        self.assertEqual(self.found("struct Outcome made() {\n}\n"), 0)


if __name__ == "__main__":
    unittest.main()
