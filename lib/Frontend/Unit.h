//===- Unit.h - What the frontend's steps share -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_UNIT_H
#define BANKFIX_LIB_FRONTEND_UNIT_H

#include "Aliases.h"
#include "Derived.h"
#include "Preprocessing.h"
#include "SourceText.h"
#include "VariableFacts.h"
#include "llvm/ADT/DenseSet.h"

namespace bankfix {

struct Unit;

/// An element (or a member of one) of a shared array, named by full subscripts.
struct MatchedAccess {
  unsigned Array = 0;
  llvm::SmallVector<const clang::Expr *, 2> Subscripts; ///< Outermost first.
  /// The bracket that closes each.
  llvm::SmallVector<clang::SourceLocation, 2> Brackets;
  /// The array, or a variable or a member that is as good as it.
  const clang::Expr *Base = nullptr;
  unsigned MemberOffset = 0; ///< Bytes into the element.
  unsigned Bytes = 4;

  /// Array is then one of those that it may be.
  bool isThroughVariable(const Unit &U) const;
  /// Base is a pointer of Unit::Placed, which the subscript counts from.
  bool isPlaced(const Unit &U) const;
  /// So it is, and the subscript counts through the rows of several dimensions.
  bool isFlat(const Unit &U) const;
};

/// One parsed file: Clang's view on one side, what is made of it on the other.
struct Unit {
  Unit(clang::ASTContext &Context, const PreprocessorRecord &Preprocessed,
       ExprPool &Pool, ParsedFile &Out)
      : Context(Context), Preprocessed(Preprocessed), Source(Context),
        Pool(Pool), Out(Out) {}

  clang::ASTContext &Context;
  const PreprocessorRecord &Preprocessed;
  SourceText Source;
  ExprPool &Pool;
  ParsedFile &Out;

  /// Shared arrays by their declaration: see sharedDeclaration.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Arrays;
  /// Arrays that are members of shared structs.
  std::map<std::pair<const clang::VarDecl *, const clang::FieldDecl *>,
           unsigned>
      Members;
  /// Names of types that declare their sizes.
  ArrayAliases Aliases;
  /// Uses of arrays that some step has understood.
  llvm::DenseSet<const clang::Expr *> Understood;
  /// Uses of arrays that lead to accesses which are counted, but that no edit
  /// can follow.
  llvm::DenseSet<const clang::Expr *> Followed;
  /// Uses whose element is named again elsewhere, through its address or as the
  /// value of an assignment.
  llvm::DenseSet<const clang::Expr *> Taken;
  /// Expressions of host code that give an array its bytes, by the array.
  llvm::DenseMap<const clang::Expr *, unsigned> HostSizes;
  /// Members that a rewrite added to structs of one array's elements, and that
  /// nothing depends on: the array's size tells of them.
  llvm::DenseSet<const clang::FieldDecl *> Pads;
  std::set<unsigned> Padded; ///< Those arrays.
  /// Expansions of macros that may change: the macro, and its argument.
  llvm::DenseMap<const clang::Expr *,
                 std::pair<std::string, const clang::Expr *>>
      OffsetMarks;
  /// Variables that lead into arrays.
  DerivedVariables Leads;
  /// OpenCL arguments that the kernel moves: they are pointers, not arrays.
  llvm::DenseSet<const clang::VarDecl *> Moved;
  /// What accesses in bodies of macros lead to, by where the text is.
  std::map<unsigned, std::set<unsigned>> BodyAccesses;
  /// Names of arrays, and of variables that lead to them, whose use was judged.
  llvm::DenseSet<const clang::Expr *> Judged;
  /// Functions of which every use is judged: see forEachFunction.
  llvm::DenseSet<const clang::FunctionDecl *> Visited;
  /// Functions whose accesses are counted in the kernels that call them.
  llvm::DenseSet<const clang::FunctionDecl *> Inlined;
  unsigned Statements = 0; ///< Of all kernels lowered so far.
  llvm::DenseMap<const clang::FunctionDecl *, bool> Recursive;

  /// Of each kernel, what reaches shared memory by an address that the source
  /// computes, and whether that is an array's each time.
  llvm::DenseMap<const clang::FunctionDecl *,
                 std::map<const clang::Stmt *, bool>>
      Reaches;
  /// Kernels by their function, for those that use shared memory.
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> Kernels;
  /// Pointers to elements of which accesses can be written with the array, by
  /// their number in the file: see Placed.cpp.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Placed;
  /// Arrays whose declared elements mean nothing: see Buffers.cpp.
  std::set<unsigned> Buffers;
  /// Elements named for their addresses alone, which such a pointer gets.
  llvm::DenseSet<const clang::Expr *> Addressed;

