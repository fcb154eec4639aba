//===- OpenCLHost.cpp - What a host program says of its kernels -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/OpenCLHost.h"
#include "Host/DeviceLimits.h"
#include "Host/HostFile.h"
#include "Host/HostKernels.h"
#include "Host/HostLineValues.h"
#include "bankfix/Frontend/Frontend.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <utility>

using namespace bankfix;

namespace {

using Value = std::optional<int64_t>;

/// Sources of one program.
using HostFiles = std::vector<std::unique_ptr<HostFile>>;

class HostReader {
public:
  HostReader(const HostFile &F, const HostFiles &All,
             const HostKernels &Kernels, const DeviceLimits &Limits)
      : F(F), All(All), T(F.T), Constants(F.Constants), Kernels(Kernels),
        Limits(Limits) {}
  OpenCLHost read();

private:
  void call(size_t At);
  void setArgument(const HostCall &C, size_t At);
  void setMethod(const HostCall &C, size_t At);
  TokenSpan localSize(const HostCall &C);
  TokenSpan inLocal(TokenSpan S);
  void setLocal(const std::string &Kernel, unsigned Index, TokenSpan Bytes,
                size_t At, size_t End);
  void addBytes(const std::string &Kernel, unsigned Index, Value Bytes);
  void setValue(const std::string &Kernel, unsigned Index, const HostCall &C);
  void addValue(const std::string &Kernel, unsigned Index,
                std::optional<HostValue> Known);
  void setArguments(const HostCall &C, size_t At,
                    llvm::ArrayRef<HostOutcome> Seen);
  void addUnread(HostUnread U, size_t Byte, size_t End);
  void addHidden();
  void addQueries();
  bool addArgument(const std::string &Kernel, unsigned Index, TokenSpan Size);
  void enqueue(const HostCall &C, size_t At);
  void enqueueMethod(const HostCall &C);
  std::optional<std::array<unsigned, 3>>
  blockOf(llvm::ArrayRef<TokenSpan> Sizes) const;
  void callFunctor(const HostFunctor &X);
  void giveFunctor(const HostFunctor &X, size_t At, unsigned Index,
                   const HostKernels::Choice &K);
  std::optional<HostValue> passed(TokenSpan Type, TokenSpan Given) const;
  void launch(const HostKernels::Choice &K,
              std::optional<std::array<unsigned, 3>> Block,
              bool IsGuess = false);
  Value index(TokenSpan Given, size_t At) const;
  SourcePlace placeOf(size_t Byte) const;
  HostPointer pointer(const HostCall &C, size_t At) const;
  HostPointer argumentOf(size_t At, llvm::StringRef Name) const;

