#!/usr/bin/env python3
"""exits.py STATUS COMMAND...: runs COMMAND and succeeds if it exits with STATUS.

bankfix says "there is something to fix" by 1 and "this cannot be done" by 2,
which `not` does not tell apart.
"""

import subprocess
import sys

expected, command = int(sys.argv[1]), sys.argv[2:]
status = subprocess.run(command, check=False).returncode
if status != expected:
    sys.exit(f"exits.py: expected status {expected}, not {status}, of: {' '.join(command)}")
