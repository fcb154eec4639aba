//===- Rewrite.cpp - From a plan to new source text -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentText.h"
#include "Definitions.h"
#include "Format.h"
#include "Rewriter.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

/// `(a + 2 * b)`, in parentheses as a whole, which hold nothing that binds less
/// than a sum does.
static bool isSum(llvm::StringRef Text) {
  if (!Text.consume_front("(") || !Text.consume_back(")"))
    return false;
  unsigned Depth = 0;
  for (char C : Text) {
    if (!llvm::isAlnum(C) && !llvm::StringRef("_ +-*/()").contains(C))
      return false;
    if (C == ')' && Depth-- == 0)
      return false;
    Depth += C == '(';
  }
  return true;
}

/// `L` becomes `(L + 1)`.
llvm::Error Rewriter::lengthen(FileRange Length, int64_t Added) {
  std::string Old = text(Length);
  if (isSum(Old))
    return insert(Length.End - 1, " + " + std::to_string(Added));
  long long Number;
  if (!llvm::StringRef(Old).getAsInteger(10, Number) && Old[0] != '0')
    return replace(Length, std::to_string(Number + Added));
  if (llvm::Error E = insert(Length.Begin, "("))
    return E;
  return insert(Length.End, " + " + std::to_string(Added) + ")");
}

/// The one of several factors that is the length \p Value of the array's rows;
/// null where that is not told. Of several with the value, it is one that is
/// spelt as accesses spell the length; of `N * N`, the last.
const FactorSource *Rewriter::rowFactor(llvm::ArrayRef<FactorSource> Factors,
                                        int64_t Value, unsigned Array) const {
  std::vector<const FactorSource *> Found;
  for (const FactorSource &F : Factors)
    if (F.Value && F.Value->isConst(Value))
      Found.push_back(&F);
  if (Found.empty() || Factors.size() == 1)
    return nullptr;
  auto IsOneText = [&] {
    return llvm::all_of(Found, [&](const FactorSource *F) {
      return text(F->Range) == text(Found.front()->Range);
    });
  };
  auto IsSpeltSo = [&](const FactorSource *F) {
    return llvm::any_of(Parsed->Map.Accesses, [&](const AccessSource &A) {
      return A.Array == Array &&
             llvm::any_of(A.Lengths, [&](const FactorSource &L) {
               return text(L.Range) == text(F->Range);
             });
    });
  };
  if (!IsOneText() && llvm::any_of(Found, IsSpeltSo))
    llvm::erase_if(Found, [&](auto *F) { return !IsSpeltSo(F); });
  return IsOneText() ? Found.back() : nullptr;
}

/// `n * L * sizeof(T)` becomes `n * (L + 1) * sizeof(T)`; any other size N,
/// `N + N / L`.
llvm::Error Rewriter::grow(const HostSizeSource &S,
                           const SourceChange::Growth &Growth) {
  if (const FactorSource *F = rowFactor(S.Factors, Growth.Unit, S.Array))
    return lengthen(F->Range, Growth.Added);
  return replace(S.Whole, grownSize(text(S.Whole), Growth));
}

/// Writes what the host says of the array's size. What rounds it up is for all
/// bytes: of elements it would ask for more than is needed.
llvm::Error Rewriter::resize(unsigned Array, const SourceChange &Change,
                             const MacroNames &Names) {
  const bool IsOfBytes =
      llvm::none_of(Change.Subscripts, [&](const IndexText &I) {
        return I.Macro == Change.Dims.front().Macro;
      });
  for (const HostSizeSource &S : Parsed->Map.HostSizes) {
    if (S.Array != Array || S.File != Number ||
        !Done.insert(S.Range.Begin).second)
      continue;
    llvm::Error E =
        Change.HostGrowth
            ? grow(S, *Change.HostGrowth)
            : write(0, Change.Dims.front(),
                    DimensionSource{IsOfBytes ? S.Whole : S.Range}, Names);
    if (E)
      return E;
  }
  return llvm::Error::success();
}