  const HostFile &F;
  const HostFiles &All;
  const HostTokens &T;
  const HostConstants &Constants;
  const HostKernels &Kernels;
  const DeviceLimits &Limits;
  std::set<size_t> Understood; ///< Names of calls that are.
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

/// It is known which argument \p O is, and whether that is local.
bool isRead(const HostOutcome &O) {
  return O.Kernel && O.Index && *O.Index >= 0 && *O.Index <= 1024 &&
         O.Pointer != HostPointer::Unknown;
}

SourcePlace HostReader::placeOf(size_t Byte) const {
  SourcePlace P;
  llvm::StringRef Before = llvm::StringRef(F.Text).slice(F.Start, Byte);
  P.Line = Before.count('\n') + 1;
  P.Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  return P;
}

/// Adds a call whose text is [Byte, End).
void HostReader::addUnread(HostUnread U, size_t Byte, size_t End) {
  U.InHeader = Byte < F.Start;
  U.Place = U.InHeader ? SourcePlace{"", 1, 1} : placeOf(Byte);
  U.Text = llvm::StringRef(F.Text).slice(Byte, End).str();
  Out.Unread.push_back(std::move(U));
}

/// False for a size that cannot be changed in its place.
bool HostReader::addArgument(const std::string &Kernel, unsigned Index,
                             TokenSpan Size) {
  if (Size.size() == 0 || T[Size.Begin].Begin < F.Start ||
      !Constants.isPlainInteger(Size))
    return false;
  HostArgument A{Kernel, Index, Size, {}, Constants.expression(Size), {}, -1};
  A.Place = placeOf(T[Size.Begin].Begin);
  A.IsOfDevice = Limits.areIn(T.text(Size));
  for (TokenSpan Factor : factors(T, Size)) {
    if (T[Factor.Begin].Text == "sizeof")
      A.SizeOf = A.Factors.size();
    A.Factors.push_back({{unsigned(T[Factor.Begin].Begin - F.Start),
                          unsigned(T[Factor.End - 1].End - F.Start)},
                         Constants.expression(Factor),
                         Factor.size() != 1});
  }
  Out.Arguments.push_back(std::move(A));
  return true;
}

/// What all calls of the function around token \p At pass for its parameter
/// \p Name, which nothing else names.
HostPointer HostReader::argumentOf(size_t At, llvm::StringRef Name) const {
  const HostFunction *In = F.Mentions.around(At);
  std::string Function = In ? nameOf(T, *In) : "";
  size_t Own = In ? In->Head.Begin : 0;
  while (In && Own < In->Head.End && T[Own].Text != Function)
    ++Own;
  std::optional<HostCall> Head = In ? T.call(Own) : std::nullopt;
  size_t Number = 0;
  while (Head && Number < Head->Args.size() &&
         (Head->Args[Number].size() == 0 ||
          T[Head->Args[Number].End - 1].Text != Name))
    ++Number;
  auto IsIn = [&](size_t I) { return I >= In->Body.Begin && I < In->Body.End; };
  if (!Head || Number == Head->Args.size() ||
      llvm::count_if(F.Mentions.all(Name.str()), IsIn) != 1)
    return HostPointer::Unknown;
  bool IsCalled = false;
  for (const auto &Each : All) {
    if (Each->Mentions.isHidden(Function, 0, Each->Text.size()))
      return HostPointer::Unknown;
    for (size_t I : Each->Mentions.all(Function)) {
      std::optional<HostCall> C = Each->T.call(I);
      llvm::StringRef Before = Each->T.word(I - 1);
      bool IsDeclared =
          Before == "*" ||
          (Each->T.isName(I - 1) && Before != "return" && Before != "else");
      if (C && IsDeclared)
        continue;
      TokenSpan Given =
          C && Number < C->Args.size() ? C->Args[Number] : TokenSpan{};
      if (hostPointer(Each->T, Given, {}) != HostPointer::Address)
        return HostPointer::Unknown;
      IsCalled = true;
    }
  }
  return IsCalled ? HostPointer::Address : HostPointer::Unknown;
}

/// What the call, token \p At, gives as a value.
HostPointer HostReader::pointer(const HostCall &C, size_t At) const {
  HostPointer P = hostPointer(T, C.Args[3], C.Args[2]);
  TokenSpan S = C.Args[3];
  return P == HostPointer::Unknown && S.size() == 1 && T.isName(S.Begin)
             ? argumentOf(At, T[S.Begin].Text)
             : P;
}

void HostReader::addBytes(const std::string &Kernel, unsigned Index,
                          Value Bytes) {
  std::optional<uint64_t> Size;
  if (Bytes && *Bytes >= 0)
    Size = *Bytes;
  auto [It, New] = Out.Kernels[Kernel].LocalBytes.try_emplace(Index, Size);
  if (!New && It->second != Size)
    It->second = std::nullopt;
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
  llvm::ArrayRef<HostOutcome> Seen = F.Followed.call(T[At].Begin);
  if (!Bytes && Seen.size() == 1)
    Bytes = Seen.front().Bytes;
  addBytes(Kernel, Index, Bytes);
}

/// `clSetKernelArg(k, 3, sizeof(int), &n)`
void HostReader::setValue(const std::string &Kernel, unsigned Index,
                          const HostCall &C) {
  TokenSpan P = C.Args[3], Size = C.Args[2];
  while (P.size() > 2 && T.word(P.Begin) == "(" && T.behind(P.Begin) < P.End)
    P.Begin = T.behind(P.Begin); // `(void *)&n`
  std::optional<HostValue> Known;
  if (P.size() == 2 && T.word(P.Begin) == "&" && T.isName(P.Begin + 1)) {
    HostValue V;
    Value N = Constants.scalar(P.Begin + 1, V.Bytes);
    bool IsWhole = Size.size() == 4 && T.word(Size.Begin) == "sizeof" &&
                   T[Size.Begin + 2].Text == T[P.Begin + 1].Text;
    V.Value = N.value_or(0);
    if (N && (IsWhole || Constants.value(Size) == int64_t(V.Bytes)))
      Known = V;
  }
  addValue(Kernel, Index, Known);
}

void HostReader::addValue(const std::string &Kernel, unsigned Index,
                          std::optional<HostValue> Known) {
  auto [It, New] = Out.Kernels[Kernel].Values.try_emplace(Index, Known);
  if (!New && It->second != Known)
    It->second = std::nullopt;
}

/// The number that \p Given, in the call of token \p At, is of an argument.
Value HostReader::index(TokenSpan Given, size_t At) const {
  Value Index = Constants.value(Given);
  if (const HostFunction *In = F.Mentions.around(At);
      In && !Index && At >= In->Body.Begin)
    Index = counterValue(Constants, *In, Given);
  return Index && (*Index < 0 || *Index > 1024) ? Value() : Index;
}

/// \p Seen, where the kernel may be any of \p Names.
static std::vector<HostOutcome> ofEach(llvm::ArrayRef<HostOutcome> Seen,
                                       llvm::ArrayRef<std::string> Names) {
  std::vector<HostOutcome> Out;
  for (HostOutcome O : Seen) {
    const bool IsKnown = O.Kernel.has_value();
    for (const std::string &Name : Names) {
      if (!IsKnown)
        O.Kernel = Name;
      if (!llvm::is_contained(Out, O))
        Out.push_back(O);
    }
  }
  return Out;
}

/// `clSetKernelArg(k, 2, bytes, NULL)`
void HostReader::setArgument(const HostCall &C, size_t At) {
  if (C.Args.size() != 4)
    return;
  Understood.insert(At);
  HostKernels::Choice K = Kernels.in(C.Args[0]);
  HostPointer P = pointer(C, At);
  Value Index = index(C.Args[1], At);
  std::vector<HostOutcome> Seen = F.Followed.call(T[At].Begin);
  if (Seen.empty())
    Seen.emplace_back();
  for (HostOutcome &O : Seen) { // What tokens say, and Clang besides.
    if (K.only())
      O.Kernel = *K.only();
    if (Index)
      O.Index = Index;
    if (P != HostPointer::Unknown)
      O.Pointer = P;
  }
  if (!K.MayBeOther && K.Names.size() > 1)
    Seen = ofEach(Seen, K.Names);
  if (llvm::all_of(Seen, isRead))
    return setArguments(C, At, Seen);
  HostUnread U;
  if (!K.MayBeOther)
    U.Kernels = K.Names;
  if (Index)
    U.Index = *Index;
  U.MayBeLocal = P != HostPointer::Address;
  addUnread(std::move(U), T[At].Begin, T[C.End - 1].End);
}

/// The call, token \p At, does all that \p Seen says, whatever it does then.
void HostReader::setArguments(const HostCall &C, size_t At,
                              llvm::ArrayRef<HostOutcome> Seen) {
  std::set<std::pair<std::string, unsigned>> Sized;
  for (const HostOutcome &O : Seen)
    if (O.Pointer == HostPointer::Null)
      Sized.insert({*O.Kernel, unsigned(*O.Index)});
  if (Seen.size() == 1 && !Sized.empty())
    return setLocal(*Seen.front().Kernel, unsigned(*Seen.front().Index),
                    C.Args[2], At, C.End);
  if (Seen.size() == 1 && !Seen.front().Value)
    return setValue(*Seen.front().Kernel, unsigned(*Seen.front().Index), C);
  for (const HostOutcome &O : Seen)
    if (O.Pointer == HostPointer::Null)
      addBytes(*O.Kernel, unsigned(*O.Index), O.Bytes);
    else
      addValue(*O.Kernel, unsigned(*O.Index), O.Value);
  for (const auto &[Kernel, Index] : Sized) {
    HostUnread U;
    U.Kernels = {Kernel};
    U.Index = Index;
    U.IsRead = true;
    // Its text says how large other arguments are, too.
    const bool IsOfLocals = llvm::all_of(Seen, [](const HostOutcome &O) {
      return O.Pointer == HostPointer::Null;
    });
    if (IsOfLocals && addArgument(Kernel, Index, C.Args[2]))
      Out.Arguments.back().IsShared = Sized.size() > 1;
    else
      addUnread(std::move(U), T[At].Begin, T[C.End - 1].End);
  }
}

/// The bytes in `setArg(1, cl::Local(bytes))` and `setArg(1, bytes, NULL)`;
/// nothing in other calls.
TokenSpan HostReader::localSize(const HostCall &C) {
  if (C.Args.size() == 3)
    return hostPointer(T, C.Args[2], {}) == HostPointer::Null ? C.Args[1]
                                                              : TokenSpan{};
  return C.Args.size() == 2 ? inLocal(C.Args[1]) : TokenSpan{};
}

/// The bytes in `cl::Local(bytes)`, which is understood; nothing in others.
TokenSpan HostReader::inLocal(TokenSpan S) {
  size_t Name = 0;
  const TokenSpan Bytes = localBytes(T, S, Name);
  if (Bytes.size())
    Understood.insert(Name);
  return Bytes;
}

/// `kernel.setArg(1, cl::Local(bytes))`
void HostReader::setMethod(const HostCall &C, size_t At) {
  if (T.word(At - 1) != "." && T.word(At - 1) != "->")
    return;
  Understood.insert(At);
  bool SetsOne = T.word(At) == "setArg"; // Else `setArgs(...)`.
  TokenSpan Of{At - 2, At - 1}, Size = SetsOne ? localSize(C) : TokenSpan{};
  bool IsPath =
      T.word(At - 3) == "." || T.word(At - 3) == "->" || !T.isName(At - 2);
  HostKernels::Choice K =
      IsPath ? HostKernels::Choice{{}, true} : Kernels.in(Of);
  Value Index = SetsOne && C.Args.size() ? index(C.Args[0], At) : Value();
  HostUnread U;
  // Whatever holds a Local is unread where that is made.
  U.MayBeLocal = C.Args.size() > 2 && SetsOne &&
                 hostPointer(T, C.Args[2], {}) != HostPointer::Address;
  for (size_t I = At; I < C.End; ++I)
    U.MayBeLocal |= T.word(I) == "Local" || T.word(I) == "__local";
  if (K.only() && Index) {
    if (Size.size())
      return setLocal(*K.only(), unsigned(*Index), Size, At - 2, C.End);
    U.Index = unsigned(*Index);
  }
  if (!K.MayBeOther)
    U.Kernels = K.Names;
  addUnread(std::move(U), T[At].Begin, T[C.End - 1].End);
}

/// A launch of \p K; nothing for \p Block: of any shape.
void HostReader::launch(const HostKernels::Choice &K,
                        std::optional<std::array<unsigned, 3>> Block,
                        bool IsGuess) {
  if (IsGuess && Block && !K.MayBeOther) {
    for (const std::string &Name : K.Names)
      if (std::vector<std::array<unsigned, 3>> &Of = Out.Kernels[Name].Likely;
          !llvm::is_contained(Of, *Block))
        Of.push_back(*Block);
    return; // It is an outcome that it is another.
  }
  if (K.MayBeOther || (K.Names.size() > 1 && !Block)) {
    llvm::append_range(Out.LaunchedSomehow, K.Names);
    Out.AnyLaunched |= K.MayBeOther;
    return;
  }
  for (const std::string &Name : K.Names) // Of several, each may be launched.
    if (HostKernel &Of = Out.Kernels[Name];
        !llvm::is_contained(Of.Blocks, Block))
      Of.Blocks.push_back(Block);
}

/// `clEnqueueNDRangeKernel(queue, k, dimensions, offset, global, local, ...)`
/// and `clEnqueueTask(queue, k, ...)`
void HostReader::enqueue(const HostCall &C, size_t At) {
  bool IsTask = T.word(At) == "clEnqueueTask";
  if (C.Args.size() != (IsTask ? 5 : 9))
    return;
  Understood.insert(At);
  Value Dimensions = IsTask ? 0 : Constants.value(C.Args[2]);
  std::optional<std::array<unsigned, 3>> Block;
  if (Dimensions && *Dimensions >= int(!IsTask) && *Dimensions <= 3) {
    Block = {1, 1, 1};
    for (int64_t I = 0; Block && I < *Dimensions; ++I) {
      Value N = Constants.element(C.Args[5], I);
      if (N && *N >= 1 && *N <= 1024)
        (*Block)[I] = unsigned(*N);
      else
        Block = std::nullopt;
    }
  }
  HostKernels::Choice K = Kernels.in(C.Args[1]);
  llvm::ArrayRef<HostOutcome> Seen = F.Followed.call(T[At].Begin);
  if ((K.only() && Block) || Seen.empty())
    return launch(K, Block);
  for (const HostOutcome &O : Seen)
    launch(O.Kernel && !K.only() ? HostKernels::Choice{{*O.Kernel}} : K,
           Block ? Block : O.Block, !Block && O.IsGuess);
}

/// The shape whose dimensions are \p Sizes; nothing where one is no constant.
std::optional<std::array<unsigned, 3>>
HostReader::blockOf(llvm::ArrayRef<TokenSpan> Sizes) const {
  if (Sizes.empty())
    return std::nullopt;
  std::array<unsigned, 3> Out = {1, 1, 1};
  for (auto [I, S] : llvm::enumerate(Sizes)) {
    const Value N = Constants.value(S);
    if (!N || *N < 1 || *N > 1024)
      return std::nullopt;
    Out[I] = unsigned(*N);
  }
  return Out;
}

/// `queue.enqueueNDRangeKernel(k, offset, global, cl::NDRange(32, 8), ...)`
void HostReader::enqueueMethod(const HostCall &C) {
  const TokenSpan Local = C.Args.size() > 3 ? C.Args[3] : TokenSpan{};
  launch(Kernels.in(C.Args[0]), blockOf(ndRange(F.Mentions, Local)));
}

/// What the call of \p X, token \p At, gives argument \p Index.
void HostReader::giveFunctor(const HostFunctor &X, size_t At, unsigned Index,
                             const HostKernels::Choice &K) {
  const HostCall C = *T.call(At);
  const TokenSpan Type = X.Types[Index], Given = C.Args[Index + 1];
  const TokenSpan Bytes = inLocal(Given);
  if (K.only() && Bytes.size())
    return setLocal(*K.only(), Index, Bytes, At, C.End);
  HostUnread U;
  U.MayBeLocal = Bytes.size() != 0;
  for (size_t I = Type.Begin; I < Type.End; ++I)
    U.MayBeLocal |= T.word(I) == "LocalSpaceArg";
  if (K.only() && !U.MayBeLocal)
    return addValue(*K.only(), Index, passed(Type, Given));
  U.Index = Index;
  if (!K.MayBeOther)
    U.Kernels = K.Names;
  addUnread(std::move(U), T[At].Begin, T[C.End - 1].End);
}

/// What \p Given is as the parameter of a type.
std::optional<HostValue> HostReader::passed(TokenSpan Type,
                                            TokenSpan Given) const {
  bool IsOfC = true; // A program may have a class that is called `uint`.
  for (size_t I = Type.Begin; I < Type.End; ++I)
    IsOfC &= T.word(I).starts_with("cl_") ||
             llvm::is_contained({"const", "int", "unsigned", "long", "signed"},
                                T.word(I));
  const HostInteger Of = IsOfC ? hostInteger(T, Type) : HostInteger();
  const Value N = Of.Bytes ? Constants.value(Given) : Value();
  const bool Fits =
      N && (Of.IsSigned ? llvm::isIntN(8 * Of.Bytes, *N)
                        : *N >= 0 && llvm::isUIntN(8 * Of.Bytes, *N));
  HostValue V;
  V.Value = N.value_or(0);
  V.Bytes = Of.Bytes;
  return Fits ? std::optional(V) : std::nullopt;
}

void HostReader::callFunctor(const HostFunctor &X) {
  HostKernels::Choice K;
  if (X.Kernel.empty())
    K = Kernels.in(X.Held);
  else
    K.Names = {X.Kernel};
  Understood.insert(X.Understood.begin(), X.Understood.end());
  for (size_t At : X.Calls) {
    launch(K, blockOf(localRange(F.Mentions, T.call(At)->Args[0], F.Functors)));
    for (unsigned I = 0; I < X.Types.size(); ++I)
      giveFunctor(X, At, I, K);
  }
}

/// Token \p At, the name of a call.
void HostReader::call(size_t At) {
  std::optional<HostCall> C = T.call(At);
  llvm::StringRef Name = T.word(At);
  bool IsMethod = (T.word(At - 1) == "." || T.word(At - 1) == "->") &&
                  !T.Macros.count(T[At].Text);
  if (!C || T.isParted(At, C->End - 1)) // With other flags, it is another call.
    return;
  if (Name == "setArg" || Name == "setArgs") {
    if (IsMethod)
      setMethod(*C, At);
  } else if (Name == "enqueueNDRangeKernel" && IsMethod) {
    Understood.insert(At);
    enqueueMethod(*C);
  } else if (F.Reach.isCall(At)) {
    if (Name == "clSetKernelArg")
      setArgument(*C, At);
    else if (Name == "clEnqueueNDRangeKernel" || Name == "clEnqueueTask")
      enqueue(*C, At);
  }
}

/// What is not a call that was understood.
void HostReader::addHidden() {
  for (const HostEffectPlace &P : F.Reach.places(Understood)) {
    Out.AnyLaunched |= P.Effect.Launches;
    HostUnread U;
    U.MayBeLocal = P.Effect.Sizes;
    if (P.Effect.Sizes || P.Effect.Values)
      addUnread(std::move(U), P.Begin, P.End);
  }
  for (size_t At : Kernels.Escapes) {
    HostKernels::Choice K = Kernels.escaped(At);
    HostUnread U;
    if (!K.IsUnnamed)
      U.Kernels = K.Names;
    llvm::append_range(Out.LaunchedSomehow, K.Names);
    Out.AnyLaunched |= K.IsUnnamed;
    size_t Outer = At, End = At;
    while (T.word(T.around(Outer)) == "(")
      Outer = T.around(Outer);
    size_t Begin = F.Mentions.beginOfStatement(Outer);
    while (T.word(End) != ";" && T.word(End) != "{" && End + 1 < T.size())
      ++End;
    if (!K.Names.empty() || K.IsUnnamed)
      addUnread(std::move(U), T[Begin].Begin, T[End].Begin);
  }
}

/// Token \p At calls what asks for a kernel's properties, and not for one that
/// is named and no size of memory.
static bool asksUnnamed(const HostTokens &T, size_t At) {
  const bool IsMethod = T.word(At) == "getWorkGroupInfo";
  if ((!IsMethod && T.word(At) != "clGetKernelWorkGroupInfo") ||
      T.isName(At - 1))
    return false;
  const size_t Asked = IsMethod ? 1 : 2;
  std::optional<HostCall> C = T.call(At);
  return C && C->Args.size() > Asked &&
         (C->Args[Asked].size() != 1 ||
          !T.word(C->Args[Asked].Begin).starts_with("CL_KERNEL_"));
}

/// A macro's body may ask wherever the macro is named.
void HostReader::addQueries() {
  constexpr llvm::StringLiteral Query = "CL_KERNEL_LOCAL_MEM_SIZE";
  auto Add = [&](size_t Byte, bool IsFresh) {
    std::optional<SourcePlace> &At = IsFresh ? Out.AsksFresh : Out.Asks;
    if (!At || (*At == SourcePlace{"", 1, 1} && Byte >= F.Start))
      At = Byte < F.Start ? SourcePlace{"", 1, 1} : placeOf(Byte);
  };
  for (size_t I = 0; I < T.size(); ++I) {
    if (T.isName(I) && T[I].Text == Query)
      Add(T[I].Begin, F.Followed.FreshQueries.count(T[I].Begin) != 0);
    if (asksUnnamed(T, I)) // By another name, or a number.
      Add(T[I].Begin, /*IsFresh=*/false);
  }
  for (const HostToken &H : T.Hidden)
    if (H.IsName && H.Text == Query)
      Add(H.Begin, /*IsFresh=*/false);
  for (const HostDefinition &D : T.Definitions) {
    const HostTokens Body(D.Macro.Body);
    bool Asks = llvm::StringRef(D.Macro.Body).contains(Query);
    for (size_t I = 0; I < Body.size(); ++I)
      Asks |= asksUnnamed(Body, I);
    if (Asks)
      Add(0, /*IsFresh=*/false);
  }
}

OpenCLHost HostReader::read() {
  Out.CreatesAny = Kernels.CreatesAny;
  for (const auto &[Kernel, At] : Kernels.Created) {
    bool InHeader = T[At].Begin < F.Start;
    Out.Kernels[Kernel].Place =
        InHeader ? SourcePlace{"", 1, 1} : placeOf(T[At].Begin);
  }
  for (size_t I = 0; I < T.size(); ++I)
    call(I);
  for (const HostFunctor &X : F.Functors)
    callFunctor(X);
  // What explains why others are not read goes first.
  std::vector<HostUnread> Calls = std::exchange(Out.Unread, {});
  addHidden();
  llvm::append_range(Out.Unread, Calls);
  Out.Builds = hostBuilds(F);
  addQueries();
  Out.Map.MacroInsertion = T.MacroInsertion - F.Start;
  Out.Map.LineValues =
      hostLineValues(llvm::StringRef(F.Text).drop_front(F.Start), T);
  for (size_t I = 0; I < T.size(); ++I)
    if (T[I].IsName)
      Out.Map.Identifiers.insert(T[I].Text);
  for (const auto &[Name, Body] : T.Macros)
    Out.Map.Identifiers.insert(Name);
  return std::move(Out);
}

/// A header that is not found may hold anything, and explains why calls are not
/// read.
void addMissing(OpenCLHost &Host, const HostSource &Source) {
  for (const std::string &Header : Source.Missing) {
    HostUnread U;
    U.Text = Header;
    U.Place = {"", 1, 1};
    U.IsMissing = true;
    Host.Unread.insert(Host.Unread.begin(), std::move(U));
    Host.AnyLaunched = true;
  }
}

void addFunctions(const HostFile &F, HostNames &Into) {
  for (const HostFunction &Each : F.Mentions.Functions) {
    const std::string Name = nameOf(F.T, Each);
    size_t At = Each.Head.Begin;
    while (At < Each.Head.End && (F.T[At].Text != Name || !F.T.call(At)))
      ++At;
    const std::set<size_t> Kernels = kernelParameters(F.T, At);
    auto [It, IsNew] = Into.Functions.try_emplace(Name, Kernels);
    if (!IsNew)
      std::erase_if(It->second, [&](size_t I) { return !Kernels.count(I); });
  }
}

} // namespace

std::vector<OpenCLHost>
bankfix::readOpenCLHosts(llvm::ArrayRef<HostSource> Sources, ExprPool &Pool) {
  HostFiles Files;
  HostNames Known;
  for (const HostSource &S : Sources) {
    Files.push_back(std::make_unique<HostFile>(S, Pool));
    addFunctions(*Files.back(), Known);
    Known.Makers.merge(kernelMakers(Files.back()->T));
  }
  std::vector<HostKernels> Alone;
  for (const auto &F : Files)
    Alone.emplace_back(F->Mentions, Known, F->Followed, F->Functors);
  for (HostKernels &K : Alone)
    for (const auto &[At, Maker] : K.Returned)
      if (!llvm::all_of(Alone, [&](const HostKernels &Each) {
            return Each.areHeld(Maker);
          }))
        K.Escapes.push_back(At);
  std::vector<HostKernels> Joined(Alone);
  for (auto [I, K] : llvm::enumerate(Joined))
    for (auto [J, Other] : llvm::enumerate(Alone))
      if (I != J)
        K.join(Other);
  std::vector<llvm::StringRef> Texts;
  for (const auto &F : Files)
    Texts.push_back(F->Text);
  const DeviceLimits Limits(Texts);
  std::vector<const HostFile *> All;
  for (const auto &F : Files)
    All.push_back(F.get());
  std::vector<OpenCLHost> Out;
  for (auto [I, F] : llvm::enumerate(Files)) {
    Out.push_back(HostReader(*F, Files, Joined[I], Limits).read());
    addTextChanges(All, Out.back().Builds);
    addMissing(Out.back(), Sources[I]);
  }
  return Out;
}
