#!/usr/bin/env python3
"""benchmarks/gpu/programs: lists of programs, and what it makes of their times, with
programs that only say what the timer would."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
GPU = HERE.parent.parent.parent / "benchmarks" / "gpu"
sys.path.insert(0, str(GPU))

import variants  # noqa: E402

PROGRAM = """#!/bin/sh
printf '_Z4turnPf\\t2x1x1 of 32x1x1\\t1000 3000 \\n' > $TIMER_EACH
printf '_Z4turnPf\\t9x1x1 of 32x1x1\\t{} {} \\n' >> $TIMER_EACH
"""


def script(path, text):
    path.write_text(text)
    path.chmod(0o755)


class Lists(unittest.TestCase):
    def test_a_line_names_sources_flags_and_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder).resolve() / "list"
            file.write_text("# none\n\nscan a/x.cu +a/b/y.cuh -- -DN=1 -- 5 6 -- 7\nplain z.cu\n")
            scan, plain = variants.read(file)
            self.assertEqual(scan.folder, file.parent / "a")
            self.assertEqual((scan.sources, scan.included),
                             ([pathlib.Path("x.cu")], [pathlib.Path("b/y.cuh")]))
            self.assertEqual((scan.flags, scan.runs), (["-DN=1"], [["5", "6"], ["7"]]))
            self.assertEqual((plain.flags, plain.runs), ([], [[]]))


class Times(unittest.TestCase):
    def test_the_shape_that_takes_most_of_the_original_is_told(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            script(folder / "nvidia-smi", "#!/bin/sh\necho Chip, 9.0\n")
            for variant, time in (("orig", 8000), ("fixed", 4000)):
                script(folder / variant, PROGRAM.format(time, time))
            (folder / "manifest.json").write_text(json.dumps({"arch": "sm_90", "programs": [
                {"name": "p", "variant": variant, "program": variant, "runs": [["1"], ["2"]]}
                for variant in ("orig", "fixed")]}))
            subprocess.run([sys.executable, GPU / "programs", f"--programs={folder}",
                            f"--output={folder / 'times.csv'}", "--turns=2"], check=True,
                           stdout=subprocess.DEVNULL,
                           env={**os.environ, "PATH": f"{name}:{os.environ['PATH']}"})
            with (folder / "times.csv").open() as file:
                rows = sorted((row["variant"], row["shape"], row["launches"], row["min_us"])
                              for row in csv.DictReader(file))
            self.assertEqual(rows, [("fixed", "9x1x1 of 32x1x1", "8", "4.00"),
                                    ("orig", "9x1x1 of 32x1x1", "8", "8.00")])


if __name__ == "__main__":
    unittest.main()
