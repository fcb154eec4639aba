//===- Threads.cpp - Several files at once, and crashes that cost one -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include "bankfix/Driver/Driver.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/thread.h"
#include <atomic>
#include <vector>

using namespace bankfix;

/// Threads that are at work, the first included.
static std::atomic<size_t> AtWork = 1;

static bool mayStart(size_t Most) {
  size_t Now = AtWork;
  while (Now < Most)
    if (AtWork.compare_exchange_weak(Now, Now + 1))
      return true;
  return false;
}

void bankfix::forEachAtOnce(unsigned AtOnce, size_t Count,
                            llvm::function_ref<void(size_t)> Do) {
  const size_t Most =
      llvm::hardware_concurrency(AtOnce).compute_thread_count();
  std::atomic<size_t> Next = 0;
  auto Work = [&] {
    for (size_t I; (I = Next++) < Count;)
      Do(I);
  };
  auto Help = [&] {
    Work();
    --AtWork;
  };
  std::vector<llvm::thread> Others;
  while (Others.size() + 1 < Count && mayStart(Most))
    Others.emplace_back(std::optional<unsigned>(StackBytes), Help);
  Work();
  for (llvm::thread &Each : Others)
    Each.join();
}

bool bankfix::survives(llvm::function_ref<void()> Do) {
  static const bool IsOn = (llvm::CrashRecoveryContext::Enable(), true);
  (void)IsOn;
  return llvm::CrashRecoveryContext().RunSafely(Do);
}
