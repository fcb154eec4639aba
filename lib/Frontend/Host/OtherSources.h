//===- OtherSources.h - What else a host may load ----------------- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_OTHERSOURCES_H
#define BANKFIX_LIB_FRONTEND_HOST_OTHERSOURCES_H

#include "Host/HostTokens.h"
#include "Host/OtherPrograms.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/Support/FileSystem.h"

namespace bankfix {

/// Where the paths that \p Hosts name may begin.
std::vector<std::string> startsOfPaths(const ReadProgram &P,
                                       llvm::ArrayRef<HostSource> Hosts);

/// The other OpenCL sources that hosts name, as far as they lie beside them or
/// the program, and those that they have as texts.
class OtherSources {
public:
  OtherSources(const ReadProgram &P, llvm::ArrayRef<HostSource> Hosts);

  /// One of them may have a kernel called \p Kernel, too.
  bool mayHold(const std::string &Kernel) const;
  /// One of them may say what \p Macro is, if it is put in front.
  bool mayDefine(llvm::StringRef Macro) const {
    return llvm::any_of(
        Files, [&](llvm::StringRef Text) { return hasWord(Text, Macro); });
  }

private:
  void addNamed(llvm::StringRef Name);
  bool addFile(llvm::StringRef Path);

  const ReadProgram &P;
  const std::vector<std::string> Starts;
  std::set<llvm::sys::fs::UniqueID> Seen;
  std::vector<std::string> Files, Texts;
  bool IncludesIt = false; ///< One of them includes the program.
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_OTHERSOURCES_H