llvm::Error Rewriter::declare(unsigned Array, const SourceChange &Change,
                              const MacroNames &Names) {
  if (Change.keepsDeclaration())
    return llvm::Error::success();
  const ArraySource &Source = Parsed->Map.Arrays[Array];
  if (Parsed->Prog.Arrays[Array].Space != MemorySpace::Static)
    return resize(Array, Change, Names);
  assert(Source.Dims.size() == Change.Dims.size() &&
         "planned an unlocated array");
  if (!Source.Dims.empty())
    if (llvm::Error E = declareDims(Array, Change, Names))
      return E;
  for (const PointerSource &P : Parsed->Map.Pointers)
    if (P.Array == Array && !P.Dims.empty())
      if (llvm::Error E = declarePointer(P, Change, Names))
        return E;
  return tellPitches(Array, Change, Names);
}

/// The sizes of the array itself, which is not another instance's, too.
llvm::Error Rewriter::declareDims(unsigned Array, const SourceChange &Change,
                                  const MacroNames &Names) {
  const ArraySource &Source = Parsed->Map.Arrays[Array];
  if (Change.Rows)
    if (const FactorSource *F =
            rowFactor(Source.Dims.back().Factors, Change.Rows->Elements, Array))
      return Done.insert(Source.Dims.back().Range.Begin).second
                 ? lengthen(F->Range, Change.Rows->Added)
                 : llvm::Error::success();
  for (auto [D, New] : llvm::enumerate(Change.Dims))
    if (Done.insert(Source.Dims[D].Range.Begin).second)
      if (llvm::Error E = write(D, New, Source.Dims, Names))
        return E;
  return llvm::Error::success();
}

/// `load_matrix_sync(f, &a[0][0], 64)` becomes `load_matrix_sync(f, &a[0][0],
/// 72)`. Of rows in the last subscript alone, those change as one index does.
llvm::Error Rewriter::tellPitches(unsigned Array, const SourceChange &Change,
                                  const MacroNames &Names) {
  const unsigned Last = Change.Dims.size() - 1;
  for (const PitchSource &P : Parsed->Map.Pitches) {
    const bool Stays = P.IsFlat && Last > 0 && !Change.Rows &&
                       Change.Subscripts[Last].Macro.empty();
    if (P.Array != Array || Stays || !Done.insert(P.Length.Range.Begin).second)
      continue;
    if (Change.Rows) {
      if (llvm::Error E = lengthen(P.Length.Range, Change.Rows->Added))
        return E;
      continue;
    }
    if (Change.Dims[Last].From != Last || !Change.Dims[Last].Also.empty())
      return refuse("the length of its rows is told in another way");
    std::vector<DimensionSource> Old(Change.Dims.size());
    Old[Last] = P.Length;
    if (llvm::Error E = write(Last, Change.Dims[Last], Old, Names))
      return E;
  }
  return llvm::Error::success();
}

/// `float (*p)[32]` becomes `float (*p)[33]`: the sizes that it has.
llvm::Error Rewriter::declarePointer(const PointerSource &P,
                                     const SourceChange &Change,
                                     const MacroNames &Names) {
  if (const FactorSource *F =
          Change.Rows && !P.Dims.back().IsDeduced
              ? rowFactor(P.Dims.back().Factors, Change.Rows->Elements, P.Array)
              : nullptr)
    return Done.insert(P.Dims.back().Range.Begin).second
               ? lengthen(F->Range, Change.Rows->Added)
               : llvm::Error::success();
  std::vector<DimensionSource> Old(P.First);
  llvm::append_range(Old, P.Dims);
  for (auto [D, New] : llvm::enumerate(Change.Dims)) {
    auto IsMissing = [&](unsigned From) { return From < P.First; };
    if (D < P.First || Old[D].IsDeduced)
      continue;
    if (IsMissing(New.From) || llvm::any_of(New.Also, IsMissing))
      return llvm::createStringError(
          "the type of a pointer to its rows lacks a size");
    if (Done.insert(Old[D].Range.Begin).second)
      if (llvm::Error E = write(D, New, Old, Names))
        return E;
  }
  return llvm::Error::success();
}

