#!/usr/bin/env python3
"""What the random tests compare with does find what is wrong: hosts and kernels of
which that is known."""

import collections
import pathlib
import sys
import tempfile
import unittest

import compare
import configurations
import every_build
import families
import native
import recorded

CLANG = "clang++-22"
HOST = """\
#include <CL/cl.h>
int main(void) {
  const char *source = "";
  cl_program program = clCreateProgramWithSource(0, 1, &source, NULL, NULL);
  clBuildProgram(program, 0, NULL, "-DN=64", NULL, NULL);
  cl_kernel k = clCreateKernel(program, "k0", NULL);
  cl_mem out = clCreateBuffer(0, 0, 256, NULL, NULL), in = clCreateBuffer(0, 0, 256, NULL, NULL);
  int n = 7;
  clSetKernelArg(k, 0, sizeof(cl_mem), &out);
  clSetKernelArg(k, 1, sizeof(cl_mem), &in);
  clSetKernelArg(k, 2, 64 * sizeof(cl_float), NULL);
  clSetKernelArg(k, 3, sizeof(int), &n);
  size_t local[2] = {16, 4}, global[2] = {32, 4};
  clEnqueueNDRangeKernel(0, k, 2, NULL, global, local, 0, NULL, NULL);
  return 0;
}
"""
KERNEL = """\
__kernel void k0(__global unsigned *out, __global const unsigned *in, __local float *a, int n) {
  int t = get_local_id(1) * 16 + get_local_id(0);
  a[(t + 1) % N] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_group_id(0) * 64 + t] = (unsigned)a[t] * n;
}
"""
BUILDS = """\
#if __CUDA_ARCH__ >= 900
#define AT(i) (%s)
#else
#define AT(i) (i)
#endif
__global__ void k0(unsigned *out, const unsigned *in, int n, int m) {
  __shared__ unsigned a[32];
  a[AT(threadIdx.x)] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x ^ 1];
}
void launch_k0(unsigned *out, const unsigned *in, int m) {
  k0<<<1, 32>>>(out, in, 1, m);
}
"""


class Relying(unittest.TestCase):
    """Fixes that rely on rows that accesses leave are found, and only those."""

    SAID = {"arrays": [
        {"name": "a", "fix": {"relies_on": [{"condition": "tx < 32"}]}},
        {"name": "b", "fix": {"relies_on": [{"condition": "ty < 32"}]}},
        {"name": "c", "fix": {"strategy": "pad-row", "summary": "c[4][4] -> c[4][5]"}},
        {"name": "d", "fix": None}]}

    def test_only_what_is_left(self):
        found = list(compare.relying("k0", self.SAID, {"a": False, "c": False, "d": False}, False))
        self.assertEqual([d.kind for d in found], ["relies"])
        self.assertIn("tx < 32", found[0].text)

    def test_proofs_of_any_launch(self):
        found = list(compare.relying("k0", self.SAID, {"c": True, "d": False}, True))
        self.assertEqual([d.kind for d in found], ["relies"])
        self.assertIn("c[4][5]", found[0].text)


class Planned(unittest.TestCase):
    """What a fix saves is what was planned; of arrays that hosts size, more is saved
    where the emulator is the host."""

    ACCESS = {"certainty": "exact", "per_iteration": False}

    def found(self, space, saved):
        fix = {"strategy": "index-macro"}
        said = {"arrays": [{"name": "a", "space": space, "fix": None},
                           {"name": "b", "space": "static", "fix": fix}],
                "accesses": [self.ACCESS], "totals": {"wavefronts": 19},
                "after": {"wavefronts": 13}}
        ran = {"arrays": [{"name": n, "fix": fix, "refused": []} for n in "ab"],
               "before": {"accesses": [{"wavefronts": 40}]},
               "after": {"accesses": [{"wavefronts": 40 - saved}]}}
        return [d.kind for d in compare.planned("k0", said, ran, True, lambda: True)]

    def test_a_host_may_save_more(self):
        self.assertEqual(self.found("argument", 21), [])
        self.assertEqual(self.found("argument", 6), [])
        self.assertEqual(self.found("argument", 5), ["planned"])

    def test_nothing_else_does(self):
        self.assertEqual(self.found("static", 6), [])
        self.assertEqual(self.found("static", 21), ["planned"])


