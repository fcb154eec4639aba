//===- OpenCLHost.cpp - What a host program says of its kernels -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenCLHost.h"
#include "HostFunctions.h"
#include "HostTokens.h"
#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

using namespace bankfix;

namespace {

using Value = std::optional<int64_t>;

class HostReader {
public:
  HostReader(const HostSource &Source, ExprPool &Pool)
      : Text(Source.Headers + Source.Text), Start(Source.Headers.size()),
        HasReferences(!llvm::StringRef(Source.Path).ends_with(".c")),
        T(Text, Start), Constants(T, Pool), Kernels(T) {}
  OpenCLHost read();

private:
  /// What a pointer for an argument's value may be.
  enum class Pointer : uint8_t { Null, Address, Unknown };

  void setArgument(const HostCall &C, size_t At);
  void setMethod(const HostCall &C, size_t At);
  void setByMacro(size_t At);
  void setSkipped(size_t Byte);
  TokenSpan localSize(const HostCall &C) const;
  void setLocal(const std::string &Kernel, unsigned Index, TokenSpan Bytes,
                size_t At, size_t End);
  void setValue(const std::string &Kernel, unsigned Index, const HostCall &C);
  void addUnread(HostUnread U, size_t Byte, size_t End);
  bool addArgument(const std::string &Kernel, unsigned Index, TokenSpan Size);
  void enqueue(const HostCall &C);
  void addDefines(llvm::StringRef Options);
  std::string formatted(const HostCall &C) const;
  SourcePlace placeOf(size_t Byte) const;
  TokenSpan withoutCasts(const HostTokens &In, TokenSpan S) const;
  Pointer pointer(const HostTokens &In, TokenSpan S, TokenSpan Size) const;
  Pointer argumentOf(size_t At, llvm::StringRef Name) const;

