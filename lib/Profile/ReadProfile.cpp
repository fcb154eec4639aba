//===- ReadProfile.cpp - What ncu and rocprof print -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nsight Compute's pages, as `ncu --csv` prints them (2025.3):
//
//   raw      one row a launch, a column a metric, the second row has units
//   details  one row a launch and metric: "Metric Name", "Metric Value"
//   source   for each launch "File Path", "Function Name" and a table: a row with
//            "Line No" is a line of the source, those below it its instructions;
//            of two columns "Source" the second is the instruction
//
// rocprof: `results.csv` and rocprofv3's `kernel_trace.csv` have a row a launch,
// `results.stats.csv` one a kernel.
//
//===----------------------------------------------------------------------===//

#include "Csv.h"
#include "bankfix/Profile/Profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace bankfix;
using llvm::StringRef;

namespace {

constexpr llvm::StringLiteral Wavefronts = "L1 Wavefronts Shared";
constexpr llvm::StringLiteral Ideal = "L1 Wavefronts Shared Ideal";
constexpr llvm::StringLiteral Executed = "Instructions Executed";

/// Nanoseconds of a unit as ncu names it; 0 of what is no time.
double nanosecondsOf(StringRef Unit) {
  return llvm::StringSwitch<double>(Unit)
      .Cases({"ns", "nsecond"}, 1)
      .Cases({"us", "usecond"}, 1e3)
      .Cases({"ms", "msecond"}, 1e6)
      .Cases({"s", "second"}, 1e9)
      .Default(0);
}

/// The three numbers of "(32, 8, 1)".
std::optional<std::array<uint64_t, 3>> extents(StringRef Text) {
  std::array<uint64_t, 3> Out = {1, 1, 1};
  if (!Text.consume_front("("))
    return std::nullopt;
  for (uint64_t &Each : Out) {
    auto [First, Rest] = Text.split(',');
    if (First.trim(" )").getAsInteger(10, Each))
      return std::nullopt;
    Text = Rest;
  }
  return Out;
}

/// One launch, or all launches of a kernel where only their sum is known.
struct Launch {
  std::optional<std::array<uint64_t, 3>> Block;
  uint64_t Count = 1, Blocks = 0;
  double Nanoseconds = 0;
};

enum class Page : uint8_t { None, Raw, Details, Source, Trace, Stats };

class Reader {
public:
  llvm::Expected<Profile> read(StringRef Text);

private:
  llvm::Error row(CsvRow Row);
  Page pageOf(const CsvColumns &C) const;
  llvm::Error begin(Page P, CsvRow Titles);
  void rawRow(const CsvRow &Row);
  void detailsRow(const CsvRow &Row);
  void sourceRow(const CsvRow &Row);
  void traceRow(const CsvRow &Row);
  void statsRow(const CsvRow &Row);
  void add(StringRef Function, const Launch &L);
  MeasuredKernel &kernel(const std::string &Name);
  MeasuredLine &line(AccessOp Op);

