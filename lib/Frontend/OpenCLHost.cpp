//===- OpenCLHost.cpp - What a host program says of its kernels ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenCLHost.h"
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
        T(Text, Start), Constants(T, Pool) {}
  OpenCLHost read();

private:
  void createKernel(const HostCall &C, size_t At);
  void setArgument(const HostCall &C);
  void addArgument(const std::string &Kernel, unsigned Index, TokenSpan Size);
  void enqueue(const HostCall &C);
  void addDefines(llvm::StringRef Options);
  std::string formatted(const HostCall &C) const;
  HostKernel *kernelOf(TokenSpan Argument);

  std::string Text;
  size_t Start; ///< Where the file begins, behind its headers.
  HostTokens T;
  HostConstants Constants;
  /// The kernel that a variable holds; empty where it may hold several.
  std::map<std::string, std::string> Variables;
  OpenCLHost Out;
};

/// `kernel` or `kernels[2]` or `app->kernel`, as text.
std::string text(const HostTokens &T, TokenSpan S) {
  std::string Out;
  for (size_t I = S.Begin; I < S.End; ++I)
    Out += T[I].Text;
  return Out;
}

HostKernel *HostReader::kernelOf(TokenSpan Argument) {
  auto It = Variables.find(text(T, Argument));
  return It == Variables.end() || It->second.empty() ? nullptr
                                                     : &Out.Kernels[It->second];
}

/// The first token of the variable that ends before \p End: `app->kernels[2]`.
size_t beginOfVariable(const HostTokens &T, size_t End) {
  size_t I = End;
  for (;;) {
    if (I > 0 && T[I - 1].Text == "]")
      while (I > 0 && T[I - 1].Text != "[")
        --I;
    I -= I > 0 && T[I - 1].Text == "[";
    I -= I > 0 && T[I - 1].IsName;
    if (I == 0 || (T[I - 1].Text != "." && T[I - 1].Text != "->"))
      return I;
    --I;
  }
}

/// `k = clCreateKernel(program, "name", &error)`
void HostReader::createKernel(const HostCall &C, size_t At) {
  if (C.Args.size() < 2 || At == 0 || T[At - 1].Text != "=")
    return;
  TokenSpan Name = C.Args[1];
  std::string Variable = text(T, {beginOfVariable(T, At - 1), At - 1});
  std::string Kernel;
  if (Name.size() == 1 && T[Name.Begin].IsString)
    Kernel = T[Name.Begin].Text;
  auto [It, New] = Variables.try_emplace(Variable, Kernel);
  if (!New && It->second != Kernel)
    It->second = "";
  if (!Kernel.empty())
    Out.Kernels[Kernel];
}

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

void HostReader::addArgument(const std::string &Kernel, unsigned Index,
                             TokenSpan Size) {
  if (Size.size() == 0 || T[Size.Begin].Begin < Start || mayChange(T, Size)) {
    Out.Incomplete = true;
    return;
  }
  HostArgument A{Kernel, Index, Size, {}, Constants.expression(Size), {}, -1};
  llvm::StringRef Before =
      llvm::StringRef(Text).slice(Start, T[Size.Begin].Begin);
  A.Place.Line = Before.count('\n') + 1;
  A.Place.Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  for (TokenSpan F : factors(T, Size)) {
    if (T[F.Begin].Text == "sizeof")
      A.SizeOf = A.Factors.size();
    A.Factors.push_back({{unsigned(T[F.Begin].Begin - Start),
                          unsigned(T[F.End - 1].End - Start)},
                         Constants.expression(F),
                         F.size() != 1});
  }
  Out.Arguments.push_back(std::move(A));
}

/// `clSetKernelArg(k, 2, bytes, NULL)`
void HostReader::setArgument(const HostCall &C) {
  if (C.Args.size() < 4)
    return;
  std::string Pointer = text(T, C.Args[3]);
  HostKernel *K = kernelOf(C.Args[0]);
  bool IsNull = Pointer == "NULL" || Pointer == "0" || Pointer == "nullptr" ||
                Pointer == "(void*)NULL" || Pointer == "(void*)0";
  Value Index = Constants.value(C.Args[1]);
  Out.Incomplete |= IsNull && (!K || !Index);
  if (!K || !IsNull || !Index)
    return;
  addArgument(Variables[text(T, C.Args[0])], *Index, C.Args[2]);
  Value Bytes = Constants.value(C.Args[2]);
  std::optional<uint64_t> Size;
  if (Bytes && *Bytes >= 0)
    Size = *Bytes;
  auto [It, New] = K->LocalBytes.try_emplace(unsigned(*Index), Size);
  if (!New && It->second != Size)
    It->second = std::nullopt;
}

/// `clEnqueueNDRangeKernel(queue, k, dimensions, offset, global, local, ...)`
void HostReader::enqueue(const HostCall &C) {
  if (C.Args.size() < 6)
    return;
  HostKernel *K = kernelOf(C.Args[1]);
  if (!K)
    return;
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
  if (!llvm::is_contained(K->Blocks, Block))
    K->Blocks.push_back(Block);
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
  for (size_t I = 0; I < T.size(); ++I) {
    if (T[I].IsString && llvm::StringRef(T[I].Text).contains("-D") &&
        !llvm::StringRef(T[I].Text).contains('%'))
      addDefines(T[I].Text);
    std::optional<HostCall> C = T.call(I);
    if (!C)
      continue;
    llvm::StringRef Name = T[I].Text;
    if (Name == "clCreateKernel")
      createKernel(*C, I);
    else if (Name == "sprintf" || Name == "snprintf")
      addDefines(formatted(*C));
  }
  for (size_t I = 0; I < T.size(); ++I) {
    std::optional<HostCall> C = T.call(I);
    if (C && T[I].Text == "clSetKernelArg")
      setArgument(*C);
    else if (C && T[I].Text == "clEnqueueNDRangeKernel")
      enqueue(*C);
  }
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
