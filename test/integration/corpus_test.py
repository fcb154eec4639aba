#!/usr/bin/env python3
"""benchmarks/corpus: how a rewritten file is compiled, and what of it counts."""

import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "benchmarks" / "corpus"))

import rewriting  # noqa: E402
from processes import Run  # noqa: E402
from sources import Source  # noqa: E402


class Folder(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)

    def source(self, name, text):
        path = pathlib.Path(self.scratch.name) / name
        path.write_text(text)
        return Source(path, name, ())


class Settings(Folder):
    def of(self, text):
        return rewriting.settings(self.source("a.cu", text))

    def test_guarded_number_is_doubled_and_halved(self):
        self.assertEqual(self.of("#ifndef N\n#define N 32\n#endif\n"), ["-DN=16", "-DN=64"])
        self.assertEqual(self.of("#if !defined(N) // rows\n\n#define N (32u) // of them\n#endif"),
                         ["-DN=16", "-DN=64"])

    def test_flag_is_set_and_taken_back(self):
        self.assertEqual(self.of("# ifndef F\n#  define F 0\n# endif\n"), ["-DF=1"])
        self.assertEqual(self.of("#ifndef F\n#define F 1\n#endif\n"), ["-DF=0", "-DF=2"])

    def test_other_definitions_are_left_alone(self):
        self.assertEqual(self.of("#define N 32\n"), [])
        self.assertEqual(self.of("#ifndef A_H\n#define A_H\n#define N 32\n#endif\n"), [])
        self.assertEqual(self.of("#ifndef N\n#define N M\n#endif\n"), [])
        self.assertEqual(self.of("// #ifndef N\n// #define N 32\n"), [])


class Units(Folder):
    def test_header_is_compiled_as_what_includes_it(self):
        header = self.source("h.cuh", "")
        self.source("a.cu", '#include "h.cuh"\n')
        self.source("b.cu", '#include "other.h.cuh"\n')
        self.assertEqual([unit.path.name for unit in rewriting.units(header)], ["a.cu"])

    def test_header_of_nobody_is_compiled_alone(self):
        header = self.source("h.cuh", "")
        self.assertEqual(rewriting.units(header), [header])


class Assertions(unittest.TestCase):
    OWN = 'a.cu(3): error: static assertion failed with "bankfix: rows of \'s\'"\n'
    OTHER = "a.cu(9): error: identifier \"f\" is undefined\n"
    OPENCL = "a.cl:1:9: error: 'bankfix_requires_s' declared as an array with a negative size\n"

    def test_own_ones_alone_count(self):
        for errors, counts in ((self.OWN, True), (self.OPENCL, True), (self.OTHER, False),
                               (self.OWN + self.OTHER, False), ("", False)):
            with self.subTest(errors):
                self.assertEqual(rewriting.is_asserted(Run(1, 0, 0, False, "", errors)), counts)


if __name__ == "__main__":
    unittest.main()
