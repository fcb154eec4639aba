//===- Instrument.h - Makes code tell what it does --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   module as Clang emitted it ──instrument──▶ the same, with calls of hooks
//                                        └───▶ sites that the hooks name
//
// Before any optimisation, so that every access of the source is there once.
// The hooks are the runtime's: Hooks.cpp defines each, Instrument.cpp and
// Collectives.cpp call them.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_INSTRUMENT_H
#define BANKFIX_LIB_EMULATE_INSTRUMENT_H

#include "bankfix/Emulate/Trace.h"
#include "bankfix/Frontend/Codegen.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class DILocation;
class DISubprogram;
class DominatorTree;
class Loop;
class LoopInfo;
} // namespace llvm

namespace bankfix {

/// An instruction that calls a hook.
struct CodeSite {
  TracedSite Source;
  unsigned Align = 1; ///< Bytes: what the address has to be a multiple of.
  /// A warp primitive without a mask: whoever is there takes part.
  bool Unmasked = false;
  /// The symbol of the shared variable, where the access names it.
  std::string Variable;
};

/// Marks instructions' places; made before functions of headers are inlined.
class Sites {
public:
  Sites(const llvm::Module &M, const EmittedCode &Code);

  /// A new site for \p I.
  unsigned add(const llvm::Instruction &I, CodeAccess Kind, AccessOp Op,
               unsigned Bytes, unsigned Align);
  /// The alignment in bytes that \p I may rely on, which knows of \p Known.
  unsigned align(const llvm::Instruction &I, CodeAccess Kind,
                 unsigned Known) const;
  /// The same of \p I, a copy, which goes by the type that is copied: whatever
  /// is known of the variable as a whole, it is as many accesses.
  unsigned copyAlign(const llvm::Instruction &I, CodeAccess Kind,
                     unsigned Known) const;
  /// \p Pointer is what the instruction of \p Site goes through.
  void nameVariable(unsigned Site, const llvm::Value *Pointer);
  std::vector<CodeSite> take() { return std::move(All); }

private:
  TracedSite locate(const llvm::Instruction &I, CodeAccess Kind, bool &Unmasked,
                    unsigned *Align = nullptr) const;

  const EmittedCode &Code;
  llvm::DenseSet<const llvm::DISubprogram *> Headers;
  std::vector<CodeSite> All;
};

/// The keys of one function: a hash of its caller's key and of the iterations
/// of the loops around a place. See TraceRequests.h.
class Keys {
public:
  explicit Keys(llvm::Function &F);

  /// The key that holds at \p I.
  llvm::Value *at(const llvm::Instruction &I) const;
  /// Passes a key of its own to the function that \p Call calls.
  void pass(llvm::CallBase &Call);

private:
  /// A loop as it stands in the source: more than the blocks that lead back to
  /// its start, since what precedes a break or a return is in it, too.
  struct SourceLoop {
    const llvm::Loop *L;
    llvm::Value *Key; ///< Of the iteration.
    const llvm::DILocation *Begin = nullptr, *End = nullptr;

    bool contains(const llvm::DILocation *At) const;
  };
  void addLoops(const llvm::LoopInfo &Loops, const llvm::DominatorTree &Tree);
  void addBlock(const llvm::BasicBlock &Block, const llvm::DominatorTree &Tree);
  llvm::Value *keyAt(const llvm::BasicBlock &Block,
                     const llvm::DILocation *At) const;

  llvm::Function &F;
  llvm::Value *Entry = nullptr;
  std::vector<SourceLoop> All; ///< Outer ones first.
  /// Those around a block: certainly, or where it stands in the source.
  struct Around {
    llvm::Value *Key = nullptr;
    llvm::SmallVector<unsigned, 2> Perhaps; ///< Of All.
  };
  llvm::DenseMap<const llvm::BasicBlock *, Around> InBlock;
  unsigned Calls = 0;
};

/// Makes each check of a subscript that the code was generated with
/// (CodeRequest::ChecksSubscripts) a call of a hook.
void hookSubscripts(llvm::Module &M);

/// Makes functions of headers a part of those that call them, and promotes
/// local variables to registers, so that what is left are the source's
/// accesses.
void simplify(llvm::Module &M);

/// Metadata of a load that the source says of a vector as a whole.
inline constexpr llvm::StringLiteral WholeVector = "bankfix-whole";

/// Makes an access to one element of a vector one to that element alone.
void narrowComponents(llvm::Module &M);

void instrument(llvm::Module &M, Sites &S);

/// Replaces a call of a warp primitive, a barrier or a special register by one
/// of a hook; false where \p Call is none of these.
bool replaceCollective(llvm::CallBase &Call, const Keys &K, Sites &S);

/// The hook \p Name, declared with the type that the call needs.
llvm::CallInst *callHook(llvm::IRBuilder<> &B, llvm::StringRef Name,
                         llvm::Type *Result,
                         llvm::ArrayRef<llvm::Value *> Arguments);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_INSTRUMENT_H
