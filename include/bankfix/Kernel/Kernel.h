//===- Kernel.h - A kernel as bankfix sees it -------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small structured program over integers, with the accesses to shared memory
// as statements. Everything that cannot touch an address or a condition is left
// out. Free of Clang; the frontend is the only place that translates into it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_KERNEL_H
#define BANKFIX_KERNEL_KERNEL_H

#include "bankfix/Kernel/Expr.h"
#include "bankfix/Kernel/OffsetMacro.h"
#include "bankfix/Kernel/SourcePlace.h"
#include "bankfix/Target/Target.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bankfix {

enum class MemorySpace : uint8_t {
  Static,   ///< `__shared__ T a[N]`, OpenCL `__local T a[N]`.
  Dynamic,  ///< `extern __shared__ T a[]`.
  Argument, ///< An OpenCL `__local T *` kernel argument.
};

/// Why an array's layout may not be changed, found while its uses are read.
/// The texts are in Obstacles.def.
enum class ObstacleKind : uint8_t {
#define OBSTACLE(Name, Text, Declaration, Subscripts) Name,
#include "bankfix/Kernel/Obstacles.def"
};

struct Obstacle {
  ObstacleKind Kind;
  SourcePlace Place;  ///< Line 0: nowhere in the text, as of a flag.
  std::string Detail; ///< What fills the text's placeholder, if it has one.
  /// Of SizeOf: the dimensions, a bit each, that the size in question is the
  /// product of. 0: bytes, or whatever else; any other size is another value.
  unsigned Dims = 0;
  uint64_t Limit = 0; ///< Of SizeLimit: the bytes; 0 where not known.

  /// In words that a user can act on, with the line.
  std::string text() const;
  /// Forbids changing the declared sizes.
  bool blocksDeclaration() const;
  /// Forbids changing the subscripts of the accesses.
  bool blocksSubscripts() const;
  bool blocksAll() const { return blocksDeclaration() && blocksSubscripts(); }
};

/// An array in shared memory. Row-major: the last dimension is contiguous.
struct SharedArray {
  std::string Name;
  std::string ElementType; ///< As the source spells it.
  /// Elements; empty where not known. The first is 0 where only the host knows
  /// it: `extern __shared__ T a[][32]`.
  std::vector<uint64_t> Dims;
  bool IsArray = true; ///< False for a struct, which is seen as one element.
  unsigned ElementBytes = 4;
  unsigned Alignment = 4; ///< Bytes: what the declaration promises.
  /// Bytes that the struct around it may have to leave free behind it once it
  /// has another size: the most.
  unsigned FreeBehind = 0;
  /// Bytes: what a packed element type promises of each element, so that wider
  /// accesses are split into as many; 0: accesses are aligned to their width.
  unsigned ElementAlignment = 0;
  /// Bytes that values of another type are aligned to, which elements whose
  /// subscripts are written are accessed as: `*(float4 *)&a[i]`. Those that take
  /// several elements are as large. 0 where there are none.
  unsigned ViewBytes = 0;
  MemorySpace Space = MemorySpace::Static;
  unsigned Parameter = 0; ///< Argument: the number of the kernel's parameter.
  SourcePlace Place;      ///< Of its declaration.
  /// The kernel, or the first of several, whose own dynamic memory this is,
  /// where one text declares that for others, too. Else empty.
  std::string OfKernel;
  std::vector<Obstacle> Obstacles;
  /// `#if 0` leaves out code that names it, which no layout changes.
  std::optional<SourcePlace> NamedInDeadCode;
  /// What some of its indices go through, and why that has to stay as it is:
  /// nothing where all do, and nothing else depends on it.
  std::optional<OffsetMacro> Offsets;
  std::optional<Obstacle> OffsetsStay;
  /// Arrays of one group share text that a layout has to change, so they get
  /// the same layout: those that instances of one template declare, that one
  /// function gets from several callers, or that the body of one macro names.
  /// Nothing for an array by itself.
  std::optional<unsigned> Group;

  bool hasKnownSize() const { return !Dims.empty() && Dims.front() != 0; }
  /// The same text declares both, in other builds of a file, for one kernel.
  bool isDeclaredAs(const SharedArray &Other) const {
    return Name == Other.Name && Place == Other.Place &&
           OfKernel == Other.OfKernel;
  }
  uint64_t elements() const;
  uint64_t bytes() const { return elements() * ElementBytes; }
  /// Elements from one value of subscript \p Dim to the next.
  uint64_t stride(unsigned Dim) const;
  /// The type as a reader of C writes it: "float[32][33]".
  std::string typeText() const;
};