  Profile P;
  Page Now = Page::None;
  CsvColumns Columns;
  CsvRow Units; ///< Of the raw page.
  std::string File, Function, LineText;
  unsigned Line = 0;
  /// Of the details page: launches that are there, by process and number.
  std::set<std::pair<std::string, std::string>> Seen;
};

MeasuredKernel &Reader::kernel(const std::string &Name) {
  auto It = llvm::find_if(
      P.Kernels, [&](const MeasuredKernel &K) { return K.Name == Name; });
  if (It != P.Kernels.end())
    return *It;
  P.Kernels.push_back({Name, {}, 0});
  return P.Kernels.back();
}

void Reader::add(StringRef Function, const Launch &L) {
  MeasuredKernel &K = kernel(plainKernelName(Function));
  MeasuredShape New;
  if (L.Block) {
    New.HasBlock = true;
    llvm::copy(*L.Block, New.Block.begin());
  }
  auto It = llvm::find_if(K.Shapes, [&](const MeasuredShape &S) {
    return S.HasBlock == New.HasBlock && S.Block == New.Block;
  });
  MeasuredShape &S =
      It != K.Shapes.end() ? *It : K.Shapes.emplace_back(New);
  // Where the grid of one launch is not known, the sum is not.
  S.Blocks = S.Launches && !S.Blocks ? 0 : L.Blocks ? S.Blocks + L.Blocks : 0;
  S.Launches += L.Count;
  S.Nanoseconds += L.Nanoseconds;
}

static uint64_t product(const std::optional<std::array<uint64_t, 3>> &E) {
  return E ? (*E)[0] * (*E)[1] * (*E)[2] : 0;
}

void Reader::rawRow(const CsvRow &Row) {
  StringRef Name = Columns.text(Row, {"Kernel Name"});
  if (Name.empty()) {
    Units = Row;
    return;
  }
  Launch L;
  L.Block = extents(Columns.text(Row, {"Block Size"}));
  L.Blocks = product(extents(Columns.text(Row, {"Grid Size"})));
  if (std::optional<size_t> At = Columns.find("gpu__time_duration.sum");
      At && *At < Row.size() && *At < Units.size())
    L.Nanoseconds =
        csvNumber(Row[*At]).value_or(0) * nanosecondsOf(Units[*At]);
  add(Name, L);
}

void Reader::detailsRow(const CsvRow &Row) {
  StringRef Name = Columns.text(Row, {"Kernel Name"});
  StringRef Metric = Columns.text(Row, {"Metric Name"});
  Launch L;
  L.Block = extents(Columns.text(Row, {"Block Size"}));
  if (Seen.insert({Columns.text(Row, {"Process ID"}).str(),
                   Columns.text(Row, {"ID"}).str()})
          .second) {
    L.Blocks = product(extents(Columns.text(Row, {"Grid Size"})));
    add(Name, L);
  }
  if (Metric != "Duration" && Metric != "gpu__time_duration.sum")
    return;
  double Time = Columns.number(Row, {"Metric Value"}).value_or(0) *
                nanosecondsOf(Columns.text(Row, {"Metric Unit"}));
  MeasuredKernel &K = kernel(plainKernelName(Name));
  for (MeasuredShape &S : K.Shapes)
    if (!L.Block || llvm::equal(S.Block, *L.Block)) {
      S.Nanoseconds += Time;
      return;
    }
}

MeasuredLine &Reader::line(AccessOp Op) {
  std::string Kernel = plainKernelName(Function);
  for (MeasuredLine &L : P.Lines)
    if (L.Line == Line && L.Op == Op && L.Kernel == Kernel && L.File == File)
      return L;
  P.Lines.push_back({File, Kernel, Line, Op, {}, LineText});
  return P.Lines.back();
}

void Reader::sourceRow(const CsvRow &Row) {
  StringRef Number = Columns.text(Row, {"Line No"});
  const bool HasTwo = Columns.find("Source", 1).has_value();
  size_t At = *Columns.find("Source", HasTwo ? 1 : 0);
  if (!Number.empty()) {
    if (Number.getAsInteger(10, Line))
      Line = 0;
    LineText = Columns.text(Row, {"Source"}).str();
    return;
  }
  std::optional<SassAccess> I;
  if (Line && At < Row.size())
    I = sassAccess(Row[At]);
  if (!I)
    return;
  MeasuredLine &L = line(I->Op);
  if (!llvm::is_contained(L.Bytes, I->Bytes))
    L.Bytes.push_back(I->Bytes);
  L.Executed += Columns.number(Row, {Executed}).value_or(0);
  L.Wavefronts += Columns.number(Row, {Wavefronts}).value_or(0);
  L.Ideal += Columns.number(Row, {Ideal}).value_or(0);
}

void Reader::traceRow(const CsvRow &Row) {
  auto Number = [&](std::initializer_list<StringRef> Titles) {
    return Columns.number(Row, Titles);
  };
  StringRef Name = Columns.text(Row, {"KernelName", "Kernel_Name"});
  if (Name.empty())
    return;
  Launch L;
  std::optional<double> X = Number({"Workgroup_Size_X", "Workgroup_Size"});
  if (X && Number({"Workgroup_Size_Y"}))
    L.Block = {uint64_t(*X), uint64_t(*Number({"Workgroup_Size_Y"})),
               uint64_t(Number({"Workgroup_Size_Z"}).value_or(1))};
  std::optional<double> Begin = Number({"Start_Timestamp", "BeginNs"});
  std::optional<double> End = Number({"End_Timestamp", "EndNs"});
  if (std::optional<double> Duration = Number({"DurationNs"}))
    L.Nanoseconds = *Duration;
  else if (Begin && End)
    L.Nanoseconds = *End - *Begin;
  add(Name, L);
}

void Reader::statsRow(const CsvRow &Row) {
  StringRef Name = Columns.text(Row, {"Name"});
  if (Name.empty())
    return;
  Launch L;
  L.Count = Columns.number(Row, {"Calls"}).value_or(1);
  L.Nanoseconds = Columns.number(Row, {"TotalDurationNs"}).value_or(0);
  add(Name, L);
}

Page Reader::pageOf(const CsvColumns &C) const {
  if (C.has("Kernel Name") && C.has("Metric Name"))
    return Page::Details;
  if (C.has("Kernel Name") && C.has("Grid Size"))
    return Page::Raw;
  if (C.has("Source") && C.has("Line No"))
    return Page::Source;
  if (C.has("KernelName") || C.has("Kernel_Name"))
    return Page::Trace;
  if (C.has("Name") && C.has("TotalDurationNs"))
    return Page::Stats;
  return Page::None;
}

llvm::Error Reader::begin(Page Begun, CsvRow Titles) {
  Now = Begun;
  Columns = CsvColumns(std::move(Titles));
  Units.clear();
  if (Now != Page::Source)
    return llvm::Error::success();
  for (StringRef Title : {StringRef(Executed), StringRef(Wavefronts),
                          StringRef(Ideal)})
    if (!Columns.has(Title))
      return llvm::createStringError("the source page has no column '" + Title +
                                     "'; ncu collects it with --section "
                                     "SourceCounters or --set full");
  return llvm::Error::success();
}

llvm::Error Reader::row(CsvRow Row) {
  if (Row.size() == 2 && (Row[0] == "File Path" || Row[0] == "File Name")) {
    File = Row[1];
    Line = 0;
    return llvm::Error::success();
  }
  if (Row.size() == 2 && (Row[0] == "Function Name" || Row[0] == "Kernel Name")) {
    Function = Row[1];
    Line = 0;
    ++kernel(plainKernelName(Function)).Pages;
    return llvm::Error::success();
  }
  if (Page Begun = pageOf(CsvColumns(Row)); Begun != Page::None)
    return begin(Begun, std::move(Row));
  // ncu leaves out what rules say, at the end, where none says anything.
  const bool IsMetric = Now == Page::Details && Row.size() < Columns.size() &&
                        !Columns.text(Row, {"Metric Value"}).empty();
  if (Row.size() != Columns.size() && !IsMetric)
    return llvm::Error::success(); // What the program printed.
  switch (Now) {
  case Page::Raw:
    rawRow(Row);
    break;
  case Page::Details:
    detailsRow(Row);
    break;
  case Page::Source:
    sourceRow(Row);
    break;
  case Page::Trace:
    traceRow(Row);
    break;
  case Page::Stats:
    statsRow(Row);
    break;
  case Page::None:
    break;
  }
  return llvm::Error::success();
}

llvm::Expected<Profile> Reader::read(StringRef Text) {
  while (!Text.empty()) {
    auto [First, Rest] = Text.split('\n');
    if (llvm::Error E = row(csvRow(First.rtrim("\r"))))
      return E;
    Text = Rest;
  }
  if (P.Kernels.empty())
    return llvm::createStringError(
        "no kernel is in it; it should be what 'ncu --csv' or rocprof printed");
  return std::move(P);
}

} // namespace

llvm::Expected<Profile> bankfix::readProfile(StringRef Text) {
  return Reader().read(Text);
}
