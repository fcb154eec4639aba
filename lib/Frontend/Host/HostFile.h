//===- HostFile.h - One source of a host, as it is read ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTFILE_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTFILE_H

#include "Host/FollowHost.h"
#include "Host/HostConstants.h"
#include "Host/HostFunctors.h"
#include "Host/HostReach.h"
#include "bankfix/Frontend/ParseOptions.h"

namespace bankfix {

/// One source with its headers before it.
struct HostFile {
  HostFile(const HostSource &Source, ExprPool &Pool)
      : Path(Source.Path), Text(Source.Headers + Source.Text),
        Start(Source.Headers.size()),
        IsCpp(!llvm::StringRef(Source.Path).ends_with(".c")), T(Text, Start),
        Followed(followHost(Text, Start, IsCpp, T)),
        Mentions(T, IsCpp, Followed.Names), Constants(Mentions, Pool),
        Reach(T, Text, IsCpp), Functors(hostFunctors(Mentions)) {}
  HostFile(const HostFile &) = delete;

  const std::string Path, Text;
  const size_t Start; ///< Where the source begins, behind its headers.
  const bool IsCpp;
  const HostTokens T;
  const FollowedHost Followed; ///< What Clang knows besides.
  const HostMentions Mentions;
  const HostConstants Constants;
  const HostReach Reach;
  const std::vector<HostFunctor> Functors;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTFILE_H
