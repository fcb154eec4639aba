"""How CUDA and OpenCL spell the same things."""


class Cuda:
    name = "cuda"
    suffix = ".cu"
    barrier = "__syncthreads();"
    shared = "__shared__"
    constant = "__constant__"
    pointer = ""  # the address space of pointers into shared memory
    device = "__device__"
    constructor = staticmethod(lambda type_, *values: f"make_{type_}({', '.join(values)})")
    literal = staticmethod(lambda type_, *values: f"{type_}{{{', '.join(values)}}}")
    long_long = "long long"
    aligned = "__align__(16)"  # for accesses of any width

    @staticmethod
    def thread(axis):
        return f"threadIdx.{'xyz'[axis]}"

    @staticmethod
    def block(axis):
        return f"blockIdx.{'xyz'[axis]}"

    @staticmethod
    def block_size(axis):
        return f"blockDim.{'xyz'[axis]}"

    @staticmethod
    def atomic(operation, address, value):
        return f"atomic{operation}({address}, {value});"


class OpenCL:
    name = "opencl"
    suffix = ".cl"
    barrier = "barrier(CLK_LOCAL_MEM_FENCE);"
    shared = "__local"
    constant = "__constant"
    pointer = "__local "
    device = ""
    constructor = staticmethod(lambda type_, *values: f"({type_})({', '.join(values)})")
    literal = staticmethod(lambda type_, *values: f"({type_}){{{', '.join(values)}}}")
    long_long = "long"
    aligned = "__attribute__((aligned(16)))"

    @staticmethod
    def thread(axis):
        return f"(int)get_local_id({axis})"

    @staticmethod
    def block(axis):
        return f"(int)get_group_id({axis})"

    @staticmethod
    def block_size(axis):
        return f"(int)get_local_size({axis})"

    @staticmethod
    def atomic(operation, address, value):
        return f"atomic_{operation.lower()}({address}, {value});"
