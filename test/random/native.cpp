// The fibres, the banks and the counts of native.h. Compiled without any
// instrumentation: what it does is not what a kernel does.

#include "native.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <ucontext.h>
#include <vector>

dim3 threadIdx(0), blockIdx(0), blockDim(1), gridDim(1);

// ---- Threads ----

constexpr int MostThreads = 1024, StackBytes = 128 * 1024, WaveLanes = 32;

struct Fibre {
  ucontext_t context;
  std::vector<uint64_t> loops; // iteration counters, and marks of calls
  std::vector<size_t> frames;  // how many of `loops` were there on each call
  dim3 index{0};
  bool done;
};

struct Request {
  char op; // 'l', 's', 'a'; of a struct's copy 'x' and 'y'
  unsigned bytes;
  std::array<uintptr_t, WaveLanes> address;
  uint32_t active = 0;
};
using Key = std::vector<uint64_t>; // the instruction, then calls and iterations

static Fibre fibres[MostThreads];
static std::unique_ptr<char[]> stacks;
static ucontext_t scheduler;
static int current;
static bool recording;
static std::vector<std::map<Key, Request>> waves;
static void (*call)(void *);
static void *kernel;
static uint64_t exchanged[MostThreads];

extern char __start_shared[], __stop_shared[];

void native_record(void *pc, const void *pointer, unsigned bytes, char op) {
  auto address = reinterpret_cast<uintptr_t>(pointer);
  if (!recording || address < reinterpret_cast<uintptr_t>(__start_shared) ||
      address >= reinterpret_cast<uintptr_t>(__stop_shared))
    return;
  Fibre &f = fibres[current];
  Key key = {reinterpret_cast<uintptr_t>(pc), uint64_t(op), bytes};
  key.insert(key.end(), f.loops.begin(), f.loops.end());
  Request &r = waves[current / WaveLanes][key];
  uint32_t lane = 1u << current % WaveLanes;
  if (r.active & lane) {
    std::fprintf(stderr, "native: one lane twice in a request\n");
    std::abort();
  }
  r.op = op;
  r.bytes = bytes;
  r.address[current % WaveLanes] = address;
  r.active |= lane;
}

void native_enter() { fibres[current].loops.push_back(0); }
void native_iterate() { ++fibres[current].loops.back(); }
void native_leave() { fibres[current].loops.pop_back(); }

void native_yield() { swapcontext(&fibres[current].context, &scheduler); }
int native_lane() { return current % WaveLanes; }

unsigned native_exchange(unsigned value, int from) {
  exchanged[current] = value;
  native_yield();
  int wave = current / WaveLanes * WaveLanes;
  unsigned got = from < 0 || from >= WaveLanes ? value : exchanged[wave + from];
  native_yield();
  return got;
}
void enterThread() {
  call(kernel);
  fibres[current].done = true;
  native_yield();
}

void runBlock(int threads) {
  if (!stacks) // No value: pages that no fibre touches cost nothing.
    stacks.reset(new char[size_t(MostThreads) * StackBytes]);
  waves.assign((threads + WaveLanes - 1) / WaveLanes, {});
  for (int t = 0; t < threads; ++t) {
    Fibre &f = fibres[t];
    f.loops.clear();
    f.frames.clear();
    f.done = false;
    unsigned x = blockDim.x, y = blockDim.y;
    f.index = dim3(t % x, t / x % y, t / x / y);
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = stacks.get() + size_t(t) * StackBytes;
    f.context.uc_stack.ss_size = StackBytes;
    f.context.uc_link = nullptr;
    makecontext(&f.context, enterThread, 0);
  }
  recording = true;
  for (bool running = true; running;) {
    running = false;
    for (int t = 0; t < threads; ++t) {
      if (fibres[t].done)
        continue;
      running = true;
      current = t;
      threadIdx = fibres[t].index;
      swapcontext(&scheduler, &fibres[t].context);
    }
  }
  recording = false;
}

// ---- Banks ----

/// The largest number of different words that lanes [From, To) want of one
/// bank; where each lane of an atomic operation takes a turn, of words and
/// lanes.
static unsigned ways(const Request &r, int from, int to, bool turns) {
  std::array<std::set<std::pair<uintptr_t, int>>, 32> banks;
  unsigned most = 0;
  for (int lane = from; lane < to; ++lane) {
    if (!(r.active >> lane & 1))
      continue;
    for (uintptr_t at = r.address[lane] / 4;
         at <= (r.address[lane] + r.bytes - 1) / 4; ++at) {
      auto &bank = banks[at % 32];
      bank.insert({at, turns ? lane : 0});
      most = std::max<unsigned>(most, bank.size());
    }
  }
  return most;
}

/// Whether all active lanes' partners across `mask` are inactive or want the
/// same.
static bool paired(const Request &r, int mask) {
  for (int lane = 0; lane < WaveLanes; ++lane)
    if (r.active >> lane & 1 && r.active >> (lane ^ mask) & 1 &&
        r.address[lane] != r.address[lane ^ mask])
      return false;
  return true;
}

struct Cost {
  unsigned wavefronts = 0, ideal = 0;
  unsigned serialization = 0; // of the wavefronts: turns at one word
};

