//===- Invocation.cpp - How Clang is called -------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/Invocation.h"
#include "Read/BuiltinHeaders.h"
#include "Read/HostInvocation.h"
#include "bankfix/Kernel/SourceKind.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace bankfix;

bool bankfix::isOpenCL(llvm::StringRef Path) {
  return isUnitOf(Path, SourceLanguage::OpenCL);
}

bool bankfix::isHip(llvm::StringRef Path) {
  return isUnitOf(Path, SourceLanguage::Hip);
}

bool bankfix::isCudaSource(llvm::StringRef Path) {
  std::optional<SourceKind> Kind = sourceKind(Path);
  return Kind && (Kind->Language == SourceLanguage::Cuda ||
                  Kind->Language == SourceLanguage::Hip);
}

std::string bankfix::findToolkit(llvm::StringRef Wanted) {
  if (!Wanted.empty())
    return Wanted.str();
  for (const char *Name : {"CUDA_PATH", "CUDA_HOME"})
    if (const char *Value = std::getenv(Name); Value && *Value)
      return Value;
  for (llvm::StringRef Usual :
       {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"})
    if (llvm::sys::fs::exists(Usual + "/include/cuda_runtime.h"))
      return Usual.str();
  return "";
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> bankfix::fileSystemWithHeaders(
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory) {
  for (const BuiltinHeader &H : builtinHeaders())
    Memory->addFile(HeaderFolder + "/" + H.Name, 0,
                    llvm::MemoryBuffer::getMemBuffer(H.Text, H.Name));
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  Files->pushOverlay(std::move(Memory));
  return Files;
}

void bankfix::replaceTexts(const ParseOptions &Options, llvm::StringRef Path,
                           clang::PreprocessorOptions &Into,
                           llvm::vfs::InMemoryFileSystem &Memory) {
  auto IsAround = [&](llvm::StringRef File) {
    return llvm::any_of(Options.Within, [&](const IncludePlace &P) {
      return llvm::sys::fs::equivalent(P.File, File);
    });
  };
  for (const auto &[Other, Text] : Options.Texts) {
    if (Other == Path || IsAround(Other))
      continue;
    auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, Other);
    if (llvm::sys::fs::exists(Other))
      Into.addRemappedFile(Other, Buffer.release());
    else // Clang asks the file system how includes name it.
      Memory.addFile(Other, 0, std::move(Buffer));
  }
}

/// The architecture to parse for: the nearest to the model that Clang, and a
/// toolkit's headers, accept. Which one it is shows only in __CUDA_ARCH__.
static unsigned parsedArchitecture(unsigned Model, HeaderMode Mode) {
  static constexpr unsigned Accepted[] = {52, 53, 60, 61, 62, 70,  72,  75,
                                          80, 86, 87, 89, 90, 100, 103, 120};
  unsigned Lowest = Mode == HeaderMode::Sdk ? 75 : 52, Best = Lowest;
  for (unsigned A : Accepted)
    if (A >= Lowest && A <= Model)
      Best = A;
  return Best;
}

/// What Clang takes for an error unless it is told otherwise, and nvcc (13.0
/// was asked) does not.
static constexpr llvm::StringLiteral AsNvcc[] = {
    "-Wno-register",
    "-Wno-c++11-narrowing",
    "-Wno-c++11-narrowing-const-reference",
    "-Wno-reserved-user-defined-literal",
    "-Wno-address-of-temporary",
    "-Wno-increment-bool",
    "-Wno-non-pod-varargs",
    "-Wno-static-float-init",
    "-Wno-parentheses"}; // 0 < n <= 25

/// The same for the compilers of OpenCL drivers, which go by C99.
static constexpr llvm::StringLiteral AsDrivers[] = {
    "-Wno-incompatible-pointer-types",
    "-Wno-incompatible-function-pointer-types", "-Wno-int-conversion",
    "-Wno-return-mismatch"};

static std::vector<std::string>
cudaFlags(llvm::StringRef Path, const ParseOptions &O, HeaderMode Mode) {
  unsigned Model = O.Model->isCuda() ? O.Model->ComputeCapability : 80;
  unsigned Parsed = parsedArchitecture(Model, Mode);
  std::vector<std::string> F = {"-x", "cuda", "--cuda-device-only",
                                "--cuda-gpu-arch=sm_" + std::to_string(Parsed),
                                "-nocudalib", "-Wno-unknown-cuda-version",
                                "-fgpu-rdc",
                                // Left out with -nocudalib; launches need it.
                                "-Xclang", "-target-sdk-version=12.8"};
  F.insert(F.end(), std::begin(AsNvcc), std::end(AsNvcc));
  // In place of what no folder has, with either kind of headers.
  F.insert(F.end(), {"-idirafter", StandInFolder.str()});
  if (Parsed != Model) {
    F.push_back("-U__CUDA_ARCH__");
    F.push_back("-D__CUDA_ARCH__=" + std::to_string(Model * 10));
  }
  if (Mode == HeaderMode::Sdk) {
    std::string Toolkit = findToolkit(O.CudaPath);
    F.push_back("--cuda-path=" + Toolkit);
    F.insert(F.end(), {"-isystem", (HeaderFolder + "/toolkit").str(),
                       "-idirafter", Toolkit + "/include/cccl", "-include",
                       (HeaderFolder + "/bankfix_toolkit.h").str(),
                       // As nvcc has them; Clang does not.
                       "-D__CUDACC_VER_MAJOR__=(CUDART_VERSION/1000)",
                       "-D__CUDACC_VER_MINOR__=(CUDART_VERSION%1000/10)"});
    return F;
  }
  F.insert(F.end(),
           {"-nocudainc", "-isystem", HeaderFolder.str(), "-include",
            isHip(Path) ? "hip/hip_runtime.h" : "cuda_runtime.h",
            "-D__BANKFIX_WAVE_SIZE__=" + std::to_string(O.Model->WaveSize)});
  return F;
}

static std::vector<std::string> openclFlags(llvm::StringRef Standard) {
  std::vector<std::string> F = {"-x", "cl", "-cl-std=" + Standard.str(),
                                "-target", "spir64", "-Xclang", "-cl-ext=+all",
                                "-Xclang", "-fdeclare-opencl-builtins",
                                // Some vendors have `asm`, too.
                                "-fgnu-keywords"};
  F.insert(F.end(), std::begin(AsDrivers), std::end(AsDrivers));
  return F;
}

/// Clang's arguments of the command line \p Args, or null.
static std::shared_ptr<clang::CompilerInvocation>
invocationOf(llvm::ArrayRef<std::string> Args,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
             clang::DiagnosticConsumer &Diagnostics) {
  std::vector<const char *> Raw;
  for (const std::string &A : Args)
    Raw.push_back(A.c_str());
  clang::DiagnosticOptions DiagOptions;
  clang::CreateInvocationOptions Create;
  Create.Diags = clang::CompilerInstance::createDiagnostics(
      *Files, DiagOptions, &Diagnostics, /*ShouldOwnClient=*/false);
  Create.VFS = Files;
  std::shared_ptr<clang::CompilerInvocation> I =
      clang::createInvocation(Raw, Create);
  if (!I)
    return nullptr;
  I->getFrontendOpts().DisableFree = false;
  I->getDiagnosticOpts().ShowCarets = false;
  // A name that resembles one which is not declared is another one; to look for
  // them takes longer than the rest where headers are missing.
  I->getLangOpts().SpellChecking = false;
  return I;
}

std::shared_ptr<clang::CompilerInvocation>
bankfix::invocationFor(llvm::StringRef Path, const ParseOptions &Options,
                       const Dialect &Language,
                       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                       clang::DiagnosticConsumer &Diagnostics) {
  std::vector<std::string> Args = {"clang++", "-fsyntax-only", "-w",
                                   "-ferror-limit=0",
                                   "-resource-dir=" BANKFIX_RESOURCE_DIR};
  std::vector<std::string> Fixed =
      isOpenCL(Path) ? openclFlags(Language.Standard)
                     : cudaFlags(Path, Options, Language.Headers);
  Args.insert(Args.end(), Fixed.begin(), Fixed.end());
  Args.insert(Args.end(), Options.Flags.begin(), Options.Flags.end());
  Args.push_back("--");
  Args.push_back(Path.str());
  auto I = invocationOf(Args, std::move(Files), Diagnostics);
  if (I)
    I->getFrontendOpts().SkipFunctionBodies = true; // See ParseConsumer.
  return I;
}

std::shared_ptr<clang::CompilerInvocation> bankfix::hostInvocationFor(
    llvm::StringRef Path, const ParseOptions &Options, llvm::StringRef Binary,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
    clang::DiagnosticConsumer &Diagnostics) {
  std::vector<std::string> Args = {
      "clang++",  "-c",
      "-w",       "-resource-dir=" BANKFIX_RESOURCE_DIR,
      "-isystem", HeaderFolder.str(),
      "-O1",      "-fPIC",
      "-fwrapv"};
  Args.insert(Args.end(), std::begin(AsNvcc), std::end(AsNvcc));
  if (isCudaSource(Path))
    Args.insert(Args.end(),
                {"-x", "cuda", "--cuda-host-only", "-nocudalib", "-nocudainc",
                 "-include",
                 isHip(Path) ? "hip/hip_runtime.h" : "cuda_runtime.h",
                 "-Xclang", "-target-sdk-version=12.8", "-Xclang",
                 "-fcuda-include-gpubinary", "-Xclang", Binary.str()});
  Args.insert(Args.end(), Options.Flags.begin(), Options.Flags.end());
  Args.push_back("--");
  Args.push_back(Path.str());
  return invocationOf(Args, std::move(Files), Diagnostics);
}

std::shared_ptr<clang::CompilerInvocation> bankfix::openCLHostInvocationFor(
    llvm::StringRef Path,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
    clang::DiagnosticConsumer &Diagnostics) {
  bool IsC = Path.ends_with(".c");
  std::vector<std::string> Args = {
      "clang++",        "-fsyntax-only",
      "-w",             "-ferror-limit=0",
      "-target",        "x86_64-unknown-linux-gnu",
      "-nostdinc",      "-nostdinc++",
      "-isystem",       (HeaderFolder + "/opencl_host").str(),
      "-include",       "bankfix_opencl_host.h",
      "-x",             IsC ? "c" : "c++",
      IsC ? "-std=gnu17" : "-std=gnu++17"};
  Args.insert(Args.end(), std::begin(AsNvcc), std::end(AsNvcc));
  Args.insert(Args.end(), std::begin(AsDrivers), std::end(AsDrivers));
  if (IsC) // As compilers had it when many hosts were written.
    Args.push_back("-Wno-implicit-function-declaration");
  Args.push_back("--");
  Args.push_back(Path.str());
  return invocationOf(Args, std::move(Files), Diagnostics);
}
