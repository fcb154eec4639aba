"""Sources of any size, in one direction each."""

import dataclasses
import typing


@dataclasses.dataclass
class Kind:
    name: str
    first: int  # size of the first step
    text: typing.Callable


def kernel(name, body):
    return (f"__global__ void {name}(float *out) {{\n  __shared__ float t[32][32];\n"
            f"  int x = threadIdx.x, y = threadIdx.y;\n{body}}}\n\n")


TRANSPOSE = "  t[y][x] = out[x];\n  __syncthreads();\n  out[x] = t[x][y];\n"


def accesses(size):
    return kernel("k", "".join(f"  t[y][(x + {n}) & 31] = out[x + {n}];\n" for n in range(size)))


def instances(size):
    return ("template <int N> " + kernel("k", TRANSPOSE.replace("out[x];", "out[x + N];"))
            + "void host(float *out) {\n"
            + "".join(f"  k<{n}><<<1, dim3(32, 32)>>>(out);\n" for n in range(size)) + "}\n")


def iterations(size):
    return kernel("k", f"  for (int i = 0; i < {size}; ++i)\n    t[(x + i * i) & 31][y] += 1;\n")


def kernels(size):
    return "".join(kernel(f"k{n}", TRANSPOSE) for n in range(size))


def clean(size):
    """Kernels without conflicts, with much text that is not theirs."""
    filler = "".join(f"// line {n} of a comment that makes a kernel's text as long as usual\n"
                     for n in range(6))
    return "".join(filler + kernel(f"k{n}", TRANSPOSE.replace("t[x][y]", "t[y][x]"))
                   for n in range(size))


KINDS = [Kind("accesses", 32, accesses), Kind("instances", 8, instances),
         Kind("iterations", 256, iterations), Kind("conflicts", 16, kernels),
         Kind("clean", 64, clean)]