/// `__shared__ float2 a[32]` becomes `__shared__ bankfix_float2_12 a[32]` or
/// `__shared__ __align__(256) float2 a[32]`, and `a[i]` becomes `a[i].v`.
llvm::Error Rewriter::element(unsigned Array, const SourceChange &Change) {
  const ArraySource &Source = Parsed->Map.Arrays[Array];
  std::string Name = Parsed->Prog.Arrays[Array].Name;
  if (Change.Alignment) {
    if (!Source.AlignAt)
      return refuse("the declaration of '" + Name + "' declares more than it");
    std::string N = std::to_string(Change.Alignment);
    if (Done.insert(*Source.AlignAt).second)
      if (llvm::Error E =
              insert(*Source.AlignAt,
                     isCuda() ? "__align__(" + N + ") "
                              : "__attribute__((aligned(" + N + "))) "))
        return E;
  }
  if (Change.MemberBytes)
    return addMember(Array);
  if (!Change.Wrap)
    return llvm::Error::success();
  ElementWrap W = *Change.Wrap;
  W.Name = Style.HelperPrefix + W.Name;
  FileRange Type = Source.ElementType;
  if (Type.Begin == Type.End || Parsed->Map.Identifiers.count(W.Name))
    return refuse("the type of the elements of '" + Name +
                  "' cannot be replaced where it stands");
  if (Done.insert(Type.Begin).second)
    if (llvm::Error E = replace(Type, W.Name))
      return E;
  auto [It, New] = Types.try_emplace(
      W.Name, WrapperType{Source.Outermost, Type.Begin, W, false});
  It->second.First = std::min(It->second.First, Source.Outermost);
  It->second.Last = std::max(It->second.Last, Type.Begin);
  It->second.IsPacked |= Parsed->Prog.Arrays[Array].Alignment > W.Alignment;
  for (const AccessSource &A : Parsed->Map.Accesses) {
    if (A.Array != Array)
      continue;
    if (A.ElementEnd == 0 || A.IsDereferenced)
      return refuse("an access to '" + Name + "' comes from a macro");
    if (Done.insert(A.ElementEnd).second)
      if (llvm::Error E = insert(A.ElementEnd, ".v"))
        return E;
  }
  return llvm::Error::success();
}

/// `struct Body { float x, y; }` becomes `struct Body { float x, y; unsigned
/// pad; }`.
llvm::Error Rewriter::addMember(unsigned Array) {
  const std::optional<MemberSource> &M = Parsed->Map.Arrays[Array].Member;
  if (!M)
    return refuse("the struct of '" + Parsed->Prog.Arrays[Array].Name +
                  "' cannot get another member");
  if (!Done.insert(M->Offset).second)
    return llvm::Error::success();
  MemberSource Written = *M;
  if (!Where.mayInsertLine(M->Offset))
    Written.Indent = std::nullopt;
  return insert(M->Offset,
                memberDefinition(Written, Text.take_front(M->Offset), NewLine));
}

/// The macro under a name that means nothing else in the file.
const IndexHelper &Rewriter::define(const IndexHelper &Wanted) {
  FileNames Taken = Number ? Parsed->Map.Hosts[Number - 1].Identifiers
                           : Parsed->Map.Identifiers;
  for (const auto &[Name, M] : Macros) {
    if (Name == Wanted.Name && M.Body == Wanted.Body)
      return M;
    Taken.insert(M.Name);
  }
  IndexHelper M = Wanted;
  const std::string Name = M.Name = Style.HelperPrefix + Wanted.Name;
  auto IsInHeader = [&] {
    return usesHeader() && HelperText.contains(macroDefinition(M, "\n"));
  };
  auto IsTaken = [&] {
    return Taken.count(M.Name) ||
           HelperText.contains("#define " + M.Name + "(");
  };
  for (unsigned N = 2; !IsInHeader() && IsTaken(); ++N)
    M.Name = Name + "_" + std::to_string(N);
  Macros.emplace_back(Wanted.Name, std::move(M));
  return Macros.back().second;
}

