//===- KernelMemory.h - Dynamic memory, for each kernel ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `extern __shared__ float s[];` declares for a file, or in a function that
// many kernels call, is memory of its own in each launch, and no layout changes
// that text. So each kernel has an array of its own of it, unless they share
// what indexes it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_KERNELMEMORY_H
#define BANKFIX_LIB_FRONTEND_LOWER_KERNELMEMORY_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

class KernelMemory {
public:
  /// Adds arrays for kernels to \p U, behind its own, and has the sites of
  /// \p Kernels name them.
  KernelMemory(LoweredUnit &U, std::vector<Kernel> &Kernels);

  /// What has become known of the arrays that the text declares since, the new
  /// ones get in \p Out; and the accesses to those are theirs.
  void finish(ParsedFile &Out) const;

private:
  struct Copy {
    unsigned Array, Of;       ///< Both of U.SharedArrays.
    unsigned Group, Together; ///< With those of its kernels, and of all.
    std::string Kernel;       ///< As SharedArray::OfKernel.
  };
  /// Kernels, instances of one template together, and those that share accesses.
  using Users = std::vector<std::vector<unsigned>>;

  bool isSeparable(const LoweredUnit &U, const std::set<unsigned> &Arrays) const;
  Users usersOf(const std::set<unsigned> &Arrays,
                llvm::ArrayRef<Kernel> Kernels) const;
  void separate(LoweredUnit &U, const std::set<unsigned> &Arrays,
                const Users &All, std::vector<Kernel> &Kernels);
  unsigned copyOf(unsigned Array, std::optional<unsigned> Number) const;

  std::vector<Copy> Copies;
  /// By the number of an access and the array that the text declares.
  std::map<std::pair<unsigned, unsigned>, unsigned> ByNumber;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_KERNELMEMORY_H
