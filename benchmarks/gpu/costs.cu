// What takes how long on the GPU of this machine: the figures of a row of
// lib/Target/Costs.def, measured.
//
//   nvcc -O3 -arch=native -o costs benchmarks/gpu/costs.cu && ./costs
//
// Cycles are those of a multiprocessor's clock, for a warp of 32 lanes. Throughput is
// that of 32 warps of one block, each with four independent chains; latency that of
// one dependent chain of one lane. Bytes are those of all multiprocessors together,
// divided by their number. Then a table of cycles by degree, and one of kernels with
// three phases, which shows how far phases of several blocks overlap, and one of phases
// of several rounds, which shows how far the rounds of a phase do.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void checked(cudaError_t Status, int Line) {
  if (Status == cudaSuccess)
    return;
  std::fprintf(stderr, "costs: line %d: %s\n", Line, cudaGetErrorString(Status));
  std::exit(1);
}
#define CHECK(Call) checked((Call), __LINE__)

constexpr int Steps = 256;  // Of a loop that is not unrolled.
constexpr int Unrolled = 16; // Operations of each chain in a step.

// What is measured: an operation on a chain's value, here an instruction of PTX or two.
#define INSTRUCTION(Struct, Text, Type, Register, Ptx)                                 \
  struct Struct {                                                                      \
    static constexpr const char *Name = Text;                                          \
    using Value = Type;                                                                \
    static __device__ void on(Type &X, Type Y) {                                       \
      asm volatile(Ptx : "+" Register(X) : Register(Y));                               \
    }                                                                                  \
  };
INSTRUCTION(Shift, "integer (funnel shift)", unsigned, "r", "shf.l.wrap.b32 %0, %0, %1, %1;")
INSTRUCTION(Add, "integer (add)", unsigned, "r", "add.u32 %0, %0, %1;")
INSTRUCTION(Logic, "integer (xor and add, two)", unsigned, "r",
            "{ .reg .u32 t; xor.b32 t, %0, %1; add.u32 %0, t, %1; }")
INSTRUCTION(Product, "product of integers", unsigned, "r", "mad.lo.u32 %0, %0, %1, %1;")
INSTRUCTION(Float, "float", float, "f", "fma.rn.f32 %0, %0, %1, %1;")
INSTRUCTION(Double, "double", double, "d", "fma.rn.f64 %0, %0, %1, %1;")
INSTRUCTION(Special, "special (ex2)", float, "f", "ex2.approx.ftz.f32 %0, %0;")
#undef INSTRUCTION

struct Shuffle {
  static constexpr const char *Name = "shuffle";
  using Value = unsigned;
  static __device__ void on(unsigned &X, unsigned Y) {
    X = __shfl_xor_sync(~0u, X, 1);
  }
};
struct Barrier {
  static constexpr const char *Name = "barrier of 32 warps";
  using Value = unsigned;
  static __device__ void on(unsigned &X, unsigned) { __syncthreads(); }
};

template <typename Of, int Chains>
__global__ void run(long long *Cycles, typename Of::Value *Out, typename Of::Value By) {
  typename Of::Value X[Chains];
  for (int I = 0; I < Chains; ++I)
    X[I] = By + threadIdx.x + I;
  __syncthreads();
  const long long Begin = clock64();
#pragma unroll 1
  for (int Step = 0; Step < Steps; ++Step)
#pragma unroll
    for (int J = 0; J < Unrolled; ++J)
#pragma unroll
      for (int I = 0; I < Chains; ++I)
        Of::on(X[I], By);
  __syncthreads();
  const long long End = clock64();
  for (int I = 0; I < Chains; ++I)
    Out[threadIdx.x * Chains + I] = X[I];
  if (threadIdx.x == 0)
    *Cycles = End - Begin;
}