  std::string Text;
  size_t Start;       ///< Where the file begins, behind its headers.
  bool HasReferences; ///< It is C++.
  HostTokens T;
  HostConstants Constants;
  HostKernels Kernels;
  OpenCLHost Out;
};

/// The factors of \p S, if it is a product; else itself.
std::vector<TokenSpan> factors(const HostTokens &T, TokenSpan S) {
  std::vector<TokenSpan> Out;
  size_t Begin = S.Begin;
  for (size_t I = S.Begin; I < S.End; ++I) {
    llvm::StringRef Text = T[I].IsString ? "" : llvm::StringRef(T[I].Text);
    if (Text == "(" || Text == "[") {
      I = T.behind(I) - 1;
    } else if (Text == "*" && I > Begin) {
      Out.push_back({Begin, I});
      Begin = I + 1;
    } else if (!T[I].IsName && Text != "." && Text != "->" &&
               !llvm::isDigit(Text.empty() ? ' ' : Text[0])) {
      return {S};
    }
  }
  Out.push_back({Begin, S.End});
  return Out;
}

/// Evaluating \p S twice may differ from evaluating it once.
bool mayChange(const HostTokens &T, TokenSpan S) {
  for (size_t I = S.Begin; I < S.End; ++I) {
    llvm::StringRef Text = T[I].Text;
    bool Calls = T[I].IsName && I + 1 < S.End && T[I + 1].Text == "(" &&
                 Text != "sizeof" && !T.Functions.count(T[I].Text);
    if (Calls || Text == "++" || Text == "--" || Text == "=")
      return true;
  }
  return false;
}

SourcePlace HostReader::placeOf(size_t Byte) const {
  SourcePlace P;
  llvm::StringRef Before = llvm::StringRef(Text).slice(Start, Byte);
  P.Line = Before.count('\n') + 1;
  P.Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  return P;
}

/// Adds a call whose text is [Byte, End).
void HostReader::addUnread(HostUnread U, size_t Byte, size_t End) {
  U.InHeader = Byte < Start;
  U.Place = U.InHeader ? SourcePlace{"", 1, 1} : placeOf(Byte);
  U.Text = llvm::StringRef(Text).slice(Byte, End).str();
  Out.Unread.push_back(std::move(U));
}

/// False for a size that cannot be changed in its place.
bool HostReader::addArgument(const std::string &Kernel, unsigned Index,
                             TokenSpan Size) {
  if (Size.size() == 0 || T[Size.Begin].Begin < Start || mayChange(T, Size))
    return false;
  HostArgument A{Kernel, Index, Size, {}, Constants.expression(Size), {}, -1};
  A.Place = placeOf(T[Size.Begin].Begin);
  for (TokenSpan F : factors(T, Size)) {
    if (T[F.Begin].Text == "sizeof")
      A.SizeOf = A.Factors.size();
    A.Factors.push_back({{unsigned(T[F.Begin].Begin - Start),
                          unsigned(T[F.End - 1].End - Start)},
                         Constants.expression(F),
                         F.size() != 1});
  }
  Out.Arguments.push_back(std::move(A));
  return true;
}

/// `p` of `(void *)p` and of `(p)`.
TokenSpan HostReader::withoutCasts(const HostTokens &In, TokenSpan S) const {
  while (S.size() > 2 && In[S.Begin].Text == "(" && !In[S.Begin].IsString) {
    size_t Close = In.behind(S.Begin);
    if (Close >= S.End)
      S = {S.Begin + 1, S.End - 1};
    else
      S.Begin = Close;
  }
  return S;
}

/// What all calls of the function around token \p At pass for its parameter
/// \p Name.
HostReader::Pointer HostReader::argumentOf(size_t At,
                                           llvm::StringRef Name) const {
  const HostFunction *F = Kernels.around(At);
  size_t Own = F ? F->Head.Begin : 0;
  while (F && Own < F->Head.End && T[Own].Text != "(")
    ++Own;
  std::optional<HostCall> Head =
      F && Own > 0 && Own < F->Head.End ? T.call(Own - 1) : std::nullopt;
  size_t Number = 0;
  while (Head && Number < Head->Args.size() &&
         (Head->Args[Number].size() == 0 ||
          T[Head->Args[Number].End - 1].Text != Name))
    ++Number;
  if (!Head || Number == Head->Args.size())
    return Pointer::Unknown;
  bool IsCalled = false;
  for (size_t I = 1; I < T.size(); ++I) {
    std::optional<HostCall> C = T.call(I);
    bool IsDeclared =
        T[I - 1].Text == "*" || (T[I - 1].IsName && T[I - 1].Text != "return" &&
                                 T[I - 1].Text != "else");
    if (!C || T[I].Text != T[Own - 1].Text || IsDeclared)
      continue;
    TokenSpan Given = Number < C->Args.size() ? C->Args[Number] : TokenSpan{};
    if (pointer(T, Given, {}) != Pointer::Address)
      return Pointer::Unknown;
    IsCalled = true;
  }
  return IsCalled ? Pointer::Address : Pointer::Unknown;
}

/// What \p S is, an argument of \p Size.
HostReader::Pointer HostReader::pointer(const HostTokens &In, TokenSpan S,
                                        TokenSpan Size) const {
  S = withoutCasts(In, S);
  if (S.size() == 0)
    return Pointer::Unknown;
  llvm::StringRef First = In[S.Begin].Text;
  if (S.size() == 1 && (First == "NULL" || First == "0" || First == "nullptr"))
    return Pointer::Null;
  // Local memory for one element has no conflicts.
  bool OfOne = Size.size() > 2 && In[Size.Begin].Text == "sizeof" &&
               In.behind(Size.Begin + 1) == Size.End;
  if (First == "&" || OfOne)
    return Pointer::Address;
  if (S.size() == 1 && In[S.Begin].IsName && &In == &T && Size.size())
    return argumentOf(S.Begin, First);
  return Pointer::Unknown;
}

/// What the call, token \p At up to token \p End, gives the argument: \p Given
/// bytes.
void HostReader::setLocal(const std::string &Kernel, unsigned Index,
                          TokenSpan Given, size_t At, size_t End) {
  HostUnread Unread;
  Unread.Kernels = {Kernel};
  Unread.Index = Index;
  if (!addArgument(Kernel, Index, Given))
    addUnread(std::move(Unread), T[At].Begin, T[End - 1].End);
  Value Bytes = Constants.value(Given);
  std::optional<uint64_t> Size;
  if (Bytes && *Bytes >= 0)
    Size = *Bytes;
  auto [It, New] = Out.Kernels[Kernel].LocalBytes.try_emplace(Index, Size);
  if (!New && It->second != Size)
    It->second = std::nullopt;
}

/// `clSetKernelArg(k, 3, sizeof(int), &n)`
void HostReader::setValue(const std::string &Kernel, unsigned Index,
                          const HostCall &C) {
  TokenSpan P = withoutCasts(T, C.Args[3]), Size = C.Args[2];
  std::optional<HostValue> Known;
  if (P.size() == 2 && T[P.Begin].Text == "&" && T[P.Begin + 1].IsName) {
    HostValue V;
    const std::string &Name = T[P.Begin + 1].Text;
    Value N = Constants.scalar(Name, HasReferences, V.Bytes);
    bool IsWhole = Size.size() == 4 && T[Size.Begin].Text == "sizeof" &&
                   T[Size.Begin + 2].Text == Name;
    V.Value = N.value_or(0);
    if (N && (IsWhole || Constants.value(Size) == int64_t(V.Bytes)))
      Known = V;
  }
  auto [It, New] = Out.Kernels[Kernel].Values.try_emplace(Index, Known);
  if (!New && It->second != Known)
    It->second = std::nullopt;
}

/// `clSetKernelArg(k, 2, bytes, NULL)`
void HostReader::setArgument(const HostCall &C, size_t At) {
  if (C.Args.size() < 4)
    return;
  HostKernels::Choice K = Kernels.in(C.Args[0]);
  Pointer P = pointer(T, C.Args[3], C.Args[2]);
  Value Index = Constants.value(C.Args[1]);
  if (const HostFunction *F = Kernels.around(At); F && !Index)
    Index = counterValue(T, Constants, *F, C.Args[1]);
  if (Index && (*Index < 0 || *Index > 1024))
    Index = std::nullopt;
  if (K.only() && Index && P != Pointer::Unknown) {
    if (P == Pointer::Null)
      setLocal(*K.only(), *Index, C.Args[2], At, C.End);
    else
      setValue(*K.only(), *Index, C);
    return;
  }
  HostUnread U;
  if (!K.MayBeOther)
    U.Kernels = K.Names;
  if (Index)
    U.Index = *Index;
  U.MayBeLocal = P != Pointer::Address;
  addUnread(std::move(U), T[At].Begin, T[C.End - 1].End);
}

/// The bytes in `setArg(1, cl::Local(bytes))` and `setArg(1, bytes, NULL)`;
/// nothing in other calls.
TokenSpan HostReader::localSize(const HostCall &C) const {
  if (C.Args.size() == 3)
    return pointer(T, C.Args[2], {}) == Pointer::Null ? C.Args[1] : TokenSpan{};
  TokenSpan S = C.Args.size() == 2 ? C.Args[1] : TokenSpan{};
  if (S.size() > 2 && T[S.Begin].Text == "cl" && T[S.Begin + 1].Text == "::")
    S.Begin += 2;
  bool IsLocal = S.size() > 2 &&
                 (T[S.Begin].Text == "Local" || T[S.Begin].Text == "__local");
  std::optional<HostCall> Local = IsLocal ? T.call(S.Begin) : std::nullopt;
  return Local && Local->End == S.End && Local->Args.size() == 1
             ? Local->Args[0]
             : TokenSpan{};
}

/// `kernel.setArg(1, cl::Local(bytes))`
void HostReader::setMethod(const HostCall &C, size_t At) {
  bool IsMethod = At > 1 && (T[At - 1].Text == "." || T[At - 1].Text == "->");
  if (!IsMethod)
    return;
  bool IsLocal =
      C.Args.size() > 2 && pointer(T, C.Args[2], {}) != Pointer::Address;
  for (size_t I = At; I < C.End; ++I)
    IsLocal |= T[I].Text == "Local" || T[I].Text == "__local";
  HostUnread U;
  U.MayBeLocal = IsLocal;
  bool SetsOne = T[At].Text == "setArg"; // Else `setArgs(...)`.
  TokenSpan Of{At - 2, At - 1}, Size = SetsOne ? localSize(C) : TokenSpan{};
  HostKernels::Choice K = isMention(T, Of.Begin, T[Of.Begin].Text)
                              ? Kernels.in(Of)
                              : HostKernels::Choice{{}, true};
  Value Index = SetsOne && C.Args.size() ? Constants.value(C.Args[0]) : Value();
  if (K.only() && Index && *Index >= 0 && *Index <= 1024) {
    if (Size.size())
      return setLocal(*K.only(), unsigned(*Index), Size, At - 2, C.End);
    U.Index = unsigned(*Index);
  }
  if (!K.MayBeOther)
    U.Kernels = K.Names;
  addUnread(std::move(U), T[At].Begin, T[C.End - 1].End);
}

/// The use of a macro, token \p At, that sets arguments.
void HostReader::setByMacro(size_t At) {
  auto M = T.Functions.find(T[At].Text);
  std::optional<HostCall> Use = T.call(At);
  if (M == T.Functions.end() || !Use)
    return;
  HostTokens Body(M->second.Body);
  for (size_t I = 0; I < Body.size(); ++I)
    if (std::optional<HostCall> C = Body.call(I);
        C && Body[I].Text == "clSetKernelArg" && C->Args.size() >= 4) {
      HostUnread U;
      U.MayBeLocal = pointer(Body, C->Args[3], C->Args[2]) != Pointer::Address;
      addUnread(std::move(U), T[At].Begin, T[Use->End - 1].End);
    }
}

/// A call that other flags may bring in.
void HostReader::setSkipped(size_t Byte) {
  HostTokens Rest(llvm::StringRef(Text).substr(Byte).take_until(
      [](char Ch) { return Ch == ';' || Ch == '#'; }));
  std::optional<HostCall> C = Rest.size() ? Rest.call(0) : std::nullopt;
  if (!C || C->Args.size() < 4)
    return;
  HostUnread U;
  U.MayBeLocal = pointer(Rest, C->Args[3], C->Args[2]) != Pointer::Address;
  addUnread(std::move(U), Byte, Byte + Rest[C->End - 1].End);
}

/// `clEnqueueNDRangeKernel(queue, k, dimensions, offset, global, local, ...)`
void HostReader::enqueue(const HostCall &C) {
  if (C.Args.size() < 6)
    return;
  HostKernels::Choice K = Kernels.in(C.Args[1]);
  if (!K.only()) {
    llvm::append_range(Out.LaunchedSomehow, K.Names);
    Out.AnyLaunched |= K.MayBeOther;
    return;
  }
  Value Dimensions = Constants.value(C.Args[2]);
  TokenSpan Local = C.Args[5];
  std::optional<std::array<unsigned, 3>> Block;
  if (Dimensions && *Dimensions >= 1 && *Dimensions <= 3) {
    Block = {1, 1, 1};
    for (int64_t I = 0; Block && I < *Dimensions; ++I) {
      Value N = Constants.element(Local, I);
      if (N && *N >= 1 && *N <= 1024)
        (*Block)[I] = unsigned(*N);
      else
        Block = std::nullopt;
    }
  }
  HostKernel &Of = Out.Kernels[*K.only()];
  if (!llvm::is_contained(Of.Blocks, Block))
    Of.Blocks.push_back(Block);
}

/// `-DNAME=VALUE -D NAME` in the options of a build.
void HostReader::addDefines(llvm::StringRef Options) {
  llvm::SmallVector<llvm::StringRef, 8> Words;
  Options.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (size_t I = 0; I < Words.size(); ++I) {
    llvm::StringRef Word = Words[I];
    if (!Word.consume_front("-D"))
      continue;
    if (Word.empty() && I + 1 < Words.size())
      Word = Words[++I];
    // A piece of text that the program completes is of no use.
    auto [Name, Definition] = Word.split('=');
    bool IsWhole = !Word.ends_with("=") && !Word.contains('%') &&
                   !Word.contains('\\') && !Name.empty() &&
                   llvm::all_of(Name, [](char Ch) {
                     return llvm::isAlnum(Ch) || Ch == '_';
                   });
    if (IsWhole && !llvm::is_contained(Out.Defines, Word))
      Out.Defines.push_back(Word.str());
  }
}

/// The text that sprintf(buffer, "format", ...) makes; what is not known stays
/// as it is in the format.
std::string HostReader::formatted(const HostCall &C) const {
  size_t First = 0;
  while (First < C.Args.size() &&
         !(C.Args[First].size() == 1 && T[C.Args[First].Begin].IsString))
    ++First;
  if (First == C.Args.size())
    return "";
  llvm::StringRef Format = T[C.Args[First].Begin].Text;
  std::string Text;
  for (size_t I = 0, Next = First + 1; I < Format.size(); ++I) {
    size_t End = Format.find_first_of("diuxlz", I + 1);
    if (Format[I] != '%' || End == llvm::StringRef::npos) {
      Text += Format[I];
      continue;
    }
    while (End + 1 < Format.size() &&
           (Format[End] == 'l' || Format[End] == 'z'))
      ++End;
    Value V = Next < C.Args.size() ? Constants.value(C.Args[Next]) : Value();
    ++Next;
    Text += V ? std::to_string(*V) : "%";
    I = End;
  }
  return Text;
}

OpenCLHost HostReader::read() {
  for (const auto &[Kernel, At] : Kernels.Created) {
    bool InHeader = T[At].Begin < Start;
    Out.Kernels[Kernel].Place =
        InHeader ? SourcePlace{"", 1, 1} : placeOf(T[At].Begin);
  }
  for (size_t I = 0; I < T.size(); ++I) {
    if (T[I].IsString && llvm::StringRef(T[I].Text).contains("-D") &&
        !llvm::StringRef(T[I].Text).contains('%'))
      addDefines(T[I].Text);
    std::optional<HostCall> C = T.call(I);
    if (!C)
      continue;
    llvm::StringRef Name = T[I].Text;
    if (Name == "sprintf" || Name == "snprintf")
      addDefines(formatted(*C));
  }
  for (size_t I = 0; I < T.size(); ++I) {
    std::optional<HostCall> C = T.call(I);
    if (C && T[I].Text == "clSetKernelArg")
      setArgument(*C, I);
    else if (C && (T[I].Text == "setArg" || T[I].Text == "setArgs"))
      setMethod(*C, I);
    else if (C && T[I].Text == "clEnqueueNDRangeKernel")
      enqueue(*C);
    if (C)
      setByMacro(I);
  }
  for (size_t Byte : T.SkippedCalls)
    setSkipped(Byte);
  Out.Map.MacroOffset = T.MacroOffset - Start;
  for (size_t I = 0; I < T.size(); ++I)
    if (T[I].IsName)
      Out.Map.Identifiers.insert(T[I].Text);
  for (const auto &[Name, Body] : T.Macros)
    Out.Map.Identifiers.insert(Name);
  return std::move(Out);
}

} // namespace