/// The function by which \p M gets the index of \p A, evaluated once; \p M
/// where that does not matter.
llvm::Expected<IndexHelper> Rewriter::evaluatedOnce(const IndexHelper &M,
                                                    const AccessSource &A) {
  if (A.OnceType.empty())
    return M;
  if (!Where.forFunctions())
    return refuse("an index has to be evaluated once, and no place before it "
                  "is one for a function in every configuration of the "
                  "preprocessor");
  std::string Name = fixFunction(M.Name, A.OnceType);
  std::string Definition = functionDefinition(Name, M.Name, A.OnceType,
                                              isCuda(), helperNewLine());
  bool IsInHeader = usesHeader() && HelperText.contains(Definition);
  if (M.Parameters.size() != 1 ||
      (Parsed->Map.Identifiers.count(Name) && !IsInHeader))
    return refuse("an index has to be evaluated once, by '" + Name +
                  "', which is something else");
  Functions.try_emplace(Name, std::move(Definition));
  IndexHelper Function = M;
  Function.Name = std::move(Name);
  return Function;
}

/// What the indices of \p A go through in place of \p Names.
llvm::Expected<Rewriter::MacroNames> Rewriter::namesFor(const MacroNames &Names,
                                                        const AccessSource &A) {
  MacroNames Out;
  for (const auto &[Name, M] : Names) {
    llvm::Expected<IndexHelper> Used = evaluatedOnce(M, A);
    if (!Used)
      return Used.takeError();
    Out.emplace(Name, std::move(*Used));
  }
  return Out;
}

/// Makes banks 8 bytes wide before the launches.
llvm::Error Rewriter::widenBanks() {
  for (const LaunchPoint &P : Parsed->Map.LaunchPoints)
    if (llvm::Error E = insert(
            P.Offset,
            "cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);" +
                (P.Indent && Where.mayInsertLine(P.Offset) ? NewLine + *P.Indent
                                                           : " ")))
      return E;
  return llvm::Error::success();
}

/// `#define OFFSET(n) ((n) >> 4)` gets another body; or the constant in it, and
/// the power of two of that, other numbers.
llvm::Error Rewriter::redefine(const OffsetChange &Change) {
  for (const OffsetSource &S : Parsed->Map.Offsets) {
    if (S.Macro != Change.Macro || !Done.insert(S.Body.Begin).second)
      continue;
    bool ByConstant = S.Shift.Begin != S.Shift.End &&
                      Change.Terms.size() == 1 && Change.Terms[0].Times == 1;
    if (!ByConstant)
      return replace(S.Body, Change.Body);
    unsigned Shift = Change.Terms[0].Shift;
    if (S.Power.Begin != S.Power.End)
      if (llvm::Error E =
              replace(S.Power, std::to_string(uint64_t(1) << Shift)))
        return E;
    return replace(S.Shift, std::to_string(Shift));
  }
  return llvm::Error::success();
}

llvm::Error Rewriter::apply(const ArrayPlan &Plan) {
  SourceChange Change = Plan.Map->change(Parsed->Prog.Arrays[Plan.Array]);
  if (Change.EightByteBanks && !WidensBanks) {
    WidensBanks = true;
    if (llvm::Error E = widenBanks())
      return E;
  }
  if (Change.Offsets && Number == 0)
    if (llvm::Error E = redefine(*Change.Offsets))
      return E;
  // Accesses through all rows have another macro.
  bool IsFlat = Change.Flat && Change.keepsDeclaration() &&
                llvm::all_of(Parsed->Map.Accesses, [&](const AccessSource &A) {
                  return A.Array != Plan.Array || A.Pointer || A.IsNumber;
                });
  MacroNames Names;
  for (const IndexHelper &M : Change.Macros)
    if (!IsFlat || Change.Subscripts.size() == 1)
      Names[M.Name] = define(M);
  if (Number || Included)
    return resize(Plan.Array, Change, Names);
  if (llvm::Error E = declare(Plan.Array, Change, Names))
    return E;
  if (llvm::Error E = element(Plan.Array, Change))
    return E;
  if (Style.Comments)
    comment(Plan);
  require(Plan);
  return index(Plan.Array, Change, Names);
}

