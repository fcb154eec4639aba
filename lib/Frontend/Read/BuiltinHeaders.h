// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CUDA headers that bankfix carries in its own binary, so that it parses
// kernels on a machine without a toolkit. Their sources are
// lib/Frontend/Headers.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace bankfix {

/// One header as it stands below the include folder.
struct BuiltinHeader {
  llvm::StringRef Name; ///< Relative path, such as "cooperative_groups/scan.h".
  llvm::StringRef Text; ///< Followed by a null, as llvm::MemoryBuffer wants it.
};

/// All of them, sorted by name. To be served as one system include folder whose
/// cuda_runtime.h is included before every CUDA file's first line.
llvm::ArrayRef<BuiltinHeader> builtinHeaders();

} // namespace bankfix