OpenCLHost bankfix::readOpenCLHost(const HostSource &Source, ExprPool &Pool) {
  return HostReader(Source, Pool).read();
}

OpenCLHost bankfix::readOpenCLHost(llvm::StringRef Text) {
  ExprPool Pool;
  OpenCLHost Out = readOpenCLHost(HostSource{"", Text.str(), ""}, Pool);
  Out.Arguments.clear(); // They hold expressions of the pool.
  return Out;
}

DeclStructure bankfix::hostStructure(const HostSource &Source, unsigned File,
                                     const SourceMap &Map, ExprPool &Pool) {
  HostTokens All(Source.Headers + Source.Text, Source.Headers.size());
  HostConstants Constants(All, Pool);
  DeclStructure Out;
  Out.Name = Source.Path;
  Out.Place.File = Source.Path;
  for (const std::string &D : All.Directives)
    if (!llvm::StringRef(D).contains(MacroPrefix) &&
        !llvm::StringRef(D).starts_with("#endif"))
      Out.Text += D + "\n";
  for (size_t I = 0; I < All.size(); ++I) {
    auto Here = llvm::find_if(Map.HostSizes, [&](const HostSizeSource &S) {
      return S.File == File &&
             S.Whole.Begin + Source.Headers.size() == All[I].Begin;
    });
    if (Here == Map.HostSizes.end()) {
      Out.Text += All.text({I, I + 1}) + " ";
      continue;
    }
    TokenSpan Size{I, I};
    while (Size.End < All.size() &&
           All[Size.End].End <= Here->Whole.End + Source.Headers.size())
      ++Size.End;
    Out.Text += "@size" + std::to_string(Here->Array) + " ";
    StructureAccess A;
    A.Array = Here->Array;
    A.IsHostSize = true;
    A.Subscripts = {Constants.expression(Size)};
    Out.Accesses.push_back(std::move(A));
    I = Size.End - 1;
  }
  return Out;
}
