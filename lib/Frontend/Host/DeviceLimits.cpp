//===- DeviceLimits.cpp - How much shared memory a device has -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/DeviceLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

/// What asks the runtime and the driver of CUDA, HIP and OpenCL for a limit.
static bool isQuery(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"cudaDevAttrMaxSharedMemoryPerBlock",
              "cudaDevAttrMaxSharedMemoryPerBlockOptin",
              "cudaDevAttrMaxSharedMemoryPerMultiprocessor"},
             true)
      .Cases({"CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK",
              "CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK",
              "CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN",
              "CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR"},
             true)
      .Cases({"hipDeviceAttributeMaxSharedMemoryPerBlock",
              "hipDeviceAttributeSharedMemPerBlockOptin",
              "hipDeviceAttributeMaxSharedMemoryPerMultiprocessor",
              "hipDeviceAttributeSharedMemPerMultiprocessor"},
             true)
      .Cases({"cudaOccupancyAvailableDynamicSMemPerBlock",
              "cuOccupancyAvailableDynamicSMemPerBlock"},
             true)
      .Case("CL_DEVICE_LOCAL_MEM_SIZE", true)
      .Default(false);
}

/// A member of cudaDeviceProp, hipDeviceProp_t or cudaFuncAttributes.
static bool isProperty(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"sharedMemPerBlock", "sharedMemPerBlockOptin"}, true)
      .Cases({"sharedMemPerMultiprocessor", "maxSharedMemoryPerMultiProcessor"},
             true)
      .Case("maxDynamicSharedSizeBytes", true)
      .Default(false);
}

/// The argument that the runtime's own functions write what is asked for to.
static std::optional<size_t> answerOf(StringRef Callee) {
  const int N =
      llvm::StringSwitch<int>(Callee)
          .Case("clGetDeviceInfo", 3)
          .Cases({"cudaDeviceGetAttribute", "cuDeviceGetAttribute"}, 0)
          .Case("hipDeviceGetAttribute", 0)
          .Cases({"cudaOccupancyAvailableDynamicSMemPerBlock",
                  "cuOccupancyAvailableDynamicSMemPerBlock"},
                 0)
          .Default(-1);
  return N < 0 ? std::nullopt : std::optional<size_t>(N);
}

/// Functions of OpenCL, CUDA's runtime (HIP calls them as CUDA does) and CUDA's
/// driver: what they return, and write besides an answer, are errors and
/// handles.
static constexpr llvm::StringLiteral OfOpenCL[] = {
    "clGetDeviceInfo",
    "clGetPlatformInfo",
    "clGetContextInfo",
    "clGetKernelInfo",
    "clGetProgramInfo",
    "clGetProgramBuildInfo",
    "clGetDeviceIDs",
    "clGetPlatformIDs",
    "clGetEventInfo",
    "clGetEventProfilingInfo",
    "clCreateContext",
    "clCreateContextFromType",
    "clCreateCommandQueue",
    "clCreateCommandQueueWithProperties",
    "clCreateBuffer",
    "clCreateSubBuffer",
    "clCreateImage",
    "clCreateImage2D",
    "clCreateImage3D",
    "clCreateSampler",
    "clCreateKernel",
    "clCreateKernelsInProgram",
    "clCreateProgramWithSource",
    "clCreateProgramWithBinary",
    "clBuildProgram",
    "clCompileProgram",
    "clLinkProgram",
    "clSetKernelArg",
    "clEnqueueNDRangeKernel",
    "clEnqueueTask",
    "clEnqueueReadBuffer",
    "clEnqueueWriteBuffer",
    "clEnqueueCopyBuffer",
    "clEnqueueMapBuffer",
    "clEnqueueUnmapMemObject",
    "clEnqueueReadImage",
    "clEnqueueWriteImage",
    "clGetKernelWorkGroupInfo",
    "clReleaseMemObject",
    "clReleaseKernel",
    "clReleaseProgram",
    "clReleaseContext",
    "clReleaseCommandQueue",
    "clReleaseEvent",
    "clWaitForEvents",
    "clFinish",
    "clFlush"};
