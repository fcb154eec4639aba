//===- Csv.cpp - Rows of comma-separated values ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Csv.h"

using namespace bankfix;
using llvm::StringRef;

CsvRow bankfix::csvRow(StringRef Line) {
  CsvRow Row(1);
  bool IsQuoted = false;
  for (size_t I = 0; I < Line.size(); ++I) {
    char C = Line[I];
    if (IsQuoted && C == '"' && I + 1 < Line.size() && Line[I + 1] == '"')
      Row.back() += Line[++I];
    else if (C == '"')
      IsQuoted = !IsQuoted;
    else if (C == ',' && !IsQuoted)
      Row.emplace_back();
    else
      Row.back() += C;
  }
  return Row;
}

std::optional<double> bankfix::csvNumber(StringRef Text) {
  std::string Plain;
  for (char C : Text.trim())
    if (C != ',')
      Plain += C;
  double Value = 0;
  if (Plain.empty() || StringRef(Plain).getAsDouble(Value))
    return std::nullopt;
  return Value;
}

std::optional<size_t> CsvColumns::find(StringRef Title, unsigned Which) const {
  for (size_t I = 0; I < Titles.size(); ++I)
    if (StringRef(Titles[I]).trim() == Title && Which-- == 0)
      return I;
  return std::nullopt;
}

StringRef CsvColumns::text(const CsvRow &Row,
                           std::initializer_list<StringRef> Among) const {
  for (StringRef Title : Among)
    if (std::optional<size_t> At = find(Title); At && *At < Row.size())
      return StringRef(Row[*At]).trim();
  return "";
}
