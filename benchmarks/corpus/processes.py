"""Running one program: its output, time and memory, within a limit.

Times are the processor's, so that they are the same on a machine that has other
work to do.
"""

import dataclasses
import math
import os
import resource
import signal
import subprocess
import tempfile
import threading


@dataclasses.dataclass
class Run:
    """What became of a process; `status` is negative where a signal ended it."""

    status: int
    seconds: float  # of the processor
    megabytes: float  # the largest resident size
    hung: bool
    output: str
    errors: str

    @property
    def crashed(self):
        # 0, 1 and 2 are bankfix's exit statuses (and a compiler's 0 and 1).
        return not self.hung and self.status not in (0, 1, 2)


def run(command, limit):
    """Runs `command` for at most `limit` seconds; never raises for what it does.

    The limit is on processor time, and a process that waits may take ten times as long.
    """
    def limited():
        whole = math.ceil(limit)
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 5))

    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([str(word) for word in command], stdout=output,
                                   stderr=errors, stdin=subprocess.DEVNULL,
                                   preexec_fn=limited)
        over = threading.Event()

        def stop():
            over.set()
            os.kill(process.pid, 9)

        # wait4 alone tells this child's memory; it has no limit of its own.
        timer = threading.Timer(10 * limit, stop)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        seconds = usage.ru_utime + usage.ru_stime
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -signal.SIGXCPU or seconds > limit:
            over.set()
        texts = []
        for stream in (output, errors):
            stream.seek(0)
            texts.append(stream.read().decode(errors="replace"))
        return Run(process.returncode, seconds, usage.ru_maxrss / 1024,
                   over.is_set(), *texts)