/// Says why, behind the array's declaration if it ends its line, else above it.
void Rewriter::comment(const ArrayPlan &Plan) {
  const std::optional<unsigned> &At = Parsed->Map.Arrays[Plan.Array].Behind;
  if (!At || Plan.Why.empty())
    return;
  std::string New = "// " + Plan.Why;
  llvm::StringRef Rest = Text.drop_front(*At).take_until(
      [](char C) { return C == '\n' || C == '\r'; });
  if (Rest.trim().empty()) {
    std::string &There = Definitions[*At];
    if (!llvm::StringRef(There).contains(New)) // Of another instance.
      There = " " + New + There;
    return;
  }
  // In a macro's body, a comment would end it.
  if (!Rest.ltrim().starts_with("//") || Rest.ends_with("\\") ||
      !Where.mayInsertLine(*At))
    return;
  unsigned Start = Text.take_front(*At).rfind('\n') + 1;
  std::string Line = indentAt(Text, *At) + New + NewLine;
  std::string &There = Definitions[Start];
  if (!llvm::StringRef(There).contains(New))
    There += Line;
}

/// What builds have to be like stands behind the array's declaration, or where
/// the file ends.
void Rewriter::require(const ArrayPlan &Plan) {
  for (auto [I, R] : llvm::enumerate(Plan.Requirements)) {
    unsigned At =
        R.IsAtEnd ? Text.size() : *Parsed->Map.Arrays[Plan.Array].Behind;
    std::string New = requirementText(R, Parsed->Prog.Arrays[Plan.Array].Name,
                                      R.IsAtEnd ? Plan.Array : I, isCuda());
    if (R.IsAtEnd) {
      New += NewLine;
      if (!Text.ends_with("\n") && Definitions[At].empty())
        New = NewLine + New;
    } else if (Where.mayInsertLine(At)) {
      New = NewLine + indentAt(Text, At) + New;
      At = behindComment(Text, At);
    } else {
      New = " " + New;
    }
    std::string &There = Definitions[At];
    if (!llvm::StringRef(There).contains(New)) // Of another instance.
      There += New;
  }
}

/// The line that the file needs, empty where it has it.
std::string Rewriter::includeOfHelpers() const {
  std::string Line =
      "#include \"" + pathFrom(Path, Style.HelperHeader) + "\"" + NewLine;
  bool HasIt = Text.starts_with(Line) || Text.contains("\n" + Line);
  return HasIt ? "" : Line;
}

/// A file that this one includes defines \p M.
bool Rewriter::isIncluded(const IndexHelper &M) const {
  return Included &&
         llvm::any_of(llvm::ArrayRef{"\n", "\r\n"}, [&](const char *End) {
           return Included->contains(macroDefinition(M, End));
         });
}

/// What the file gets names \p M: a kernel of OpenCL and its host need not use
/// the same. What is CUDA's is included where its sizes are.
bool Rewriter::isNamed(const IndexHelper &M) const {
  if (isCuda() && !Number)
    return true;
  auto Names = [&](llvm::StringRef New) { return hasWord(New, M.Name); };
  return llvm::any_of(Edits,
                      [&](const clang::tooling::Replacement &R) {
                        return Names(R.getReplacementText());
                      }) ||
         llvm::any_of(Definitions,
                      [&](const auto &D) { return Names(D.second); }) ||
         llvm::any_of(Functions,
                      [&](const auto &F) { return Names(F.second); }) ||
         llvm::any_of(Macros, [&](const auto &Other) {
           return Names(Other.second.Body) && isNamed(Other.second);
         });
}

