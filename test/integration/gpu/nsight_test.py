#!/usr/bin/env python3
"""benchmarks/gpu, on a hand-written report in Nsight Compute's format, and on what
it printed of an H100."""

import gzip
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent.parent / "benchmarks" / "gpu"))

import accesses  # noqa: E402
import nsight  # noqa: E402


REAL = HERE.parent.parent / "hardware" / "h100" / "nsight"

# Of examples/transpose.cu: 1,024 blocks of 8 warps, loops unrolled by four.
TRANSPOSE = 4 * [(19, "store", 4, 8192, 8192, 8192)] + \
    4 * [(26, "load", 4, 8192, 262144, 8192)]


def source_page():
    return (HERE / "source-page.csv").read_text().splitlines()


def access(line, operation, bytes_, requests, wavefronts, **others):
    return {"line": line, "op": operation, "bytes": bytes_, "requests": requests,
            "wavefronts": wavefronts, "ideal": requests, "certainty": "exact", **others}


def compared(*checked, traced=(), grids={"column": 2}):
    results = accesses.compare("a.cu", list(nsight.instructions(source_page())), grids,
                               [{"name": "column", "accesses": checked}],
                               [{"name": "column", "accesses": traced}])
    return list(results)


class Reading(unittest.TestCase):
    def test_shared_memory_instructions_with_their_lines(self):
        found = [(i.line, i.operation, i.bytes, i.executed, i.wavefronts, i.ideal)
                 for i in nsight.instructions(source_page()) if i.function.startswith("column")]
        self.assertEqual(found, [(7, "store", 4, 64, 64, 64), (9, "load", 4, 64, 2048, 64),
                                 (11, "load", 16, 2, 8, 8)])

    def test_each_function_has_its_own(self):
        other = [i for i in nsight.instructions(source_page())
                 if nsight.kernel_name(i.function) == "counters"]
        self.assertEqual([(i.operation, i.executed) for i in other], [("atomic", 1)])

    def test_a_page_without_the_counters_is_an_error(self):
        page = ['"File Path","a.cu"', '"Line No","Address","Source","Instructions Executed"']
        with self.assertRaisesRegex(ValueError, "no column 'L1 Wavefronts Shared'"):
            list(nsight.instructions(page))

    def test_instructions(self):
        self.assertEqual(nsight.decoded("LDS R5, [R0+UR4] "), ("load", 4))
        self.assertEqual(nsight.decoded("@!P0 STS.U8 [R0], R1"), ("store", 1))
        self.assertEqual(nsight.decoded("  LDS.U.128 R4, [R8]"), ("load", 16))
        self.assertEqual(nsight.decoded("ATOMS.POPC.INC.32 RZ, [R0]"), ("atomic", 4))
        self.assertEqual(nsight.decoded("LDSM.16.M88.4 R4, [R2]")[0], "matrix")
        self.assertIsNone(nsight.decoded("LDG.E R5, [R2.64]"))
        self.assertIsNone(nsight.decoded("LDSX R1"))

    def test_predicated_opcodes(self):
        self.assertEqual(nsight.decoded("@!P1 LDS R4, [R2]"), ("load", 4))
        self.assertEqual(nsight.decoded("@P0 STS.128 [R2], R4"), ("store", 16))
        self.assertEqual(nsight.opcode("@!P1 LDS.64 R4, [R2]"), "LDS.64")
        self.assertEqual(nsight.opcode("LDS.64 R4, [R2]"), "LDS.64")

    def test_a_real_page_with_two_columns_of_that_name(self):
        page = (REAL / "transpose-source.csv").read_text().splitlines()
        found = [(i.line, i.operation, i.bytes, i.executed, i.wavefronts, i.ideal)
                 for i in nsight.instructions(page)]
        self.assertEqual(found, TRANSPOSE)

    def test_a_real_page_of_many_kernels(self):
        page = gzip.open(REAL / "kernels-source.csv.gz", "rt").read().splitlines()
        found = {(nsight.kernel_name(i.function), i.operation) for i in nsight.instructions(page)}
        self.assertGreaterEqual({kernel for kernel, _ in found}, {
            "stride1", "stride2", "stride32", "stride33", "bytes", "shorts", "doubles",
            "vectors", "broadcast", "neighbours", "halfColumn", "counters"})
        self.assertIn(("counters", "atomic"), found)

    def test_an_instruction_that_is_printed_twice_is_one(self):
        with gzip.open(REAL / "kernels-source.csv.gz", "rt") as page:
            found = [(i.text.split()[0], i.executed, i.wavefronts)
                     for i in nsight.instructions(page.read().splitlines())
                     if i.function.startswith("neighbours")]
        self.assertEqual(found, [("STS.128", 1, 8), ("STS.128", 1, 8), ("LDS.128", 1, 8)])

    def test_a_real_raw_page(self):
        sizes = nsight.grid_sizes((REAL / "transpose-raw.csv").read_text().splitlines())
        self.assertEqual(sizes, {"transpose": 1024})

    def test_names(self):
        self.assertEqual(nsight.kernel_name("column(int *, int)"), "column")
        self.assertEqual(nsight.kernel_name("void f<(int)32, float (*)(int)>(T1 *)"), "f")
        self.assertEqual(nsight.kernel_name("void a::b<int>::g(int)"), "g")

    def test_numbers(self):
        self.assertEqual([nsight.number(t) for t in ("1,024", "-", "", "3.0")], [1024, 0, 0, 3])

    def test_grids(self):
        page = ["==PROF== Connected", '"ID","Kernel Name","launch__grid_size"', '"","",""',
                '"0","column(int *, int)","2"', '"1","void t<(int)2>(int *)","1,024"']
        self.assertEqual(nsight.grid_sizes(page), {"column": 2, "t": 1024})


class Comparing(unittest.TestCase):
    def test_the_same_counts_for_each_block(self):
        result, = compared(access(9, "load", 4, 32, 1024), traced=[access(9, "load", 4, 32, 1024)])
        self.assertEqual((result.form, result.measured, result.static, result.traced),
                         ("source", 2048, 1024, 1024))
        self.assertTrue(result.agrees)

    def test_other_counts(self):
        result, = compared(access(9, "load", 4, 32, 32))
        self.assertIs(result.agrees, False)
        result, = compared(access(9, "load", 4, 32, 1024), traced=[access(9, "load", 4, 32, 32)])
        self.assertIs(result.agrees, False)

    def test_what_the_compiler_merged(self):
        merged = {"bytes": 16, "wavefronts": 4, "ideal": 4}
        result, = compared(access(11, "load", 4, 4, 4, merged=merged))
        self.assertEqual((result.form, result.static), ("merged", 4))
        self.assertTrue(result.agrees)

    def test_what_cannot_be_compared_is_not(self):
        result, = compared(access(11, "load", 4, 4, 4))
        self.assertEqual(result.form, "issued as 2 of 16 bytes")
        self.assertIsNone(result.agrees)
        result, = compared(access(9, "load", 4, 16, 512))
        self.assertIsNone(result.agrees)
        result, = compared({"line": 9, "op": "load", "bytes": 4, "certainty": "unknown"})
        self.assertIsNone(result.agrees)


if __name__ == "__main__":
    unittest.main()
