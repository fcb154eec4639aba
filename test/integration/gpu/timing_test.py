#!/usr/bin/env python3
"""benchmarks/gpu/time: what it reads and how it compares, without a GPU."""

import pathlib
import sys
import unittest
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent.parent / "benchmarks" / "gpu"))

import timing  # noqa: E402


def times(version, values, **others):
    return timing.Times("k", version, values, **others)


class Timing(unittest.TestCase):
    def test_reads_what_the_timer_prints(self):
        self.assertEqual(timing.launches("x\ntime 1500.0 ns\ntime 2000.5 ns\n time 3 ns\n"),
                         [1500.0, 2000.5])

    def test_a_ratio_is_of_medians_with_its_interval(self):
        fast = list(timing.compared([times("original", [200, 210, 220, 230, 900]),
                                     times("expert", [100, 105, 110, 115, 500])]))[1]
        self.assertAlmostEqual(fast.ratio, 2)
        self.assertLessEqual(fast.low, 2)
        self.assertGreaterEqual(fast.high, 2)
        self.assertLess(fast.low, fast.high)

    def test_equal_times_have_no_interval(self):
        same = list(timing.compared([times("original", [5, 5]), times("bankfix", [5, 5])]))[1]
        self.assertEqual((same.low, same.ratio, same.high), (1, 1, 1))

    def test_versions_without_times_are_left_out(self):
        self.assertEqual(list(timing.compared([times("original", [])])), [])

    def test_the_table_tells_of_other_results(self):
        ratios = list(timing.compared([times("original", [4.0]),
                                       times("bankfix", [2.0], same=False)]))
        self.assertIn("2.000", timing.table(ratios))
        self.assertIn("OTHER RESULTS", timing.table(ratios).splitlines()[-1])

    def test_the_chart_is_xml_with_a_mark_for_each_version(self):
        ratios = list(timing.compared([times("original", [4.0]), times("bankfix", [2.0]),
                                       times("expert", [3.0])]))
        root = xml.etree.ElementTree.fromstring(timing.chart(ratios, "a < b"))
        self.assertEqual(len(root.findall("{http://www.w3.org/2000/svg}circle")), 2)


if __name__ == "__main__":
    unittest.main()
