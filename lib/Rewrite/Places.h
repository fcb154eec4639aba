//===- Places.h - Where lines and declarations are added --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REWRITE_PLACES_H
#define BANKFIX_LIB_REWRITE_PLACES_H

#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

/// A place for a declaration.
struct TypePlace {
  unsigned Offset = 0;
  bool IsLine = false;   ///< Lines of its own; else within one.
  bool IsBehind = false; ///< Within one, right behind a token.
};

/// Where text may be added to one file, so that it stands there in every
/// configuration of the preprocessor and moves no line whose number is a value.
class Places {
public:
  /// \p Number is the file's in HostSizeSource.
  Places(const SourceMap &Map, unsigned Number) : Map(Map), Number(Number) {}

  /// A line more at \p Offset moves no number that matters.
  bool mayInsertLine(unsigned Offset) const;
  bool hasLineValues() const { return !lineValues().empty(); }
  /// For the definitions of macros. Nothing where there is no such place: what
  /// they stand for has to be written out.
  std::optional<unsigned> forMacros() const;
  /// Functions may be defined behind those macros: nothing where not.
  std::optional<unsigned> forFunctions() const;
  /// For a type that declarations use which begin at \p First or behind it, up
  /// to \p Last.
  std::optional<TypePlace> forType(unsigned First, unsigned Last) const;

private:
  const std::vector<unsigned> &lineValues() const {
    return Number ? Map.Hosts[Number - 1].LineValues : Map.LineValues;
  }

  const SourceMap &Map;
  unsigned Number;
};

} // namespace bankfix

#endif // BANKFIX_LIB_REWRITE_PLACES_H
