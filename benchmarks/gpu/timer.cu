// Times the launches of a program that is linked with
// -Wl,--wrap=cudaLaunchKernel,--wrap=__cudaLaunchKernel: what <<<>>> calls, before
// CUDA 13 and since. The environment says how.
//
// TIMER_ROUNDS=N: each launch is made once as it is, and then N times between
// events, of which each writes a line "time T ns" to stderr. A grid that is one block
// deep gets TIMER_BLOCKS blocks by its depth, which do the same as those of its first
// layer, so that the GPU is full. What the timed launches leave in memory is not
// used: results are those of a run without TIMER_ROUNDS.
//
// TIMER_EACH=FILE: each launch is made once, as it is, between events. FILE gets a
// line for each kernel and shape, "NAME\tGRID of BLOCK\tT T ..", with its times in
// ns: when the program ends, which with TIMER_SECONDS=N is N seconds after its first
// launch at the latest.

#include <cuda_runtime.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

unsigned setting(const char *name, unsigned otherwise) {
  const char *text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

/// Two events of a GPU, and the time between them.
class Stopwatch {
public:
  Stopwatch() {
    cudaEventCreate(&Begin);
    cudaEventCreate(&End);
  }
  ~Stopwatch() {
    cudaEventDestroy(Begin);
    cudaEventDestroy(End);
  }
  /// In ns. What the launch returns is left in \p Status.
  template <typename Launch>
  double time(cudaStream_t Stream, cudaError_t &Status, Launch &&launch) {
    cudaEventRecord(Begin, Stream);
    Status = launch();
    cudaEventRecord(End, Stream);
    cudaEventSynchronize(End);
    float Milliseconds = 0;
    cudaEventElapsedTime(&Milliseconds, Begin, End);
    return Milliseconds * 1e6;
  }

private:
  cudaEvent_t Begin, End;
};

/// The times of each kernel, as TIMER_EACH wants them.
class Record {
public:
  static Record &get() {
    static Record *All = new Record; // Read at exit, so never destroyed.
    return *All;
  }
  void add(const void *Kernel, dim3 Grid, dim3 Block, double Time) {
    // Asked for at once: at exit, the runtime knows no names any more.
    const char *Name = nullptr;
    if (cudaFuncGetName(&Name, Kernel) != cudaSuccess || !Name)
      Name = "?"; // Mangled otherwise.
    std::lock_guard Lock(Mutex);
    Times[std::string(Name) + '\t' + text(Grid) + " of " + text(Block)].push_back(Time);
  }

private:
  Record() {
    std::atexit([] { get().write(); });
    if (const unsigned Seconds = setting("TIMER_SECONDS", 0))
      std::thread([this, Seconds] {
        std::this_thread::sleep_for(std::chrono::seconds(Seconds));
        write();
        std::fflush(nullptr);
        _exit(0);
      }).detach();
  }

  void write() {
    std::lock_guard Lock(Mutex);
    FILE *Out = std::fopen(std::getenv("TIMER_EACH"), "w");
    if (!Out)
      return std::perror("TIMER_EACH");
    for (const auto &[Launch, Each] : Times) {
      std::fprintf(Out, "%s\t", Launch.c_str());
      for (double Time : Each)
        std::fprintf(Out, "%.0f ", Time);
      std::fprintf(Out, "\n");
    }
    std::fclose(Out);
  }

  static std::string text(dim3 Of) {
    return std::to_string(Of.x) + 'x' + std::to_string(Of.y) + 'x' + std::to_string(Of.z);
  }

  std::map<std::string, std::vector<double>> Times;
  std::mutex Mutex;
};

/// Launches the kernel, and times it as the environment says. \p launch takes a grid.
template <typename Launch>
cudaError_t timed(const void *Kernel, dim3 Grid, dim3 Block, cudaStream_t Stream,
                  Launch &&launch) {
  cudaError_t Status = cudaSuccess;
  if (std::getenv("TIMER_EACH")) {
    const double Time = Stopwatch().time(Stream, Status, [&] { return launch(Grid); });
    Record::get().add(Kernel, Grid, Block, Time);
    return Status;
  }
  Status = launch(Grid);
  const unsigned Rounds = setting("TIMER_ROUNDS", 0);
  dim3 Full = Grid;
  if (Full.z == 1)
    Full.z = std::max(1u, setting("TIMER_BLOCKS", 8192) / (Grid.x * Grid.y));
  // The first is not counted: it warms caches and clocks.
  for (unsigned Round = 0; Rounds && Round <= Rounds && Status == cudaSuccess; ++Round) {
    const double Time =
        Stopwatch().time(Stream, Status, [&] { return launch(Full); });
    if (Round)
      std::fprintf(stderr, "time %.1f ns\n", Time);
  }
  return Status;
}

} // namespace

extern "C" {
cudaError_t __real_cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                                    cudaStream_t);
cudaError_t __wrap_cudaLaunchKernel(const void *Kernel, dim3 Grid, dim3 Block,
                                    void **Arguments, size_t Bytes,
                                    cudaStream_t Stream) {
  return timed(Kernel, Grid, Block, Stream, [&](dim3 Grid) {
    return __real_cudaLaunchKernel(Kernel, Grid, Block, Arguments, Bytes, Stream);
  });
}
#if CUDART_VERSION >= 13000
cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void **, size_t,
                                      cudaStream_t);
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t Kernel, dim3 Grid, dim3 Block,
                                      void **Arguments, size_t Bytes,
                                      cudaStream_t Stream) {
  return timed(Kernel, Grid, Block, Stream, [&](dim3 Grid) {
    return __real___cudaLaunchKernel(Kernel, Grid, Block, Arguments, Bytes, Stream);
  });
}
#endif
}
