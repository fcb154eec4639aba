//===- PointerUnit.h - A file and where its pointers lead -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_POINTERUNIT_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_POINTERUNIT_H

#include "Arrays/ArrayUnit.h"
#include "PointsTo/AccessNumbers.h"
#include "PointsTo/Aliases.h"
#include "PointsTo/Derived.h"

namespace bankfix {

struct PointerUnit;

/// An element (or a member of one) of a shared array, named by full subscripts.
struct MatchedAccess {
  unsigned Array = 0;
  llvm::SmallVector<const clang::Expr *, 2> Subscripts; ///< Outermost first.
  /// The bracket that closes each, or the `+` before it.
  llvm::SmallVector<clang::SourceLocation, 2> Brackets;
  bool IsSum = false; ///< Some subscript is `i` in `a + i`.
  /// `*p`, which has its subscript of PointerUnit::MadeIndices, or null.
  const clang::Expr *Dereferenced = nullptr;
  /// The array, or a variable or a member that is as good as it.
  const clang::Expr *Base = nullptr;
  unsigned MemberOffset = 0; ///< Bytes into the element.
  /// The last subscript counts groups of so many elements, each an object of
  /// Bytes: `((float4 *)a)[i]`.
  unsigned Elements = 1;
  bool IsGrouped = false; ///< So it is written, if each has but one.
  /// `p + n` or `&p[n]` in `((T *)(p + n))[i]`, or null: the last subscript is
  /// then made of both indices, `n + 4 * i`, and counts elements.
  const clang::Expr *Inner = nullptr;
  unsigned Bytes = 4;

  /// Array is then one of those that it may be.
  bool isThroughVariable(const PointerUnit &U) const;
  /// Base is a pointer of PointerUnit::Placed, which the subscript counts from.
  bool isPlaced(const PointerUnit &U) const;
  /// Base is a pointer of PointerUnit::Rows, and the subscript the last one.
  bool isRow(const PointerUnit &U) const;
  /// So it is, and the subscript counts through the rows of several dimensions.
  bool isFlat(const PointerUnit &U) const;
};

/// The element whose address \p E is: `&a[i]`, or `a + i` that is one of
/// PointerUnit::Sums.
std::optional<MatchedAccess> addressedElement(const PointerUnit &U,
                                              const clang::Expr *E);

/// What \p Address, under whatever type, is spelled as the address of: `a[i]`
/// in
/// `&a[i]`, and `a + i` itself where it is one of PointerUnit::Sums. Else null.
const clang::Expr *namedElement(const PointerUnit &U,
                                const clang::Expr *Address);

/// The array whose row \p E is, which its subscripts name: `a[i][j]` of three
/// dimensions, `a` of one.
std::optional<unsigned> arrayOfRow(const PointerUnit &U, const clang::Expr *E);

/// A variable that is nothing but a part of one array's subscripts.
struct IndexVariable {
  unsigned Array = 0;
  /// It is all of them: a layout's index may be computed with it.
  bool IsWhole = false;
};

/// The array whose rows a call is told the distance of.
struct ToldPitch {
  unsigned Array = 0;
  bool IsFlat = false; ///< As in PitchSource.

  bool operator==(const ToldPitch &) const = default;
};

/// The parameter that is the array which another of its function leads into.
struct BaseParameter {
  std::string Name;
  const clang::ParmVarDecl *Is = nullptr; ///< Null: the function may get it.
};

/// Arrays that functions have, or may get, beside places in them: see
/// Bases.cpp.
struct BaseParameters {
  /// By the pointers of PointerUnit::Placed that need them.
  llvm::DenseMap<const clang::VarDecl *, BaseParameter> Of;
  std::vector<BaseSource> Sources; ///< Where they may be added.
  /// Those with which no more is done than to name the array.
  llvm::DenseSet<const clang::ParmVarDecl *> Plain;
};

/// What has, or hands on, the address of an element as a number: of which
/// arrays.
struct NumberUses {
  llvm::DenseMap<const clang::Expr *, std::set<unsigned>> All;
  /// Of numbers in PointerUnit::ElementNumbers alone.
  llvm::DenseMap<const clang::Expr *, std::set<unsigned>> OfElements;
};

struct PointerUnit : ArrayUnit {
  using ArrayUnit::ArrayUnit;

