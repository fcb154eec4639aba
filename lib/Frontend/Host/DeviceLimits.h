//===- DeviceLimits.h - How much shared memory a device has -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
//   kernel<<<grid, block, most>>>(..);
//
// Such a launch has no room for a byte more. What a name may hold is told by
// the text alone: by what queries are called, and by what is set from them.
// What is compared with a limit is not set from it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_DEVICELIMITS_H
#define BANKFIX_LIB_FRONTEND_HOST_DEVICELIMITS_H

#include "Host/HostFunctions.h"
#include "llvm/ADT/ArrayRef.h"

namespace bankfix {

/// The names in host code that may hold how much shared memory the device has,
/// for a block or in all.
class DeviceLimits {
public:
  /// \p Texts: the sources of one program, and their headers.
  explicit DeviceLimits(llvm::ArrayRef<llvm::StringRef> Texts);

  /// \p Text, code, names one.
  bool areIn(llvm::StringRef Text) const;

private:
  struct Source {
    explicit Source(llvm::StringRef Text)
        : T(Text), Functions(hostFunctions(T)) {}
    HostTokens T;
    std::vector<HostFunction> Functions;
  };

  bool isLimit(const HostTokens &T, size_t At) const;
  bool isKnown(llvm::StringRef Callee) const;
  bool follow(const Source &S);
  void follow(const Source &S, size_t At);
  void setBefore(const Source &S, size_t At);
  void setByCall(const Source &S, size_t Open, size_t At);
  void give(llvm::StringRef Callee, size_t Argument);

  std::vector<Source> Sources;
  std::set<std::string, std::less<>> Names;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_DEVICELIMITS_H