// Floats and integers in turns: more than either unit takes, so that only the
// schedulers limit them.
__global__ void issue(long long *Cycles, float *Out, float By, unsigned Bits) {
  float X[4];
  unsigned Y[4];
  for (int I = 0; I < 4; ++I)
    X[I] = By + I, Y[I] = Bits + threadIdx.x + I;
  __syncthreads();
  const long long Begin = clock64();
#pragma unroll 1
  for (int Step = 0; Step < Steps; ++Step)
#pragma unroll
    for (int J = 0; J < Unrolled; ++J)
#pragma unroll
      for (int I = 0; I < 4; ++I) {
        Float::on(X[I], By);
        Shift::on(Y[I], Bits);
      }
  __syncthreads();
  const long long End = clock64();
  for (int I = 0; I < 4; ++I)
    Out[threadIdx.x * 4 + I] = X[I] + Y[I];
  if (threadIdx.x == 0)
    *Cycles = End - Begin;
}

// Lane l reads word l * Degree: so many words of each bank that is used.
template <int Chains>
__global__ void shared(long long *Cycles, unsigned *Out, unsigned Degree) {
  __shared__ unsigned Next[32 * 32];
  for (unsigned I = threadIdx.x; I < 32 * 32; I += blockDim.x)
    Next[I] = I * 4;
  __syncthreads();
  const unsigned Base = unsigned(__cvta_generic_to_shared(Next));
  unsigned At[Chains];
  for (int I = 0; I < Chains; ++I)
    At[I] = (threadIdx.x + I) % 32 * Degree % 1024 * 4;
  __syncthreads();
  const long long Begin = clock64();
#pragma unroll 1
  for (int Step = 0; Step < Steps; ++Step)
#pragma unroll
    for (int J = 0; J < Unrolled; ++J)
#pragma unroll
      for (int I = 0; I < Chains; ++I)
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(At[I]) : "r"(Base + At[I]));
  __syncthreads();
  const long long End = clock64();
  for (int I = 0; I < Chains; ++I)
    Out[threadIdx.x * Chains + I] = At[I];
  if (threadIdx.x == 0)
    *Cycles = End - Begin;
}

// One lane follows pointers; .cg keeps them out of the first cache.
__global__ void chase(long long *Cycles, const unsigned *Next, unsigned *Out, int Count) {
  unsigned At = 0;
  const long long Begin = clock64();
#pragma unroll 1
  for (int I = 0; I < Count; ++I)
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(At) : "l"(Next + At));
  *Cycles = clock64() - Begin;
  *Out = At;
}

__global__ void stream(const uint4 *In, uint4 *Out, size_t Count, int Times) {
  uint4 Sum = {};
  for (int Time = 0; Time < Times; ++Time)
    for (size_t I = size_t(blockIdx.x) * blockDim.x + threadIdx.x; I < Count;
         I += size_t(gridDim.x) * blockDim.x) {
      uint4 X;
      asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(X.x), "=r"(X.y), "=r"(X.z), "=r"(X.w)
                   : "l"(In + I));
      Sum.x ^= X.x, Sum.y ^= X.y, Sum.z ^= X.z, Sum.w ^= X.w;
    }
  if (Sum.x == 1 && Sum.y == 2 && Sum.z == 3 && Sum.w == 4)
    *Out = Sum;
}

// A tile as kernels have it: 16 bytes a thread from DRAM to shared memory, four loads of
// a degree, integer operations, 16 bytes to DRAM, and barriers between them.
__global__ void phases(const uint4 *In, uint4 *Out, unsigned Degree, int Shifts) {
  extern __shared__ unsigned Tile[];
  const size_t At = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  uint4 X = In[At];
  Tile[threadIdx.x] = X.x ^ X.y ^ X.z ^ X.w;
  __syncthreads();
  const unsigned Lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned I = 0; I < 4; ++I) {
    unsigned Word;
    const unsigned Index = (Lane * Degree + I * 32 + threadIdx.x / 32) % 1024;
    asm volatile("ld.shared.u32 %0, [%1];"
                 : "=r"(Word)
                 : "r"(unsigned(__cvta_generic_to_shared(Tile)) + Index * 4));
    X.x += Word;
  }
  __syncthreads();
#pragma unroll 4
  for (int I = 0; I < Shifts; ++I) {
    Shift::on(X.x, X.y);
    Shift::on(X.y, X.z);
    Shift::on(X.z, X.w);
    Shift::on(X.w, X.x);
  }
  Out[At] = X;
}