static constexpr llvm::StringLiteral OfCuda[] = {
    "DeviceGetAttribute",
    "GetDeviceProperties",
    "GetDevice",
    "SetDevice",
    "GetDeviceCount",
    "DeviceSynchronize",
    "DeviceReset",
    "Malloc",
    "MallocHost",
    "HostAlloc",
    "MallocManaged",
    "Free",
    "FreeHost",
    "Memset",
    "FuncSetAttribute",
    "FuncGetAttributes",
    "FuncSetCacheConfig",
    "FuncSetSharedMemConfig",
    "LaunchKernel",
    "LaunchCooperativeKernel",
    "GetLastError",
    "PeekAtLastError",
    "StreamCreate",
    "StreamDestroy",
    "StreamSynchronize",
    "EventCreate",
    "EventRecord",
    "EventSynchronize",
    "EventElapsedTime",
    "EventDestroy",
    "OccupancyMaxActiveBlocksPerMultiprocessor",
    "OccupancyMaxPotentialBlockSize",
    "OccupancyAvailableDynamicSMemPerBlock"};
static constexpr llvm::StringLiteral OfDriver[] = {
    "cuInit",
    "cuDeviceGet",
    "cuDeviceGetCount",
    "cuDeviceGetAttribute",
    "cuCtxCreate",
    "cuCtxSynchronize",
    "cuModuleLoad",
    "cuModuleLoadData",
    "cuModuleGetFunction",
    "cuFuncSetAttribute",
    "cuLaunchKernel",
    "cuMemAlloc",
    "cuMemFree",
    "cuOccupancyAvailableDynamicSMemPerBlock",
    "cuOccupancyMaxActiveBlocksPerMultiprocessor"};

static bool isOfLibrary(StringRef Callee) {
  StringRef Rest = Callee;
  return llvm::is_contained(OfOpenCL, Callee) ||
         llvm::is_contained(OfDriver, Callee) ||
         ((Rest.consume_front("cuda") || Rest.consume_front("hip")) &&
          llvm::is_contained(OfCuda, Rest));
}

/// A library's function, which the program does not define otherwise.
bool DeviceLimits::isKnown(StringRef Callee) const {
  return isOfLibrary(Callee) && llvm::none_of(Sources, [&](const Source &S) {
           return llvm::any_of(S.T.Definitions,
                               [&](const HostDefinition &D) {
                                 return D.Name == Callee;
                               }) ||
                  llvm::any_of(S.Functions, [&](const HostFunction &F) {
                    return nameOf(S.T, F) == Callee;
                  });
         });
}

static bool isNull(StringRef Name) {
  return Name == "NULL" || Name == "nullptr";
}

static bool isMember(const HostTokens &T, size_t At) {
  return T.word(At - 1) == "." || T.word(At - 1) == "->";
}

bool DeviceLimits::isLimit(const HostTokens &T, size_t At) const {
  return T.isName(At) && (isQuery(T.word(At)) || Names.count(T.word(At)) != 0 ||
                          (isProperty(T.word(At)) && isMember(T, At)));
}

/// A statement, or a head of one, ends before the token that is \p Word.
static bool isEnd(StringRef Word) { return Word == ";" || Word == "}"; }

/// The name of what is written to, of which the last token is \p At: `v`,
/// `v[i]`, `s.v`.
static StringRef written(const HostTokens &T, size_t At) {
  while (T.word(At) == "]")
    At = T.opening(At) - 1;
  return T.isName(At) ? T.word(At) : "";
}

/// `T v(..)`, `T v{..}`, and `: v(..)` of a constructor, where \p Open is the
/// bracket.
static bool isDeclared(const HostTokens &T, size_t Open) {
  constexpr StringRef Statements[] = {"if", "while", "for", "switch", "catch"};
  constexpr StringRef Before[] = {"return", "else",  "new",
                                  "throw",  "case",  "struct",
                                  "class",  "union", "namespace"};
  const StringRef Type = T.word(Open - 2);
  const bool IsInitializer =
      (Type == ":" || Type == ",") &&
      (T.word(Open - 3) == ")" || T.word(Open - 3) == "}") &&
      T.word(T.around(Open)) != "(";
  return T.isName(Open - 1) &&
         !llvm::is_contained(Statements, T.word(Open - 1)) &&
         (IsInitializer ||
          (T.isName(Open - 2) && !llvm::is_contained(Before, Type)));
}

/// The brace at \p Open is of statements, not of values.
static bool isBlock(const HostTokens &T, size_t Open) {
  const StringRef Before = T.word(Open - 1);
  return !T.isName(Open - 1) && Before != "=" && Before != "," &&
         Before != "(" && Before != "{" && Before != "]";
}