/// The rows of a matrix fragment, whose pitch is told to be that of the array's
/// rows, or of a flat array a number.
struct FragmentRows {
  /// A power of two, 64 at most, that the number of the first row is a multiple
  /// of; where there is a Pitch, that of the first element. 0: it is no such
  /// fragment.
  unsigned First = 0;
  /// Where there is a Pitch: the same of the number of the first row, if the
  /// source writes the first element as one of rows that are so long. Else 1.
  unsigned FirstRow = 1;
  unsigned Rows = 0, Columns = 0; ///< As they lie: columns are contiguous.
  /// Elements, where the rows exist in the last subscript alone; else 0.
  int64_t Pitch = 0;

  explicit operator bool() const { return First != 0; }
  bool operator==(const FragmentRows &) const = default;
};

/// A part of an object that stands for several elements, `((float2 *)a)[i].y`.
struct GroupPart {
  unsigned Bytes = 0;  ///< Of the object; 0: it is no such part.
  unsigned Offset = 0; ///< Bytes from its start.

  explicit operator bool() const { return Bytes != 0; }
  bool operator==(const GroupPart &) const = default;
};

/// One access in the source: `a[i] += x` is two sites, a load and a store.
struct Site {
  unsigned Array = 0; ///< Index into Program::Arrays.
  AccessOp Op = AccessOp::Load;
  unsigned Bytes = 4; ///< Per lane.
  SourcePlace Place;
  std::string Text;      ///< "tile[threadIdx.x][threadIdx.y + j]"
  std::string IndexText; ///< "[threadIdx.x][threadIdx.y + j]"
  /// Where it is written with one for each of the array's dimensions; else
  /// empty.
  std::vector<std::string> Subscripts;
  /// How it is reached from the kernel, where it is not in the kernel itself:
  /// "'sum', called in line 12".
  std::string Path;
  /// Which lane accesses what is left to the compiler or a library: the lanes
  /// are those of the code that is usually made.
  bool IsUnspecified = false;
  /// Through a pointer that counts the elements of all rows, and that a layout
  /// leaves as it is: its subscripts may run over.
  bool IsFlat = false;
  /// Through a pointer to a row that says nothing of which row that is: the
  /// text has the last subscript alone.
  bool IsRow = false;
  bool IsVolatile = false; ///< No compiler makes one of it and another.
  FragmentRows Fragment;
  GroupPart Part;
  /// The number of the access in the text, which its place there and its mark
  /// in the fingerprint have, too; nothing where no subscripts name it.
  std::optional<unsigned> Number = {};
};

struct Stmt;
using StmtList = std::vector<Stmt>;

struct Assign {
  unsigned Var;
  const Expr *Value;
};

struct If {
  const Expr *Cond;
  std::string Text; ///< The condition in the source, for assumptions.
  StmtList Then, Else;
};

/// `for (;;) { Header; if (!Cond) break; Body; continue-label: Step; }`, and
/// for `do` loops the test stands after the body.
struct Loop {
  StmtList Header;            ///< What evaluating the condition does.
  const Expr *Cond = nullptr; ///< Null: always true.
  std::string Text;           ///< The condition in the source.
  StmtList Body, Step;
  bool TestFirst = true;
};

enum class JumpKind : uint8_t {
  Break,    ///< Leaves the innermost loop.
  Continue, ///< Goes on with the innermost loop's next iteration.
  Leave,    ///< Leaves the innermost Scope of kind Block.
  Return,   ///< Leaves the innermost Scope of kind Call, or the kernel.
};
struct Jump {
  JumpKind Kind;
};

enum class ScopeKind : uint8_t { Block, Call };

/// Statements that a jump may leave before their end: a `switch`, or the body
/// of a function that is called.
struct Scope {
  ScopeKind Kind;
  StmtList Body;
};

/// Of the whole block, or else of a wave or a part of one.
struct Barrier {
  bool OfBlock = true;
};

/// A subscript that the source writes as `Row * Length + Column`, where Length
/// is the same for all lanes: a flat array used as rows.
struct FlatIndex {
  const Expr *Row, *Length, *Column;

  bool operator==(const FlatIndex &) const = default;
};

