//===- Device.cpp - A GPU made of fibres ----------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Addresses.h"
#include "Coverage.h"
#include "Hooks.h"
#include "Machine.h"
#include "Signals.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace bankfix;

/// Room for dynamic shared memory and OpenCL's arguments, in bytes.
static constexpr uint64_t DynamicRoom = 1 << 20;

/// Bytes before and behind shared memory in which every access is a fault: as
/// far as an `int` goes as the index of 4 bytes.
static constexpr uint64_t GuardBytes = uint64_t(8) << 30;

struct Device::Impl {
  Impl(Jit &J, const Target &T, Addresses *Common)
      : J(J), T(T), Common(Common) {}
  ~Impl() {
    if (Reserved)
      munmap(Reserved, ReservedBytes);
  }

  llvm::Error giveSharedMemory(llvm::Module &M,
                               llvm::ArrayRef<EmittedKernel> Kernels);
  llvm::Error compile(EmittedCode Code,
                      std::unique_ptr<llvm::LLVMContext> Context,
                      CodeSpeed Speed);
  void markCode(llvm::Module &M, llvm::ArrayRef<EmittedKernel> Kernels);
  llvm::Error findSymbols(EmittedCode &Code);
  llvm::Error reserve();
  std::optional<Fault> run(const DeviceKernel &K, const LaunchConfig &C,
                           void **Arguments);
  std::optional<Fault> limits(const DeviceKernel &K, const LaunchConfig &C);

  Jit &J;
  const Target &T;
  Addresses *Common; ///< Null: wherever they are loaded.
  std::vector<PlacedObject> Variables, Functions;
  std::vector<const void *> Images;      ///< The initial values of Variables.
  llvm::DenseMap<void *, void *> CodeAt; ///< Of Functions, by their place.
  llvm::orc::JITDylib *Dylib = nullptr;
  std::vector<DeviceKernel> Kernels;
  std::map<std::string, DeviceSymbol, std::less<>> Symbols;
  std::vector<std::string> Entries;
  std::vector<CodeSite> Sites;
  SharedLayout Shared;
  void *Reserved = nullptr; ///< The arena, with guards where there is room.
  uint64_t ReservedBytes = 0;
  char *Arena = nullptr;
  uint64_t ArenaBytes = 0;
  std::unique_ptr<Machine> M;

  std::vector<BlockTrace> Traced;
  Coverage Covered;
  std::vector<std::vector<InputCondition>> Conditions; ///< Of each kernel.
};

