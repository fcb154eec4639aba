//===- HeaderCache.h - What is kept for other runs --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_HEADERCACHE_H
#define BANKFIX_LIB_FRONTEND_READ_HEADERCACHE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <mutex>
#include <string>

namespace bankfix {

/// Bytes that take long to make, by what decides them. Other runs find them in
/// the user's cache folder (`$XDG_CACHE_HOME/bankfix`, usually
/// `~/.cache/bankfix`), which may be emptied at any time: where it cannot be
/// read or written, each process makes its own. To be used by several threads.
class HeaderCache {
public:
  /// Those of \p Key, a part of a file's name, for as long as the cache is
  /// there; aligned to 8 bytes. \p Make makes them where nothing is kept, and
  /// not none, once they are asked for the \p From-th time, by others, too; of
  /// other runs, no more than one is counted. Until then, they are empty.
  llvm::StringRef get(const std::string &Key, unsigned From,
                      llvm::function_ref<std::string()> Make);

  /// They are of no use: get() returns none in this process any more, and
  /// others make them anew.
  void forget(const std::string &Key);

private:
  struct Kept {
    unsigned Asked = 0;
    bool IsSettled = false; ///< Found, made, or of no use.
    std::unique_ptr<llvm::MemoryBuffer> Owner;
    llvm::StringRef Bytes;
  };

  std::mutex Lock;
  std::map<std::string, Kept> All;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_HEADERCACHE_H