// Phases between barriers, of so many rounds: four loads of a degree, and integer
// operations with what was loaded, a value on top of the one before, as sums of
// products are. Addresses are constants apart.
template <int Rounds, int Shifts>
__global__ void rounds(unsigned *Out, unsigned Degree, int Phases) {
  extern __shared__ unsigned Tile[]; // At least 1024 + 16 * 4 * 32 words.
  for (unsigned I = threadIdx.x; I < 1024 + 16 * 4 * 32; I += blockDim.x)
    Tile[I] = I;
  const unsigned Lane = threadIdx.x % 32;
  const unsigned At = unsigned(__cvta_generic_to_shared(Tile)) +
                      (Lane * Degree + threadIdx.x / 32) % 1024 * 4;
  unsigned X[4] = {threadIdx.x, Lane, Degree, At};
  __syncthreads();
#pragma unroll 1
  for (int Phase = 0; Phase < Phases; ++Phase) {
#pragma unroll
    for (int Round = 0; Round < Rounds; ++Round) {
      unsigned Word[4];
#pragma unroll
      for (int I = 0; I < 4; ++I)
        asm volatile("ld.shared.u32 %0, [%1];"
                     : "=r"(Word[I])
                     : "r"(At + (Round * 4 + I) * 128));
#pragma unroll
      for (int I = 0; I < 4; ++I)
        X[I] += Word[I];
#pragma unroll
      for (int J = 0; J < Shifts; ++J)
#pragma unroll
        for (int I = 0; I < 4; ++I)
          Shift::on(X[I], X[(I + 1) % 4]);
    }
    __syncthreads();
  }
  Out[threadIdx.x] = X[0] ^ X[1] ^ X[2] ^ X[3];
}

// Cycles of the clock in a second, while the GPU is busy.
__global__ void spin(long long *Cycles, long long *Nanoseconds) {
  long long From, To;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(From));
  const long long Begin = clock64();
  while (clock64() - Begin < 50'000'000)
    ;
  const long long End = clock64();
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(To));
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *Cycles = End - Begin, *Nanoseconds = To - From;
}

static long long *Cycles; // Of the last run, managed by hand.
static void *Scratch;

static double cycles() {
  long long Value = 0;
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&Value, Cycles, sizeof(Value), cudaMemcpyDeviceToHost));
  return double(Value);
}

// Of three runs the fastest: the first one loads the code.
template <typename Launch> static double fastest(Launch &&launch) {
  double Least = 1e30;
  for (int Run = 0; Run < 3; ++Run) {
    launch();
    Least = std::min(Least, cycles());
  }
  return Least;
}

template <typename Of> static void both() {
  auto *Out = static_cast<typename Of::Value *>(Scratch);
  const auto By = typename Of::Value(3);
  const double Busy = fastest([&] { run<Of, 4><<<1, 1024>>>(Cycles, Out, By); });
  const double Alone = fastest([&] { run<Of, 1><<<1, 1>>>(Cycles, Out, By); });
  std::printf("%-28s %8.3f cycles of a multiprocessor, latency %8.2f\n", Of::Name,
              Busy / (Steps * Unrolled * 4 * 32.0), Alone / (Steps * Unrolled));
}

// \p Count steps through so many bytes: for the second time, where they are few
// enough for a cache.
static double latency(size_t Bytes, int Count) {
  // Steps of an odd number of lines reach all of them.
  const size_t Line = 128 / sizeof(unsigned), Lines = Bytes / 128;
  std::vector<unsigned> Next(Bytes / sizeof(unsigned));
  for (size_t I = 0; I < Lines; ++I)
    Next[I * Line] = unsigned((I + 40503 * 3 + 2) % Lines * Line);
  unsigned *Device = nullptr;
  CHECK(cudaMalloc(&Device, Bytes));
  CHECK(cudaMemcpy(Device, Next.data(), Bytes, cudaMemcpyHostToDevice));
  auto *Out = static_cast<unsigned *>(Scratch);
  const bool IsCached = Lines < size_t(Count);
  double Least = 1e30;
  for (int Run = 0; Run < (IsCached ? 2 : 1); ++Run) {
    chase<<<1, 1>>>(Cycles, Device, Out, Count);
    Least = std::min(Least, cycles() / Count);
  }
  CHECK(cudaFree(Device));
  return Least;
}