/// One access of each active lane, to `Subscripts` plus `Offset` plus
/// `MemberOffset` bytes.
struct Access {
  unsigned Site;
  /// One per dimension of the array, where the source subscripts the array
  /// itself; else empty.
  llvm::SmallVector<const Expr *, 2> Subscripts;
  /// The ways to see the only subscript as rows.
  std::vector<FlatIndex> Flat;
  /// Bytes from the start of the array, where it is reached otherwise (through
  /// a pointer, or as a member of a struct); else null.
  const Expr *Offset = nullptr;
  unsigned MemberOffset = 0; ///< Bytes into the element (`v[i].y`).
  /// The lanes that access this array, where a pointer may lead to several;
  /// null for all.
  const Expr *Only = nullptr;
  unsigned Targets = 1; ///< Arrays that it may lead to.
  std::string Reason; ///< Why the address is not understood; else empty.
};

/// Calls \p F with each expression of \p A.
template <typename Fn> void forEachExpr(const Access &A, Fn F) {
  for (const Expr *E : A.Subscripts)
    F(*E);
  for (const FlatIndex &I : A.Flat)
    for (const Expr *E : {I.Row, I.Length, I.Column})
      F(*E);
  for (const Expr *E : {A.Offset, A.Only})
    if (E)
      F(*E);
}

/// Every lane that comes here knows that `Cond` holds: `assert`, or a hint to
/// the compiler.
struct Assume {
  const Expr *Cond;
};

/// Something that bankfix does not follow; every count of the kernel becomes
/// unknown for this reason.
struct Unsupported {
  std::string Reason;
};

/// An access to memory that is not shared, or not for all that is known.
struct OutsideAccess {
  /// Units from a place that is the same for all lanes; null: not known.
  const Expr *Index = nullptr;
  unsigned Bytes = 4; ///< Per lane.
  bool IsStore = false;
  unsigned Unit = 4; ///< Bytes.
  unsigned Base = 0; ///< A number of that place, or 0.

  bool operator==(const OutsideAccess &) const = default;
};

/// What else each active lane does, as the source has it: for estimates of time,
/// as no address and no condition depends on it.
struct Work {
  /// Operations of each kind. What is the same for all lanes is left out, as it
  /// is computed once or for nothing.
  unsigned Integers = 0, Floats = 0, Doubles = 0, Specials = 0;
  unsigned Chain = 0; ///< Operations that depend on one another, at most.
  /// Products of integers, with an addition or none, and values that lanes get
  /// from one another: so many, or more if it is the largest number.
  uint16_t Products = 0, Shuffles = 0;
  std::vector<OutsideAccess> Outside;

  bool isNothing() const { return Chain == 0 && Outside.empty(); }
  Work &operator+=(const Work &Then);
};

struct Stmt {
  std::variant<Assign, If, Loop, Jump, Scope, Barrier, Access, Assume,
               Unsupported, Work>
      Node;
};

struct Variable {
  std::string Name;
  IntType Type;

  bool operator==(const Variable &) const = default;
};

/// An integer parameter of a kernel (others are opaque and not listed).
struct Parameter {
  std::string Name;
  IntType Type;
  unsigned Number = 0; ///< Among all parameters of the kernel.
};

struct Kernel {
  std::string Name;
  std::string Instance; ///< Template arguments, "<float, 32>", or empty.
  SourcePlace Place;
  std::vector<Parameter> Params;
  std::vector<Variable> Variables;
  std::vector<Site> Sites;
  /// Bytes of shared variables that are no arrays of this kernel: its structs
  /// and scalars, and what the functions that it calls declare. Nothing where a
  /// function that it calls cannot be seen.
  std::optional<uint64_t> OtherSharedBytes = 0;
  /// Words of the arrays that a thread has for itself, its tiles, which
  /// compilers keep in registers: of the functions that it calls, too.
  unsigned TileWords = 0;
  StmtList Body;
};

/// Everything in one source file that has to do with shared memory.
struct Program {
  std::vector<SharedArray> Arrays;
  std::vector<Kernel> Kernels;
  /// OpenCL: programs that launch the kernels were given, too.
  bool HasHosts = false;
};

/// Readable text of a kernel, for tests and debugging.
void print(llvm::raw_ostream &OS, const Kernel &K, const Program &P);

} // namespace bankfix

#endif // BANKFIX_KERNEL_KERNEL_H