  /// See SourceMap::Pointers.
  std::vector<PointerSource> PointerSources;
  /// Names of types that declare their sizes.
  ArrayAliases Aliases;
  /// Variables that lead into arrays.
  DerivedVariables Leads;
  /// Functions of which every use is judged: see forEachFunction.
  llvm::DenseSet<const clang::FunctionDecl *> Visited;
  /// Pointers to elements of which accesses can be written with the array, by
  /// their number in the file: see Placed.cpp.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Placed;
  /// Others, to the start of a row of an array of several dimensions, by their
  /// number in the file: of which row, their names do not say.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Rows;
  BaseParameters Bases;
  /// Variables that are nothing but subscripts: to those who look at
  /// subscripts, what initializes them. See IndexVariables.cpp.
  llvm::DenseMap<const clang::VarDecl *, IndexVariable> IndexVariables;
  /// Arrays whose declared elements mean nothing: a cast to pointers to those
  /// that they have. See Buffers.cpp.
  std::map<unsigned, const clang::ExplicitCastExpr *> Buffers;
  AccessNumbers Names;
  /// Names in elements that are named for their addresses alone, which such a
  /// pointer gets: by their numbers.
  llvm::DenseSet<unsigned> Addressed;
  /// Sums `a + i` that stand where no more than one element is reached from
  /// their address: each is `&a[i]`. See Sums.cpp.
  llvm::DenseSet<const clang::Expr *> Sums;
  /// Addresses that become numbers with which no more is done than to access
  /// what lies there, in so many bytes at most: see ElementNumbers.cpp.
  llvm::DenseMap<const clang::Expr *, unsigned> ElementNumbers;
  /// Addresses that become numbers which count bytes from there, for accesses
  /// of so many at most; and those that accesses get in the end, by the array.
  /// See NumberSums.cpp.
  llvm::DenseMap<const clang::Expr *, unsigned> NumberPlaces, NumberSums;
  std::set<unsigned> Counted; ///< Those arrays.
  NumberUses Numbers;
  /// What the source has nowhere: `i + j` of `a + i + j`, and the subscript 0
  /// that `*p` has where p is one of Placed.
  mutable llvm::DenseMap<const clang::Expr *, const clang::Expr *> MadeIndices;
  /// Expansions of macros that may change: the macro, and its argument.
  llvm::DenseMap<const clang::Expr *,
                 std::pair<std::string, const clang::Expr *>>
      OffsetMarks;

  /// Arguments that say how far apart the rows of an array are, and follow
  /// that: see LowerMatrix.cpp.
  llvm::DenseMap<const clang::Expr *, ToldPitch> Pitches;

