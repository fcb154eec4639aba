//===- Csv.h - Rows of comma-separated values -------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_PROFILE_CSV_H
#define BANKFIX_LIB_PROFILE_CSV_H

#include "llvm/ADT/StringRef.h"
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

using CsvRow = std::vector<std::string>;

/// The values of one line; quotes may stand around each, doubled within.
CsvRow csvRow(llvm::StringRef Line);

/// 1234567.5 of "1,234,567.50"; nothing of what is no number.
std::optional<double> csvNumber(llvm::StringRef Text);

/// The columns of a page, by their titles.
class CsvColumns {
public:
  CsvColumns() = default;
  explicit CsvColumns(CsvRow Titles) : Titles(std::move(Titles)) {}

  /// The \p Which-th column with that title, from 0.
  std::optional<size_t> find(llvm::StringRef Title, unsigned Which = 0) const;
  bool has(llvm::StringRef Title) const { return find(Title).has_value(); }
  /// The value below the first of \p Among that there is; empty if none is.
  llvm::StringRef text(const CsvRow &Row,
                       std::initializer_list<llvm::StringRef> Among) const;
  std::optional<double>
  number(const CsvRow &Row, std::initializer_list<llvm::StringRef> Among) const {
    return csvNumber(text(Row, Among));
  }
  size_t size() const { return Titles.size(); }

private:
  CsvRow Titles;
};

} // namespace bankfix

#endif // BANKFIX_LIB_PROFILE_CSV_H