static Cost cost(const Request &r) {
  int lanes = r.bytes <= 4 ? 32 : r.bytes == 8 ? 16 : 8;
  if (lanes < 32 && (r.op == 'l' || r.op == 'x') && (paired(r, 1) || paired(r, 2)))
    lanes *= 2;
  Cost c;
  for (int from = 0; from < WaveLanes; from += lanes)
    if (unsigned w = ways(r, from, from + lanes, false)) {
      unsigned turns = ways(r, from, from + lanes, r.op == 'a');
      c.wavefronts += turns;
      c.serialization += turns - w;
      c.ideal += 1;
    }
  return c;
}

struct Counts {
  uint64_t requests = 0, wavefronts = 0, ideal = 0, lanes = 0,
           serialization = 0;
  double least = 1e9, most = 0;
};

// ---- Launches ----

static std::map<std::array<uint64_t, 3>, std::array<Counts, 16>>
    sites; // by block
static unsigned *outData;

static void count(unsigned block) {
  for (auto &wave : waves)
    for (auto &[key, r] : wave) {
      Cost c = cost(r);
      Counts &n = sites[{key[0], key[1], key[2]}][block];
      double degree = double(c.wavefronts - c.serialization) / c.ideal;
      ++n.requests;
      n.wavefronts += c.wavefronts;
      n.ideal += c.ideal;
      n.serialization += c.serialization;
      n.lanes += __builtin_popcount(r.active);
      n.least = std::min(n.least, degree);
      n.most = std::max(n.most, degree);
    }
}

void native_launch(dim3 grid, dim3 block, void (*how)(void *), void *what) {
  blockDim = block;
  gridDim = grid;
  call = how;
  kernel = what;
  for (unsigned b = 0; b < grid.x; ++b) {
    // What was left by the block before is not what a kernel may rely on.
    std::memset(__start_shared, 0x5a, __stop_shared - __start_shared);
    blockIdx = dim3(b, 0, 0);
    runBlock(block.x * block.y * block.z);
    count(b);
  }
}

/// Prints the counts of one kernel, one line a site and block, and its output.
void native_kernel(const char *name,
                   void (*launch)(unsigned *, const unsigned *, int), int m) {
  constexpr size_t Words = 1 << 14;
  std::vector<unsigned> out(Words, 0xdeadbeef), in(1024);
  for (unsigned i = 0; i < in.size(); ++i)
    in[i] = i * 2654435761u >> 7;
  sites.clear();
  launch(out.data(), in.data(), m);
  unsigned blocks = gridDim.x;
  for (auto &[site, counts] : sites)
    for (unsigned b = 0; b < blocks; ++b) {
      Counts &n = counts[b];
      std::printf("site %s %llx %c %u %u %llu %llu %llu %llu %llu %g %g\n",
                  name, (unsigned long long)site[0], char(site[1]),
                  unsigned(site[2]), b, (unsigned long long)n.requests,
                  (unsigned long long)n.wavefronts, (unsigned long long)n.ideal,
                  (unsigned long long)n.lanes,
                  (unsigned long long)n.serialization, n.least, n.most);
    }
  uint64_t hash = 1469598103934665603ull;
  for (unsigned word : out)
    hash = (hash ^ word) * 1099511628211ull;
  std::printf("result %s %llx\n", name, (unsigned long long)hash);
}

// ---- What the instrumentation calls ----

#define HERE __builtin_return_address(0)
#define NATIVE_HOOKS(Bytes)                                                    \
  void __tsan_read##Bytes(void *p) { native_record(HERE, p, Bytes, 'l'); }     \
  void __tsan_write##Bytes(void *p) { native_record(HERE, p, Bytes, 's'); }    \
  void __tsan_unaligned_read##Bytes(void *p) {                                 \
    native_record(HERE, p, Bytes, 'l');                                        \
  }                                                                            \
  void __tsan_unaligned_write##Bytes(void *p) {                                \
    native_record(HERE, p, Bytes, 's');                                        \
  }                                                                            \
  void __tsan_read_write##Bytes(void *p) {                                     \
    native_record(HERE, p, Bytes, 'l');                                        \
    native_record(HERE, p, Bytes, 's');                                        \
  }

extern "C" {
NATIVE_HOOKS(1)
NATIVE_HOOKS(2)
NATIVE_HOOKS(4)
NATIVE_HOOKS(8)
NATIVE_HOOKS(16)
void *__tsan_memcpy(void *to, const void *from, size_t n) {
  native_record(HERE, from, n, 'x');
  native_record(HERE, to, n, 'y');
  return memcpy(to, from, n);
}
void *__tsan_memset(void *to, int value, size_t n) {
  return memset(to, value, n);
}
void __tsan_init() {}
// A call is a mark in the key, and brings its own loops.
void __tsan_func_entry(void *caller) {
  if (!recording)
    return;
  Fibre &f = fibres[current];
  f.frames.push_back(f.loops.size());
  f.loops.push_back(reinterpret_cast<uintptr_t>(caller));
}
void __tsan_func_exit() {
  if (!recording)
    return;
  Fibre &f = fibres[current];
  if (f.frames.empty())
    return;
  f.loops.resize(f.frames.back());
  f.frames.pop_back();
}
}
