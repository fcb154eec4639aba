//===- KnownCalls.h - Functions whose meaning is known ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_KNOWNCALLS_H
#define BANKFIX_LIB_FRONTEND_AST_KNOWNCALLS_H

#include "ClangHeaders.h"
#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

enum class CallKind : uint8_t {
  Unknown,
  Barrier,     ///< Of the whole block.
  WaveBarrier, ///< Of a wave, or a part of one.
  Atomic,      ///< The first argument is the address.
  Min,
  Max,
  Abs,
  Multiply,      ///< mul24 and the like.
  MultiplyAdd,   ///< mad24 and the like.
  Clamp,         ///< OpenCL's.
  Function,      ///< Of integers: see LaneFunctions.def.
  Nothing,       ///< Neither reads nor writes memory of the user.
  Assume,        ///< The argument holds.
  Trap,          ///< Does not return.
  Address,       ///< The argument's address in shared memory, as a number.
  MatrixLoad,    ///< load_matrix_sync.
  MatrixStore,   ///< store_matrix_sync.
  AsyncCopy,     ///< To, from, bytes: by each thread for itself.
  GroupCopy,     ///< Group, to, from, bytes: by its threads together.
  VectorLoad,    ///< vloadN and its like: offset, from.
  VectorStore,   ///< vstoreN and its like: value, offset, to.
  WorkGroupCopy, ///< async_work_group_copy: to, from, ...
  // OpenCL; the argument is the axis.
  LocalId,
  LocalSize,
  GroupId,
  GroupCount,
  GlobalId,
  GlobalSize,
  // The thread's number in its block, and how many there are.
  LinearId,
  LinearSize,
  // The same within an aligned tile of the block, and among the tiles.
  TileId,
  TileSize,
  TileIndex,
  TileCount,
};

/// What LaneFunctions.def has.
enum class LaneFunction : uint8_t {
  None,
  PopCount,
  LeadingZeros,
  TrailingZeros,
  FirstSet,
  Reverse,
  MultiplyHigh,
  MultiplyHighAdd,
  HalfSum,
  HalfSumUp,
  Rotate,
  Distance,
  DistanceAdd,
  Select,
  BitSelect,
  BytePermute,
  FunnelLeft,
  FunnelRight,
  Convert,
};

/// What a call of kind Function computes.
LaneFunction laneFunction(const clang::CallExpr &Call);

/// vloadN, vstoreN, and those with `half` in their names.
struct VectorCall {
  unsigned Elements = 1;  ///< Of each vector.
  unsigned Step = 1;      ///< Elements from one vector to the next.
  bool IsAligned = false; ///< To the whole vector; else to its elements.
};

/// What a call of kind VectorLoad or VectorStore says.
VectorCall vectorCall(const clang::CallExpr &Call);

/// What a call does, by the name of the function it calls.
CallKind classify(const clang::CallExpr &Call);

/// How many threads the tile has that a call of kind TileId or the like asks.
unsigned tileSize(const clang::CallExpr &Call);

/// True if the group that a call gets is the whole block.
bool isBlockGroup(const clang::CallExpr &Call);

/// The built-in variable that a call returns as a whole: `group_index()` of a
/// cooperative group, or the conversion of `threadIdx` to another type.
std::optional<LaunchValue> launchTripleOf(const clang::CallExpr &Call);

/// __half, __half2 and their bfloat16 counterparts: CUDA's headers write their
/// copies and operators out, but one reads or writes an object as a whole.
bool isSixteenBitFloat(clang::QualType T);

/// An operator or a conversion of those: it reads each of its operands once but
/// the one that `=` sets, writes the first where it assigns, and keeps the
/// address of none.
bool isSixteenBitOperator(const clang::FunctionDecl *F);

/// Such an operator sets its first operand: `a = b`, `a += b`, `++a`.
bool changesOperand(const clang::CXXOperatorCallExpr *E);

/// `a = b` of structs, as the compiler makes it.
bool isTrivialAssignment(const clang::CXXOperatorCallExpr *E);

/// Whoever runs \p S does not come to its end, nor back to the kernel.
bool endsInTrap(const clang::Stmt *S);

/// A call of kind AsyncCopy is one access of so many bytes; else the hardware
/// has none for it ("CUDA C++ Programming Guide", "Pipeline Primitives
/// Interface").
constexpr bool isThreadCopy(uint64_t Bytes) {
  return Bytes == 4 || Bytes == 8 || Bytes == 16;
}

/// A member of CUDA's barriers and pipelines that ends when other threads have
/// come as far.
bool waitsForOthers(const clang::CallExpr &Call);

/// Where the rows begin that load_matrix_sync or store_matrix_sync accesses;
/// null for other calls.
const clang::Expr *matrixAddress(const clang::CallExpr &Call);

/// The same arguments give the same value, and nothing else happens.
bool isPureCall(const clang::CallExpr &Call);

/// The width of banks that \p S, a statement of the host, sets.
std::optional<BankMode> modeSet(const clang::Stmt *S);
/// `cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte)`, which no
/// kernel can see but by its speed.
bool isEightByteCall(const clang::Stmt *S);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_KNOWNCALLS_H
