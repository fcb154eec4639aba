#include "run.h"
#include <cstdio>
#include <cstring>
#include <vector>

__shared__ __attribute__((used)) int nothing;

static constexpr size_t Words = 1 << 14, GuardBytes = 1 << 13;
static constexpr unsigned char Guard = 0xa7;
static std::vector<unsigned> buffers[2];
static std::vector<std::pair<unsigned char *, size_t>> locals;

void begin() {
  buffers[0].assign(Words, 0xdeadbeef);
  buffers[1].resize(1024);
  for (unsigned i = 0; i < 1024; ++i)
    buffers[1][i] = i * 2654435761u >> 7;
  locals.clear();
}

void *buffer(int number) { return buffers[number].data(); }

void *local(size_t bytes) {
  size_t whole = (bytes + GuardBytes + 127) / 128 * 128;
  auto *made = static_cast<unsigned char *>(std::aligned_alloc(128, whole));
  std::memset(made, Guard, whole);
  locals.push_back({made, bytes});
  return made;
}

void end(const char *kernel) {
  for (size_t n = 0; n < locals.size(); ++n)
    for (size_t at = 0; at < GuardBytes; ++at)
      if (locals[n].first[locals[n].second + at] != Guard) {
        std::printf("result %s writes %zu bytes behind local argument %zu\n",
                    kernel, at, n);
        return;
      }
  uint64_t hash = 1469598103934665603ull;
  for (unsigned word : buffers[0])
    hash = (hash ^ word) * 1099511628211ull;
  std::printf("result %s %llx\n", kernel, (unsigned long long)hash);
}