  /// What \p E may lead to, if it names an array or a variable that does.
  std::set<unsigned> arraysOf(const clang::Expr *E) const;
  std::optional<MatchedAccess> match(const clang::Expr *E) const;
  /// What \p E, an element or a part of one, is indexed from in the end.
  const clang::Expr *nameIn(const clang::Expr *E) const;
  /// What the index of \p E counts from: its base, or `a[0]` where the base is
  /// `&a[0][0]` and the index a place of Placed and more.
  const clang::Expr *indexedBy(const clang::ArraySubscriptExpr *E) const;
  /// The one of IndexVariables that \p E reads or names, or null.
  const clang::VarDecl *indexVariable(const clang::Expr *E) const;
  /// The number of \p V in Placed; and in Rows.
  std::optional<unsigned> placed(const clang::ValueDecl *V) const;
  std::optional<unsigned> row(const clang::ValueDecl *V) const;
  /// What \p V has in Bases, or null.
  const BaseParameter *baseOf(const clang::VarDecl *V) const;
  /// \p V is what one of them has.
  bool isBase(const clang::VarDecl *V) const;
  /// \p V is a plain one of Bases; argument \p I of \p Call is for one.
  bool isPlainBase(const clang::ParmVarDecl *V) const;
  bool isPlainBase(const clang::CallExpr *Call, unsigned I) const;
};

/// Whether pointers may be followed into \p F: it is inlinable, and uses in its
/// body are judged.
bool isFollowedInto(const PointerUnit &U, const clang::FunctionDecl *F);

/// One subscript of an element.
struct SubscriptStep {
  const clang::Expr *Of;    ///< What is indexed.
  const clang::Expr *Index; ///< Of a type that integers are added in.
  clang::SourceLocation At; ///< The closing bracket, or the `+`.
};

/// `p + i`, through parentheses and any casts; or null.
const clang::BinaryOperator *sumIn(const clang::Expr *E);
/// The last step of \p Sum, `p + i`, `p + i - j` and so on; nothing where the
/// parts of the index have no type in common.
std::optional<SubscriptStep> sumStep(const PointerUnit &U,
                                     const clang::BinaryOperator *Sum);

/// `First + Elements * Last`, which is made once for \p Of; null where the
/// parts have no type in common.
const clang::Expr *groupIndex(const PointerUnit &U, const clang::Expr *Of,
                              const clang::Expr *First, unsigned Elements,
                              const clang::Expr *Last);
/// What \p Inner, a sum or the address of an element, counts from, and its
/// index.
std::optional<SubscriptStep> innerStep(const PointerUnit &U,
                                       const clang::Expr *Inner);

/// Fills PointerUnit::IndexVariables, once all else is known of pointers.
void findIndexVariables(PointerUnit &U);
/// Fills PointerUnit::Buffers, and gives those arrays the elements that they
/// have.
void findBuffers(PointerUnit &U);
/// A \p T leads to whole elements of \p Array, if to anything in it, whatever
/// it takes them for.
bool pointsToElements(const PointerUnit &U, clang::QualType T, unsigned Array);
/// `a` in `(T *)a` where that is such a pointer to the array's start; else
/// null.
const clang::Expr *castArray(const PointerUnit &U, const clang::Expr *E);

/// Puts into PointerUnit::Addressed what \p From is computed of, which keeps
/// its value.
void keepAddresses(PointerUnit &U, const clang::Expr *From);
/// The declaration of \p Array that all of the body of \p F can name which
/// follows it; null where it cannot.
const clang::VarDecl *arrayNamedIn(const PointerUnit &U,
                                   const clang::FunctionDecl *F,
                                   unsigned Array);
/// Nothing else in the body of \p F has the name of \p A.
bool isOnlyOne(const clang::FunctionDecl *F, const clang::VarDecl *A);

/// What becomes a number in \p E, `__cvta_generic_to_shared(p)`; or null.
const clang::Expr *convertedAddress(const clang::Expr *E);
/// The array whose start \p E is as a number.
std::optional<unsigned> startNumber(const PointerUnit &U, const clang::Expr *E);
/// \p E is `at - start`: how many bytes a number in PointerUnit::NumberPlaces
/// lies behind the start of \p Array. No layout changes that.
bool isPlaceOfNumber(const PointerUnit &U, const clang::Expr *E,
                     unsigned Array);
/// Such a difference is somewhere in \p E.
bool takesNumberPlace(const PointerUnit &U, const clang::Expr *E,
                      unsigned Array);

/// What an access gets that a number in PointerUnit::NumberSums says.
struct NumberAccess {
  unsigned Array;
  const clang::Expr *Of; ///< The number, or the index that it became.
  std::optional<MatchedAccess> Element; ///< That index's, where it became one.
};
/// \p E is one, before or after an edit.
std::optional<NumberAccess> numberAccess(const PointerUnit &U,
                                         const clang::Expr *E);

bool isZero(const clang::Expr *E);
/// The pointer p where \p E is `p - a` of one of PointerUnit::Placed and its
/// array a; null for all else. No layout changes that.
const clang::VarDecl *placeTakenOf(const PointerUnit &U, const clang::Expr *E);
/// Such a difference is somewhere in \p E.
bool takesPlace(const PointerUnit &U, const clang::Expr *E);
/// `V - a` of a pointer of PointerUnit::Placed, in elements of its array a.
const Expr *placeOf(const PointerUnit &U, const clang::VarDecl *V);
/// `V - a` is `V - a[0]`, of an array of several dimensions.
bool countsRows(const PointerUnit &U, const clang::VarDecl *V);
/// The array's subscripts where \p Subscript is what the source has: the last
/// is the place of the pointer as an `int`, and what is added to it; those
/// before are 0.
llvm::SmallVector<const Expr *, 2> placedSubscripts(const PointerUnit &U,
                                                    const MatchedAccess &A,
                                                    const Expr *Subscript);
/// The same of an access through a pointer of PointerUnit::Rows: the subscripts
/// before the last are those of its row, whatever they are.
llvm::SmallVector<const Expr *, 2> rowSubscripts(const PointerUnit &U,
                                                 const MatchedAccess &A,
                                                 const Expr *Subscript);

/// Finds the sizes of arrays in the types of pointers to parts of them.
void locatePointers(PointerUnit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_POINTERUNIT_H