/// What is set by the statement around token \p At, before it: `v = ..`,
/// `T v(..)`, `T v{..}`, `: v(..)`, and the function of `return ..`.
void DeviceLimits::setBefore(const Source &S, size_t At) {
  const HostTokens &T = S.T;
  auto Add = [&](StringRef Name) {
    if (!Name.empty())
      Names.insert(Name.str());
  };
  for (size_t I = At; I-- > 0 && !isEnd(T.word(I));) {
    const StringRef Word = T.word(I);
    if (Word == ")" || Word == "]") {
      if (T.opening(I) == HostTokens::None)
        return;
      I = T.opening(I); // Beside it.
      continue;
    }
    // One that compares has another one before it.
    if (Word == "=" || (Word.size() > 1 && Word.ends_with("=") &&
                        !llvm::is_contained({"==", "!=", "<=", ">="}, Word)))
      Add(written(T, I - 1));
    if (Word == "return")
      for (const HostFunction &F : S.Functions)
        if (F.contains(I))
          Add(nameOf(T, F));
    if (Word != "(" && Word != "{")
      continue;
    if (Word == "(" && I && isKnown(T.word(I - 1)))
      return;
    if (isDeclared(T, I))
      Add(T.word(I - 1));
    else if (Word == "{" && isBlock(T, I))
      return;
  }
}

/// Parameter \p Argument of the functions called \p Callee.
void DeviceLimits::give(StringRef Callee, size_t Argument) {
  for (const Source &S : Sources)
    for (const HostFunction &F : S.Functions) {
      if (nameOf(S.T, F) != Callee)
        continue;
      size_t Name = F.Head.Begin;
      while (S.T.word(Name) != Callee)
        ++Name;
      std::optional<HostCall> C = S.T.call(Name);
      if (!C || Argument >= C->Args.size())
        continue;
      TokenSpan P = C->Args[Argument];
      for (size_t I = P.Begin; I < P.End; ++I)
        if (S.T.word(I) == "=")
          P.End = I;
      if (P.size() && S.T.isName(P.End - 1))
        Names.insert(S.T.word(P.End - 1).str());
    }
}

/// Token \p At is in an argument of a call, of which the arguments begin behind
/// \p Open: what the call may write is told the limit, and so is the parameter.
void DeviceLimits::setByCall(const Source &S, size_t Open, size_t At) {
  const HostTokens &T = S.T;
  std::optional<HostCall> C = Open ? T.call(Open - 1) : std::nullopt;
  if (!C)
    return;
  const StringRef Callee = T.word(Open - 1);
  const std::optional<size_t> Answer = answerOf(Callee);
  for (auto [Number, A] : llvm::enumerate(C->Args)) {
    if (A.Begin <= At && At < A.End) {
      give(Callee, Number);
      continue;
    }
    const bool IsWritten = isKnown(Callee)
                               ? Number == Answer
                               : T.word(A.Begin) == "&" || isQuery(T.word(At));
    const StringRef Name = IsWritten && A.size() ? written(T, A.End - 1) : "";
    if (!Name.empty() && !isNull(Name))
      Names.insert(Name.str());
  }
}

void DeviceLimits::follow(const Source &S, size_t At) {
  if (isQuery(S.T.word(At)) && S.T.call(At)) // It writes to what it gets.
    return setByCall(S, At + 1, At);
  setBefore(S, At);
  size_t Open = S.T.around(At);
  if (S.T.word(Open) == "(")
    setByCall(S, Open, At);
}

/// False where nothing is new.
bool DeviceLimits::follow(const Source &S) {
  const size_t Before = Names.size();
  for (size_t I = 0; I < S.T.size(); ++I)
    if (isLimit(S.T, I))
      follow(S, I);
  for (const HostDefinition &D : S.T.Definitions)
    if (areIn(D.Macro.Body))
      Names.insert(D.Name);
  return Names.size() != Before;
}

/// No query can be spelled without one of these.
static bool mayAsk(StringRef Text) {
  return Text.contains("haredMem") || Text.contains("SHARED_MEMORY_PER_") ||
         Text.contains("DynamicSMemPerBlock") ||
         Text.contains("SharedSizeBytes") || Text.contains("LOCAL_MEM_SIZE");
}

DeviceLimits::DeviceLimits(llvm::ArrayRef<StringRef> Texts) {
  if (llvm::any_of(Texts, mayAsk))
    for (StringRef Text : Texts)
      Sources.emplace_back(Text);
  for (bool IsNew = true; IsNew;) {
    IsNew = false;
    for (const Source &S : Sources)
      IsNew |= follow(S);
  }
}

bool DeviceLimits::areIn(StringRef Text) const {
  if (Names.empty() && !mayAsk(Text))
    return false;
  const HostTokens T(Text);
  for (size_t I = 0; I < T.size(); ++I)
    if (isLimit(T, I))
      return true;
  return false;
}