// Milliseconds of the fastest of four runs: the first one loads the code.
template <typename Launch> static float milliseconds(Launch &&launch) {
  cudaEvent_t Begin, End;
  CHECK(cudaEventCreate(&Begin));
  CHECK(cudaEventCreate(&End));
  float Least = 1e30f;
  for (int Run = 0; Run < 4; ++Run) {
    CHECK(cudaEventRecord(Begin));
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(End));
    CHECK(cudaEventSynchronize(End));
    float Took = 0;
    CHECK(cudaEventElapsedTime(&Took, Begin, End));
    Least = std::min(Least, Took);
  }
  CHECK(cudaEventDestroy(Begin));
  CHECK(cudaEventDestroy(End));
  return Least;
}

// Bytes a nanosecond.
static double bandwidth(size_t Bytes, int Times, int Blocks) {
  uint4 *Device = nullptr;
  CHECK(cudaMalloc(&Device, Bytes));
  CHECK(cudaMemset(Device, 1, Bytes));
  const float Least = milliseconds([&] {
    stream<<<Blocks, 512>>>(Device, static_cast<uint4 *>(Scratch), Bytes / 16, Times);
  });
  CHECK(cudaFree(Device));
  return double(Bytes) * Times / (Least * 1e6);
}

// Bytes with which so many blocks of at least 12 KiB fit on a multiprocessor.
static size_t bytesFor(const cudaDeviceProp &Chip, int Resident) {
  return std::min<size_t>(
      Chip.sharedMemPerBlockOptin,
      std::max<size_t>(12288, Chip.sharedMemPerMultiprocessor / Resident - 1024));
}

// Cycles of a multiprocessor for a block of 256 threads: as measured, and what DRAM,
// shared memory and the integer unit need.
static void overlaps(const cudaDeviceProp &Chip, double Clock) {
  constexpr int Threads = 256, Blocks = 1 << 17;
  uint4 *In = nullptr, *Out = nullptr;
  CHECK(cudaMalloc(&In, size_t(Blocks) * Threads * 16));
  CHECK(cudaMalloc(&Out, size_t(Blocks) * Threads * 16));
  CHECK(cudaMemset(In, 1, size_t(Blocks) * Threads * 16));
  CHECK(cudaFuncSetAttribute(phases, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             Chip.sharedMemPerBlockOptin));
  for (int Resident : {1, 2, 4, 8})
    for (int Shifts : {0, 32, 64, 128})
      for (unsigned Degree = 1; Degree <= 32; Degree *= 2) {
        const float Least = milliseconds([&] {
          phases<<<Blocks, Threads, bytesFor(Chip, Resident)>>>(In, Out, Degree, Shifts);
        });
        std::printf("phases: %d blocks, degree %2u, %3d shifts: %8.1f cycles; shared memory "
                    "%u, integers %d\n",
                    Resident, Degree, Shifts * 4,
                    Least * 1e6 * Clock * Chip.multiProcessorCount / Blocks,
                    8 * (1 + 4 * Degree), 8 * 4 * Shifts / 2);
      }
}

// Cycles of a multiprocessor for 256 rounds of a block of 256 threads.
template <int Rounds, int Shifts>
static void mixed(const cudaDeviceProp &Chip, double Clock) {
  constexpr int Threads = 256, All = 256, Turns = 8;
  CHECK(cudaFuncSetAttribute(rounds<Rounds, Shifts>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             Chip.sharedMemPerBlockOptin));
  for (int Resident : {1, 2, 4, 8})
    for (unsigned Degree = 1; Degree <= 16; Degree *= 2) {
      const int Blocks = Turns * Resident * Chip.multiProcessorCount;
      const float Least = milliseconds([&] {
        rounds<Rounds, Shifts><<<Blocks, Threads, bytesFor(Chip, Resident)>>>(
            static_cast<unsigned *>(Scratch), Degree, All / Rounds);
      });
      std::printf("rounds: %2d a phase, %d blocks, degree %2u, %2d operations: %8.1f cycles; "
                  "shared memory %u, integers %d\n",
                  Rounds, Resident, Degree, (Shifts + 1) * 4,
                  Least * 1e6 * Clock * Chip.multiProcessorCount / Blocks,
                  All * 8 * 4 * Degree, All * 8 * 4 * (Shifts + 1) / 2);
    }
}

