//===- Sites.cpp - Instructions' places in the source ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

Sites::Sites(const llvm::Module &M, const EmittedCode &Code) : Code(Code) {
  for (const llvm::Function &F : M)
    if (F.hasFnAttribute("bankfix-header") && F.getSubprogram())
      Headers.insert(F.getSubprogram());
}

/// A file's whole path: Clang splits it in more ways than one.
static std::string wholePath(const llvm::DIFile *File) {
  if (!File)
    return "";
  llvm::SmallString<128> Path(File->getFilename());
  if (!llvm::sys::path::is_absolute(Path)) {
    Path = File->getDirectory();
    llvm::sys::path::append(Path, File->getFilename());
  }
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

/// Functions whose lanes are those that happen to be there.
static bool isUnmasked(llvm::StringRef Name) {
  return Name == "__shfl" || Name == "__shfl_up" || Name == "__shfl_down" ||
         Name == "__shfl_xor" || Name == "__all" || Name == "__any" ||
         Name == "__ballot";
}

TracedSite Sites::locate(const llvm::Instruction &I, CodeAccess Kind,
                         bool &Unmasked, unsigned *Align) const {
  TracedSite Out;
  const llvm::DILocation *At = I.getDebugLoc();
  const llvm::DISubprogram *In = nullptr;
  for (; At; At = At->getInlinedAt()) {
    In = At->getScope()->getSubprogram();
    Unmasked |= isUnmasked(In->getName());
    if (!Headers.count(In) || !At->getInlinedAt())
      break;
  }
  if (!At)
    return Out;
  llvm::StringRef Name =
      In->getLinkageName().empty() ? In->getName() : In->getLinkageName();
  Out.Function = llvm::demangle(Name);
  bool IsMain = In->getUnit() &&
                wholePath(At->getFile()) == wholePath(In->getUnit()->getFile());
  llvm::StringRef File = At->getFilename();
  Out.Place = {IsMain ? "" : File.str(), At->getLine(), At->getColumn()};
  CodePlace Key{IsMain ? "" : llvm::sys::path::filename(File).str(),
                At->getLine(), At->getColumn(), Kind};
  if (auto It = Code.Accesses.find(Key); It != Code.Accesses.end()) {
    Out.Place = It->second.Place;
    if (Align)
      *Align = It->second.Align;
  }
  return Out;
}

unsigned Sites::align(const llvm::Instruction &I, CodeAccess Kind,
                      unsigned Known) const {
  bool Unmasked = false;
  unsigned Promised = 1;
  locate(I, Kind, Unmasked, &Promised);
  return std::max(Known, Promised);
}

unsigned Sites::copyAlign(const llvm::Instruction &I, CodeAccess Kind,
                          unsigned Known) const {
  bool Unmasked = false;
  unsigned Promised = 0;
  locate(I, Kind, Unmasked, &Promised);
  return Promised ? Promised : Known;
}

unsigned Sites::add(const llvm::Instruction &I, CodeAccess Kind, AccessOp Op,
                    unsigned Bytes, unsigned Align) {
  CodeSite S;
  S.Source = locate(I, Kind, S.Unmasked);
  S.Source.Op = Op;
  S.Source.Bytes = Bytes;
  S.Align = Align;
  All.push_back(std::move(S));
  return All.size() - 1;
}

void Sites::nameVariable(unsigned Site, const llvm::Value *Pointer) {
  constexpr unsigned AsFarAsItGoes = 0;
  if (auto *G = llvm::dyn_cast<llvm::GlobalVariable>(
          llvm::getUnderlyingObject(Pointer, AsFarAsItGoes)))
    All[Site].Variable = G->getName().str();
}