  /// The array that \p V declares, if any.
  std::optional<unsigned> arrayOf(const clang::VarDecl *V) const;
  /// The array that \p E names directly, if any.
  std::optional<unsigned> arrayOf(const clang::Expr *E) const;
  /// The arrays that \p E may be: `s.rows`, or `rows` in a method of a struct
  /// of which several are shared variables.
  std::set<unsigned> membersOf(const clang::Expr *E) const;
  /// The main file is for other files to include.
  bool isHeader() const;
  /// What \p E may lead to, if it names an array or a variable that does.
  std::set<unsigned> arraysOf(const clang::Expr *E) const;
  std::optional<MatchedAccess> match(const clang::Expr *E) const;
  /// What the index of \p E counts from: its base, or `a[0]` where the base is
  /// `&a[0][0]` and the index a place of Unit::Placed and more.
  const clang::Expr *indexedBy(const clang::ArraySubscriptExpr *E) const;
  /// The number of \p V in Placed.
  std::optional<unsigned> placed(const clang::ValueDecl *V) const;
  const VariableFacts &facts(const clang::FunctionDecl *F);
  void obstruct(unsigned Array, ObstacleKind Kind, clang::SourceLocation Where,
                std::string Detail = "");

private:
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<VariableFacts>>
      Facts;
};

/// bankfix's type for an integer type, or nothing.
std::optional<IntType> integerType(const clang::ASTContext &C,
                                   clang::QualType T);

/// True for a `__shared__` or `__local` variable.
bool isInSharedMemory(const clang::VarDecl *V);

/// True for a `__shared__` or `__local` array, and for a `__local` pointer that
/// a kernel gets. A shared scalar is one address and cannot conflict.
bool isSharedArray(const clang::VarDecl *V);

/// Of the declarations of one shared array, that which stands for it. Each
/// kernel has dynamic memory of its own: where kernels alone declare it, in
/// their bodies, these are arrays of their own, too.
const clang::VarDecl *sharedDeclaration(const clang::VarDecl *V);

/// Adds the array that \p V declares, with where its dimensions are written.
void addSharedArray(Unit &U, const clang::VarDecl *V);

/// Finds where the sizes of \p V are written, or says what prevents it.
void locateArray(Unit &U, unsigned Array, const clang::DeclaratorDecl *V);

/// Where the type of the elements stands, if it is there for \p V alone.
void locateElementType(const Unit &U, ArraySource &Source,
                       const clang::NamedDecl *V, clang::TypeLoc L);
/// Fills Unit::Buffers, and gives those arrays the elements that they have.
void findBuffers(Unit &U);
/// A \p T leads to whole elements of \p Array, if to anything in it, whatever
/// it takes them for.
bool pointsToElements(const Unit &U, clang::QualType T, unsigned Array);
/// `a` in `(T *)a` where that is such a pointer to the array's start; else null.
const clang::Expr *castArray(const Unit &U, const clang::Expr *E);

/// Fills Unit::Placed from the pointers of a file.
void findPlaced(Unit &U, llvm::ArrayRef<const clang::VarDecl *> Variables);
/// Fills Unit::Addressed from what is assigned to \p To.
void keepAddresses(Unit &U, const clang::ValueDecl *To,
                   const clang::Expr *From);

bool isZero(const clang::Expr *E);
/// The pointer p where \p E is `p - a` of one of Unit::Placed and its array a;
/// null for all else. No layout changes that.
const clang::VarDecl *placeTakenOf(const Unit &U, const clang::Expr *E);
/// Such a difference is somewhere in \p E.
bool takesPlace(const Unit &U, const clang::Expr *E);
/// `V - a` of a pointer of Unit::Placed, in elements of its array a.
const Expr *placeOf(const Unit &U, const clang::VarDecl *V);
/// `V - a` is `V - a[0]`, of an array of several dimensions.
bool countsRows(const Unit &U, const clang::VarDecl *V);
/// The array's subscripts where \p Subscript is what the source has: the last is
/// the place of the pointer as an `int`, and what is added to it; those before
/// are 0.
llvm::SmallVector<const Expr *, 2> placedSubscripts(const Unit &U,
                                                    const MatchedAccess &A,
                                                    const Expr *Subscript);

/// Finds the same sizes in the types of pointers to parts of arrays.
void locatePointers(Unit &U);

/// Says why the members of a shared struct must stay as they are.
void checkMembers(Unit &U);

/// Refuses to edit the body of a macro where some expansion must not change.
void checkMacroBodies(Unit &U);

/// Says of every use that no step understood why its array must stay as it is,
/// and of code that was skipped or not resolved.
void checkUses(Unit &U);

/// Says of kernels that reach shared memory by other ways than through arrays,
/// or ask how large it is, why their arrays must stay as they are.
void checkReaches(Unit &U);

/// Finds the launches of every kernel.
void findLaunches(Unit &U);

/// Every function with a body that the user wrote, instantiations included and
/// templates left out.
void forEachFunction(const Unit &U,
                     llvm::function_ref<void(const clang::FunctionDecl *)> F);

/// Where an access in the body of a macro stands; nothing for other text.
std::optional<unsigned> bodyOf(const Unit &U, clang::SourceLocation Bracket);

/// Whether calls of \p F are inlined: its body is in the user's code, and it
/// does not call itself.
bool isInlinable(Unit &U, const clang::FunctionDecl *F);
/// A call of a function or a constructor of a C++ library, whose headers are not
/// the user's code.
bool isLibraryCall(const Unit &U, const clang::Expr *E);

/// Whether pointers may be followed into \p F: it is inlinable, and uses in its
/// body are judged.
bool isFollowedInto(Unit &U, const clang::FunctionDecl *F);
bool isRecursive(Unit &U, const clang::FunctionDecl *F);
/// Visits the functions with a body that \p F calls.
void forEachCallee(const clang::FunctionDecl *F,
                   llvm::function_ref<void(const clang::FunctionDecl *)> Visit);

/// True for kernels.
bool isKernel(const clang::FunctionDecl *F);

/// The template arguments of \p F, "<float, 32>", or nothing.
std::string instanceOf(const clang::FunctionDecl *F);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_UNIT_H