template <int Rounds> static void mixed(const cudaDeviceProp &Chip, double Clock) {
  mixed<Rounds, 1>(Chip, Clock);
  mixed<Rounds, 4>(Chip, Clock);
  mixed<Rounds, 8>(Chip, Clock);
  mixed<Rounds, 16>(Chip, Clock);
}

int main() {
  cudaDeviceProp Chip;
  CHECK(cudaGetDeviceProperties(&Chip, 0));
  CHECK(cudaMalloc(&Cycles, 2 * sizeof(long long)));
  CHECK(cudaMalloc(&Scratch, 1 << 20));
  spin<<<Chip.multiProcessorCount, 128>>>(Cycles, Cycles + 1);
  const double Spun = cycles();
  long long Nanoseconds = 0;
  CHECK(cudaMemcpy(&Nanoseconds, Cycles + 1, sizeof(Nanoseconds), cudaMemcpyDeviceToHost));
  const double Clock = Spun / double(Nanoseconds); // Cycles a nanosecond.
  std::printf("%s, sm_%d%d, %d multiprocessors, %.3f GHz\n", Chip.name, Chip.major,
              Chip.minor, Chip.multiProcessorCount, Clock);
  both<Shift>();
  both<Add>();
  both<Logic>();
  both<Product>();
  both<Float>();
  both<Double>();
  both<Special>();
  both<Shuffle>();
  const double Issue = fastest(
      [&] { issue<<<1, 1024>>>(Cycles, static_cast<float *>(Scratch), 1.5f, 3); });
  std::printf("%-28s %8.3f cycles of a multiprocessor\n", "issue",
              Issue / (Steps * Unrolled * 8 * 32.0));
  auto *Barriers = static_cast<unsigned *>(Scratch);
  for (int Threads = 32; Threads <= 1024; Threads *= 2)
    std::printf("barrier of %4d threads       %8.1f cycles\n", Threads,
                fastest([&] { run<Barrier, 1><<<1, Threads>>>(Cycles, Barriers, 1); }) /
                    (Steps * Unrolled));
  std::printf("latency, second cache        %8.1f cycles\n", latency(1 << 20, 20000));
  std::printf("latency, DRAM                %8.1f cycles\n", latency(size_t(1) << 30, 20000));
  for (int Each : {2, 4, 8}) {
    const int Blocks = Chip.multiProcessorCount * Each;
    const double Cache = bandwidth(16 << 20, 50, Blocks),
                 Dram = bandwidth(size_t(4) << 30, 1, Blocks);
    std::printf("%d blocks a multiprocessor: second cache %.0f GB/s, %.1f bytes a cycle and "
                "multiprocessor; DRAM %.0f GB/s, %.1f\n",
                Each, Cache, Cache / Clock / Chip.multiProcessorCount, Dram,
                Dram / Clock / Chip.multiProcessorCount);
  }
  auto *Out = static_cast<unsigned *>(Scratch);
  for (unsigned Degree = 1; Degree <= 32; Degree *= 2) {
    const double Busy = fastest([&] { shared<4><<<1, 1024>>>(Cycles, Out, Degree); }),
                 Alone = fastest([&] { shared<1><<<1, 32>>>(Cycles, Out, Degree); });
    std::printf("load of degree %2u            %8.3f cycles of a multiprocessor, latency "
                "%8.2f\n",
                Degree, Busy / (Steps * Unrolled * 4 * 32.0), Alone / (Steps * Unrolled));
  }
  overlaps(Chip, Clock);
  mixed<1>(Chip, Clock);
  mixed<2>(Chip, Clock);
  mixed<4>(Chip, Clock);
  mixed<8>(Chip, Clock);
  mixed<16>(Chip, Clock);
}