llvm::Error Device::Impl::reserve() {
  ArenaBytes = SharedLayout::next(Shared.DynamicOffset) + DynamicRoom;
  ArenaBytes = llvm::alignTo(ArenaBytes, sysconf(_SC_PAGESIZE));
  if (Common)
    Arena = Common->arena(ArenaBytes);
  if (Arena)
    return llvm::Error::success();
  for (uint64_t Guard : {GuardBytes, uint64_t(0)}) {
    uint64_t Bytes = ArenaBytes + 2 * Guard;
    void *P = mmap(nullptr, Bytes, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (P == MAP_FAILED)
      continue; // The process may have no such room.
    Reserved = P;
    ReservedBytes = Bytes;
    Arena = static_cast<char *>(P) + Guard;
    if (mprotect(Arena, ArenaBytes, PROT_READ | PROT_WRITE) == 0)
      return llvm::Error::success();
    break;
  }
  return llvm::createStringError("no memory for shared variables");
}

/// The scalars of \p T, appended to \p To; false where there are others.
static bool addFields(llvm::Type *T, const llvm::DataLayout &Layout,
                      uint64_t Offset, std::vector<EmittedField> &To) {
  constexpr unsigned Most = 256;
  if (auto *S = llvm::dyn_cast<llvm::StructType>(T)) {
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      if (!addFields(S->getElementType(I), Layout,
                     Offset + Layout.getStructLayout(S)->getElementOffset(I),
                     To))
        return false;
    return true;
  }
  if (auto *A = llvm::dyn_cast<llvm::ArrayType>(T)) {
    uint64_t Bytes = Layout.getTypeAllocSize(A->getElementType());
    for (uint64_t I = 0; I < A->getNumElements(); ++I)
      if (!addFields(A->getElementType(), Layout, Offset + I * Bytes, To))
        return false;
    return true;
  }
  EmittedField F;
  F.Kind = T->isIntegerTy()         ? ScalarKind::Integer
           : T->isBFloatTy()        ? ScalarKind::BFloat
           : T->isFloatingPointTy() ? ScalarKind::Float
                                    : ScalarKind::Other;
  F.Offset = Offset;
  F.Bytes = Layout.getTypeStoreSize(T);
  To.push_back(F);
  return F.Kind != ScalarKind::Other && F.Bytes <= 8 && To.size() <= Most;
}

static DeviceSymbol symbolOf(const llvm::GlobalVariable &G) {
  const llvm::DataLayout &Layout = G.getDataLayout();
  llvm::Type *T = G.getValueType();
  DeviceSymbol Out;
  Out.Bytes = Layout.getTypeAllocSize(T);
  Out.IsConstant = G.isConstant();
  constexpr unsigned ConstantSpace = 4; // NVPTX's.
  if (G.getAddressSpace() != ConstantSpace || G.isConstant() ||
      !G.getInitializer()->isNullValue())
    return Out;
  while (auto *A = llvm::dyn_cast<llvm::ArrayType>(T))
    T = A->getElementType();
  if (!addFields(T, Layout, 0, Out.Element))
    Out.Element.clear();
  Out.ElementBytes = Layout.getTypeAllocSize(T);
  return Out;
}

void Device::Impl::markCode(llvm::Module &M,
                            llvm::ArrayRef<EmittedKernel> Kernels) {
  Covered.mark(M);
  for (const EmittedKernel &K : Kernels)
    Covered.addKernel(M, K.Symbol);
}

/// Makes room for shared memory, and gives each variable its place in that.
llvm::Error
Device::Impl::giveSharedMemory(llvm::Module &M,
                               llvm::ArrayRef<EmittedKernel> Kernels) {
  Shared = layoutShared(M);
  constexpr uint64_t MostStaticBytes = 64 << 20;
  if (Shared.StaticBytes > MostStaticBytes)
    return llvm::createStringError("its shared variables take " +
                                   llvm::Twine(Shared.StaticBytes) + " bytes");
  if (llvm::Error E = reserve())
    return E;
  for (const EmittedKernel &K : Kernels)
    findVariablesOf(M, K.Symbol, Shared);
  placeShared(M, Shared, reinterpret_cast<uintptr_t>(Arena));
  return llvm::Error::success();
}

/// Everything that is done to a module before it can run.
llvm::Error Device::Impl::compile(EmittedCode Given,
                                  std::unique_ptr<llvm::LLVMContext> GivenWith,
                                  CodeSpeed Speed) {
  // Where something fails, the module goes before its context.
  std::unique_ptr<llvm::LLVMContext> Context = std::move(GivenWith);
  EmittedCode Code = std::move(Given);
  llvm::Module &M = *Code.Module;
  llvm::StringMap<void *> Runtime;
  addHooks(Runtime);
  addDeviceMaths(Runtime);
  addWordMaths(Runtime);

  class Sites Places(M, Code);
  lowerOpenCL(M);
  clampShifts(M);
  narrowComponents(M); // Before variables are gone: `e = v[i]` reads it whole.
  simplify(M);
  bool Explores = Speed == CodeSpeed::QuickToMake;
  for (const EmittedKernel &K : Code.Kernels)
    Conditions.push_back(Explores ? findConditions(M, K.Symbol)
                                  : std::vector<InputCondition>());
  instrument(M, Places);
  Sites = Places.take();
  if (Explores)
    markCode(M, Code.Kernels);
  if (llvm::Error E = giveSharedMemory(M, Code.Kernels))
    return E;
  forgetDevice(M);
  refuseUnknown(M, Runtime);
  for (const EmittedKernel &K : Code.Kernels)
    Entries.push_back(addEntry(M, K.Symbol));
  for (llvm::GlobalVariable &G : M.globals())
    if (G.hasExternalLinkage() && !G.isDeclaration())
      Symbols[G.getName().str()] = symbolOf(G);
  if (Common) {
    Variables = placeVariables(M, *Common);
    Functions = placeFunctions(M, *Common);
  }
  if (llvm::Error E = retarget(M))
    return E;
  std::string Broken;
  llvm::raw_string_ostream OS(Broken);
  if (llvm::verifyModule(M, &OS))
    return llvm::createStringError("the module is broken: " + Broken);
  if (llvm::Error E = optimize(M, Speed == CodeSpeed::QuickToRun ? 2 : 0))
    return E;

  static unsigned Number = 0;
  auto D = J.dylib("device." + std::to_string(Number++), Runtime,
                   ProcessSymbols::Maths);
  if (!D)
    return D.takeError();
  Dylib = *D;
  if (llvm::Error E = J.add(*Dylib, std::move(Code.Module), std::move(Context)))
    return E;
  return findSymbols(Code);
}

llvm::Error Device::Impl::findSymbols(EmittedCode &Code) {
  for (auto &[Name, Symbol] : Symbols) {
    auto Address = J.find(*Dylib, Name);
    if (!Address)
      return Address.takeError();
    Symbol.Address = *Address;
  }
  for (const PlacedObject &V : Variables) {
    auto Image = J.find(*Dylib, V.Symbol);
    if (!Image)
      return Image.takeError();
    Images.push_back(*Image);
    if (auto It = Symbols.find(V.Symbol); It != Symbols.end())
      It->second.Address = V.Place;
  }
  for (const PlacedObject &F : Functions) {
    auto Code = J.find(*Dylib, F.Symbol);
    if (!Code)
      return Code.takeError();
    CodeAt[F.Place] = *Code;
  }
  for (auto [Source, Entry, Asks] :
       llvm::zip_equal(Code.Kernels, Entries, Conditions)) {
    auto Address = J.find(*Dylib, Entry);
    if (!Address)
      return Address.takeError();
    Kernels.push_back({std::move(Source),
                       reinterpret_cast<void (*)(void **)>(*Address),
                       Shared.StaticBytes, std::move(Asks)});
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Device>>
Device::load(Jit &J, EmittedCode Code,
             std::unique_ptr<llvm::LLVMContext> Context, const Target &T,
             CodeSpeed Speed, Addresses *Shared) {
  auto I = std::make_unique<Impl>(J, T, Shared);
  if (llvm::Error E = I->compile(std::move(Code), std::move(Context), Speed))
    return E;
  auto Out = std::make_unique<Device>(std::move(I));
  Impl &P = *Out->I;
  P.M = std::make_unique<Machine>(T, P.Sites, P.Shared, P.Arena, P.ArenaBytes,
                                  *Out);
  return Out;
}

Device::Device(std::unique_ptr<Impl> I) : I(std::move(I)) {}
Device::~Device() = default;

llvm::ArrayRef<DeviceKernel> Device::kernels() const { return I->Kernels; }

const DeviceKernel *Device::kernel(llvm::StringRef Symbol) const {
  for (const DeviceKernel &K : I->Kernels)
    if (K.Source.Symbol == Symbol)
      return &K;
  return nullptr;
}

std::optional<DeviceSymbol> Device::symbol(llvm::StringRef Name) const {
  auto It = I->Symbols.find(Name);
  return It == I->Symbols.end() ? std::nullopt : std::optional(It->second);
}

std::vector<std::pair<std::string, DeviceSymbol>> Device::symbols() const {
  std::vector<std::pair<std::string, DeviceSymbol>> Out;
  for (const auto &Each : I->Symbols)
    if (!Each.second.IsConstant)
      Out.push_back(Each);
  return Out;
}

void Device::resetVariables() {
  for (auto [V, Image] : llvm::zip_equal(I->Variables, I->Images))
    std::memcpy(V.Place, Image, V.Bytes);
}

Addresses *Device::addresses() const { return I->Common; }

void *Device::function(void *P) const {
  auto It = I->CodeAt.find(P);
  return It == I->CodeAt.end() ? P : It->second;
}

std::optional<Fault> Device::launch(const DeviceKernel &K,
                                    const LaunchConfig &C, void **Arguments) {
  SignalScope Signals(C.TimeLimit);
  std::optional<Fault> Out = I->run(K, C, Arguments);
  for (auto &[Block, Accesses] : I->M->Traced)
    I->Traced.push_back({K.Source.Symbol, Block, std::move(Accesses)});
  I->M->Traced.clear();
  return Out;
}

std::optional<Fault> Device::Impl::limits(const DeviceKernel &K,
                                          const LaunchConfig &C) {
  uint64_t Threads = uint64_t(C.Block[0]) * C.Block[1] * C.Block[2];
  if (Threads == 0 || Threads > 1024)
    return Fault{FaultKind::Unsupported,
                 K.Source.Place,
                 {},
                 {},
                 "a block of " + std::to_string(Threads) + " threads"};
  if (C.DynamicBytes > DynamicRoom / 2)
    return Fault{FaultKind::Unsupported,
                 K.Source.Place,
                 {},
                 {},
                 std::to_string(C.DynamicBytes) + " bytes of dynamic memory"};
  return std::nullopt;
}

std::optional<Fault> Device::Impl::run(const DeviceKernel &K,
                                       const LaunchConfig &C,
                                       void **Arguments) {
  if (std::optional<Fault> F = limits(K, C))
    return F;
  // A `__local` parameter gets an address of its own.
  uint64_t Start = SharedLayout::next(Shared.DynamicOffset + C.DynamicBytes);
  uint64_t Next = Start;
  std::vector<SharedVariable> Locals;
  std::vector<void *> Addresses(K.Source.Params.size()), Values;
  for (unsigned I = 0; I < K.Source.Params.size(); ++I) {
    const EmittedParam &P = K.Source.Params[I];
    Values.push_back(Arguments[I]);
    if (P.Fields.size() != 1 || P.Fields[0].Kind != ScalarKind::Local)
      continue;
    uint64_t Bytes = *static_cast<const uint64_t *>(Arguments[I]);
    if (Bytes > DynamicRoom / 4 || Next + Bytes + 2048 > ArenaBytes)
      return Fault{FaultKind::Unsupported,
                   K.Source.Place,
                   {},
                   {},
                   std::to_string(Bytes) + " bytes of local memory"};
    Locals.push_back({P.Name, P.Name, Next, Bytes});
    Addresses[I] = Arena + Next;
    Values.back() = &Addresses[I];
    Next = SharedLayout::next(Next + Bytes);
  }
  M->start(K.Source.Symbol, C, Next - Start, Locals);
  if (Common)
    Common->Heap.begin(uint64_t(C.Grid[0]) * C.Grid[1] * C.Grid[2] *
                       C.Block[0] * C.Block[1] * C.Block[2]);
  for (unsigned Z = 0; Z < C.Grid[2]; ++Z)
    for (unsigned Y = 0; Y < C.Grid[1]; ++Y)
      for (unsigned X = 0; X < C.Grid[0]; ++X)
        if (!M->runBlock(K.Entry, Values.data(), {X, Y, Z}))
          return M->Failed;
  return std::nullopt;
}

const std::vector<BlockTrace> &Device::trace() const { return I->Traced; }
const std::vector<OutsideSubscript> &Device::outsideSubscripts() const {
  return I->M->Seen.Outside;
}
const std::vector<TracedRace> &Device::races() const {
  return I->M->Seen.Races;
}
std::optional<LastWrite> Device::writer() const { return I->M->LastWriter; }
uint64_t Device::returnedValues() const { return I->M->ReturnedHash; }
bool Device::returnedAddresses() const { return I->M->ReturnedAddress; }
bool Device::isShared(uint64_t Value) const {
  return I->M->isShared(reinterpret_cast<const void *>(uintptr_t(Value)));
}
uint64_t Device::accesses() const { return I->M->Accesses; }

Reached Device::reached(const DeviceKernel &K) const {
  return I->Covered.reached(K.Source.Symbol);
}
unsigned Device::codeAccesses(const DeviceKernel &K) const {
  return I->Covered.accesses(K.Source.Symbol);
}

void Device::clearTrace() {
  I->Traced.clear();
  I->M->Seen = {};
  I->M->ReturnedHash = I->M->Accesses = 0;
  I->M->ReturnedAddress = false;
  I->Covered.clear();
}