void Rewriter::defineMacros() {
  std::vector<std::string> Each;
  for (const auto &[Wanted, M] : Macros)
    if (isNamed(M) && !isIncluded(M))
      Each.push_back(macroDefinition(M, helperNewLine()));
  for (const auto &[Name, Definition] : Functions)
    Each.push_back(Definition);
  if (Each.empty() || !MacrosAt)
    return;
  std::string All = llvm::join(Each, "");
  if (usesHeader()) {
    Helpers = std::move(Each);
    All = includeOfHelpers();
    if (All.empty())
      return;
  }
  llvm::StringRef Head = Text.take_front(*MacrosAt);
  bool BlankBefore = Head.empty() || Head == "\xef\xbb\xbf" ||
                     Head.ends_with(NewLine + NewLine);
  bool BlankAfter = Text.drop_front(*MacrosAt).starts_with(NewLine);
  Definitions[*MacrosAt] =
      (BlankBefore ? "" : NewLine) + All + (BlankAfter ? "" : NewLine);
}

/// What follows upon \p Before starts a line; a byte order mark is no text.
static bool startsLine(llvm::StringRef Before) {
  return Before.empty() || Before.ends_with("\n") || Before == "\xef\xbb\xbf";
}

llvm::Error Rewriter::defineTypes() {
  for (const auto &[Name, T] : Types) {
    std::optional<TypePlace> At = Where.forType(T.First, T.Last);
    if (!At)
      return refuse("no place before it is one for a declaration of '" + Name +
                    "' in every configuration of the preprocessor");
    std::string New =
        typeDefinition(T.Wrap, T.IsPacked, At->IsLine ? NewLine : "");
    if (!At->IsLine)
      New = At->IsBehind ? " " + New : New + " ";
    else if (!Definitions.count(At->Offset) &&
             !startsLine(Text.take_front(At->Offset)))
      New = NewLine + New;
    Definitions[At->Offset] += New;
  }
  return llvm::Error::success();
}

static llvm::Expected<clang::tooling::Replacements>
replacements(const EditedFile &File, const ParsedFile &Parsed,
             llvm::ArrayRef<ArrayPlan> Plans,
             llvm::ArrayRef<PlannedBuild> Others,
             std::vector<std::string> &Helpers) {
  Rewriter R(File, Parsed);
  for (const ArrayPlan &P : Plans)
    if (P.Map && (File.Number == 0 || R.isSizedHere(P.Array)))
      if (llvm::Error E = R.apply(P))
        return E;
  for (const PlannedBuild &Other : Others) {
    R.goOnIn(*Other.Parsed);
    for (const ArrayPlan &P : Other.Plans)
      if (P.Map)
        if (llvm::Error E = R.apply(P))
          return E;
  }
  R.goOnIn(Parsed);
  auto Edits = R.finish();
  Helpers = R.helpers();
  if (!Edits || File.Style.Format == FormatStyle::None)
    return Edits;
  return formatted(File.Text, File.Path, std::move(*Edits), R.keepsLines());
}

llvm::Expected<RewrittenFile>
bankfix::rewrite(const EditedFile &File, const ParsedFile &Parsed,
                 llvm::ArrayRef<ArrayPlan> Plans,
                 llvm::ArrayRef<PlannedBuild> Others) {
  RewrittenFile Out;
  auto Edits = replacements(File, Parsed, Plans, Others, Out.Helpers);
  if (!Edits)
    return Edits.takeError();
  auto Text = clang::tooling::applyAllReplacements(File.Text, *Edits);
  if (!Text)
    return Text.takeError();
  Out.Text = std::move(*Text);
  return Out;
}

llvm::Expected<std::vector<SourceEdit>>
bankfix::editsOf(const EditedFile &File, const ParsedFile &Parsed,
                 llvm::ArrayRef<ArrayPlan> Plans,
                 llvm::ArrayRef<PlannedBuild> Others) {
  std::vector<std::string> Helpers;
  auto Edits = replacements(File, Parsed, Plans, Others, Helpers);
  if (!Edits)
    return Edits.takeError();
  std::vector<SourceEdit> Out;
  for (const clang::tooling::Replacement &R : *Edits)
    Out.push_back(
        {"", R.getOffset(), R.getLength(), R.getReplacementText().str()});
  std::string Header = withHelpers(File.HelperText, Helpers);
  if (llvm::StringRef New = Header; New.consume_front(File.HelperText))
    if (!New.empty())
      Out.push_back({File.Style.HelperHeader,
                     unsigned(File.HelperText.size()), 0, New.str()});
  return Out;
}