class Scratch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name)
        cls.machine = recorded.Machine(native.Native(CLANG, cls.scratch, 60))

    def write(self, name, text):
        path = self.scratch / name
        path.write_text(text)
        return path


class RecordedTest(Scratch):
    def did(self, host=HOST):
        return self.machine.record(self.write("host.c", host))

    def test_records_what_a_host_does(self):
        did = self.did()
        self.assertEqual(did.options, "-DN=64")
        launch, = did.launches
        self.assertEqual((launch.kernel, launch.local, launch.groups), ("k0", (16, 4, 1), (2, 1, 1)))
        self.assertEqual(launch.bytes, {2: 256})
        self.assertEqual(launch.arguments[3], ("value", 7))

    def test_kernel_runs_as_recorded(self):
        result, = self.machine.results(self.write("k.cl", KERNEL), self.did())["k0"]
        other = self.machine.results(self.write("k.cl", KERNEL.replace("* n", "* 7")), self.did())
        self.assertEqual([result], other["k0"])
        other = self.machine.results(self.write("k.cl", KERNEL.replace("* n", "* 8")), self.did())
        self.assertNotEqual([result], other["k0"])

    def test_one_element_too_many_is_seen(self):
        source = self.write("k.cl", KERNEL.replace("% N", ""))
        result, = self.machine.results(source, self.did())["k0"]
        self.assertEqual(result, "writes 0 bytes behind local argument 0")

    def test_size_too_small_is_seen(self):
        did = self.did(HOST.replace("64 * sizeof", "60 * sizeof"))
        result, = self.machine.results(self.write("k.cl", KERNEL), did)["k0"]
        self.assertIn("behind local argument 0", result)

    def test_failures_are_told(self):
        with self.assertRaises(recorded.Failed):
            self.machine.record(self.write("host.c", "int main(void) { return 3; }"))


class EveryBuildTest(Scratch):
    def found(self, original, fixed):
        kernel = families.family("cuda+builds").generate("1", 0)
        kernel.name = "k0"
        self.tally = collections.Counter()
        checker = every_build.EveryBuild(self.machine.runner, self.tally)
        return [d.text for d in checker.disagreements(
            [kernel], self.write("o.cu", BUILDS % original), self.write("f.cu", BUILDS % fixed))]

    def test_a_build_that_differs_is_named(self):
        found = self.found("i", "i ^ 2")
        self.assertTrue(found)
        self.assertTrue(all("computes something else, with -D__CUDA_ARCH__=900" in text
                            for text in found))
        self.assertEqual(self.tally["builds compared"], len(configurations.ARCHITECTURES))

    def test_a_subscript_beyond_its_dimension_is_seen(self):
        self.assertIn("exits with", self.found("i", "i == 5 ? 32 : i")[0])

    def test_equal_results_are_no_disagreement(self):
        self.assertEqual(self.found("i", "i + 0"), [])

    def test_hints_of_nvcc_compile(self):
        text = (BUILDS % "i").replace("  a[AT", "  __assume(n < 9);\n  a[AT")
        failure, _ = self.machine.runner.results(
            self.write("hint.cu", text), ("-D__CUDA_ARCH__=800",), every_build.PARAMETER)
        self.assertEqual(failure, "")

    def test_only_assertions_of_bankfix_may_stop_a_build(self):
        self.assertTrue(every_build.stopped("a.cu:3:1: error: static assertion failed: bankfix: x\n"))
        self.assertFalse(every_build.stopped("a.cu:3:1: error: no member named 'x'\n"))
        self.assertFalse(every_build.stopped("a.cu:3:1: error: static assertion failed: bankfix: x\n"
                                             "a.cu:4:1: error: no member named 'x'\n"))
        self.assertFalse(every_build.stopped("exits with -11"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
