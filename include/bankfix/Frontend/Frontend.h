//===- Frontend.h - From source text to kernels -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                    ┌▶ Program      what is analysed
//                    ├▶ Launches     the block shapes that the source gives
//   source ──parse──▶├▶ SourceMap    where to edit
//   (Clang)          ├▶ Fingerprint  the text of everything else, for the proof
//                    └▶ Diagnostics
//
// The only layer that reads Clang's AST; what it returns knows nothing of
// Clang.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_FRONTEND_H
#define BANKFIX_FRONTEND_FRONTEND_H

#include "bankfix/Frontend/Builds.h"
#include "bankfix/Frontend/ParseOptions.h"
#include "bankfix/Kernel/Diagnostic.h"
#include "bankfix/Kernel/EditRights.h"
#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Kernel/Launch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace bankfix {

/// Bytes [Begin, End) of the main file.
struct FileRange {
  unsigned Begin = 0, End = 0;
};

/// A factor of a product.
struct FactorSource {
  FileRange Range;
  const Expr *Value = nullptr;
  bool NeedsParens = false; ///< Something may not follow it with a `+`.
  unsigned Way = 0;         ///< Of a row length: the number in Access::Flat.
};

/// The declared size of one dimension, as written.
struct DimensionSource {
  FileRange Range;
  bool IsLiteral = false;   ///< A plain decimal number.
  bool NeedsParens = false; ///< Something may not follow it with a `+`.
  /// Nothing else encloses it, as in `i[a]`.
  bool StandsFree = false;
  /// Calls deduce it from what they pass: it follows by itself.
  bool IsDeduced = false;
  std::vector<FactorSource> Factors = {}; ///< Of a product; else the whole.
  /// The literal K of `... + K`, or empty; an amount that is added goes there.
  FileRange Trailing = {};
  /// ` + K` as a whole, where it may be left out; else empty.
  FileRange TrailingSum = {};
};

/// Where a struct may get another member behind its others, and what that may
/// be called.
struct MemberSource {
  unsigned Offset = 0;
  /// What a line of its own starts with; nothing where it does not get one.
  std::optional<std::string> Indent;
  std::string Name;
};

/// Code that this build leaves out of the main file, and another may have.
struct HiddenCode {
  FileRange Range; ///< Between the directives.
  unsigned Line = 0;
  std::string Name; ///< That of the array in it, or of a pointer to it.
};

struct ArraySource {
  /// The struct that it is a member of: another of Program::Arrays.
  std::optional<unsigned> Within;
  std::vector<DimensionSource> Dims;
  /// The text of the element's type; empty where it cannot be replaced.
  FileRange ElementType = {};
  /// As in EditRights.
  bool IsLocalType = false, IsAlignedType = false, IsPointedTo = false;
  unsigned PointersFrom = 0;
  /// Where the outermost declaration begins that the array is declared in.
  unsigned Outermost = 0;
  /// Where `__align__(N)` may stand so that it holds for this array alone.
  std::optional<unsigned> AlignAt = std::nullopt;
  /// Of the elements' struct, where EditRights::OwnsStruct.
  std::optional<MemberSource> Member = std::nullopt;
  /// Where a declaration may follow that of the array: behind its `;`.
  std::optional<unsigned> Behind = std::nullopt;
  /// What other builds may decide about it.
  ArrayBuilds Builds = {};
  /// What names it, or may change what indexes it: it may be edited if builds
  /// that compile all of this are.
  std::vector<HiddenCode> Hidden = {};
};

/// The sizes in the declared type of a pointer to a part of an array, or of a
/// reference to one: those of the array's dimensions from First on. None where
/// the type is deduced.
struct PointerSource {
  unsigned Array = 0; ///< One of its group.
  unsigned First = 0;
  std::vector<DimensionSource> Dims;
};

/// One access expression in the text (it may be two sites).
struct AccessSource {
  unsigned Array = 0;                ///< One of its group.
  std::vector<FileRange> Subscripts; ///< Between the brackets.
  /// Where the row length stands, for each way in Access::Flat: once or more.
  std::vector<FactorSource> Lengths = {};
  unsigned ElementEnd = 0; ///< Behind the last bracket.
  bool IsReversed = false; ///< `i[a]`, or `a + i`: no brackets hold it.
  /// The name of a pointer that the only subscript counts from: `p[i]` is
  /// `a[(int)(p - a) + (i)]`, or `(&a[0][0])[(int)(p - a[0]) + (i)]`.
  std::optional<FileRange> Pointer = {};
  /// Subscripts is all of `*p`, which is `a[(int)(p - a)]`.
  bool IsDereferenced = false;
  /// What the array has to be cast to, to be such a pointer; empty: nothing.
  std::string PointerType = {};
  /// What both have to be cast to, to count elements; empty: they do.
  std::string ElementPointer = {};
  /// The parameter that is the array there, which SourceMap::Bases may have to
  /// add; empty: the array's own name.
  std::string Base = {};
  /// Subscripts is a number that counts bytes and is the address: `at` is
  /// `__cvta_generic_to_shared(&a[(int)(at - start) / size])`.
  bool IsNumber = false;
  std::string NumberCast = {}; ///< To its type; empty: nothing.
  /// The only subscript has to be evaluated once, as it changes something or
  /// reads shared memory: its type, promoted. Empty where that does not matter.
  std::string OnceType = {};
  /// The last subscript counts groups of so many elements: `((float4 *)a)[i]`.
  unsigned Elements = 1;
  /// `p + n` or `&p[n]` in `((float4 *)(p + n))[i]`.
  struct InnerSource {
    FileRange Before, After; ///< Around p.
    FileRange Index;         ///< n, which After has.
  };
  std::optional<InnerSource> Inner = {};
  unsigned Number = 0; ///< As in Site.
};

/// What gives a function, beside a place in an array, the array itself: another
/// parameter, wherever it is declared, and another argument of each call.
struct BaseSource {
  struct Part {
    unsigned Offset = 0;
    std::string Text;
  };
  std::set<unsigned> Arrays; ///< All that it may be.
  std::vector<Part> Parts;
};

/// Where a call is told how far apart the rows of an array are, in elements.
struct PitchSource {
  unsigned Array = 0; ///< One of its group.
  /// The rows exist in the last subscript alone; else it is the size of the
  /// last dimension.
  bool IsFlat = false;
  DimensionSource Length;
};

/// Where host code says how large an array is.
struct HostSizeSource {
  unsigned Array = 0;
  unsigned File = 0; ///< 0: the main file; N: ParseOptions::Hosts[N - 1].
  FileRange Whole;   ///< The expression for the bytes.
  FileRange Range;   ///< What of it is to be changed.
  /// Range is a number of elements, which the text multiplies by their size;
  /// else it is a number of bytes.
  bool CountsElements = false;
  std::vector<FactorSource> Factors; ///< Of the whole, where it is a product.
  SourcePlace Place;
  std::string Text; ///< Of the whole, white space folded.
};

/// Where the definition of a macro that indices go through stands.
struct OffsetSource {
  std::string Macro;
  FileRange Body;
  /// Of another macro, which says how far this one shifts, and nothing else:
  /// the number; and that of its power of two. Empty where there is none.
  FileRange Shift, Power;
};

/// Where a statement may be put so that it runs before the launches of one
/// function of the main file.
struct LaunchPoint {
  unsigned Offset = 0; ///< Where a statement of the function begins.
  /// What a line before it starts with; nothing where it is not the first of
  /// its line.
  std::optional<std::string> Indent;
};

/// Where, between two declarations of a file or a namespace, others may be put:
/// so it is in every configuration of the preprocessor.
struct DeclarationGap {
  /// What lies between the token or directive before and the one behind.
  FileRange Around;
  /// The start of a line, in front of comments, attributes and conditionals
  /// that belong to the declaration behind it, if there is one.
  std::optional<unsigned> Line;
  /// Where a declaration may stand without lines of its own.
  std::optional<unsigned> Inline;
  /// What is declared there holds up to here: the end of the namespace, or of
  /// the branch of a conditional.
  unsigned End = 0;
};

/// How wide the source says the banks of shared memory are.
enum class BankMode : uint8_t { NotSet, FourByte, EightByte, Several };

/// The names in a file, macros too.
class FileNames {
public:
  void insert(llvm::StringRef Name) { Own.insert(Name.str()); }
  template <class It> void insert(It Begin, It End) { Own.insert(Begin, End); }
  /// Names that are kept for ever, each between two ends of lines: there are
  /// thousands in installed headers, and who asks for a name asks for few.
  void insertLines(llvm::StringRef Lines) { Kept.push_back(Lines); }

  bool count(llvm::StringRef Name) const {
    return Own.count(Name.str()) || llvm::any_of(Kept, [&](llvm::StringRef L) {
             return L.contains(("\n" + Name + "\n").str());
           });
  }
  /// Calls \p F with each.
  template <class Fn> void forEach(Fn F) const {
    for (const std::string &Name : Own)
      F(llvm::StringRef(Name));
    for (llvm::StringRef Lines : Kept)
      for (llvm::StringRef Name : llvm::split(Lines.trim(), '\n'))
        F(Name);
  }

private:
  std::set<std::string> Own;
  std::vector<llvm::StringRef> Kept;
};

/// Where to edit a source of the host.
struct HostMap {
  unsigned MacroInsertion = 0;      ///< As in SourceMap.
  std::vector<unsigned> LineValues; ///< As in SourceMap.
  FileNames Identifiers;
};

/// A function of the main file, or an array outside of its functions, that code
/// of other files could name.
struct OutsideName {
  std::string Name;
  std::set<std::string> Spellings; ///< And the macros that reach it.
  /// Those that a function gets or returns: an edit of them changes it.
  std::set<unsigned> Arrays;
  /// Code that does not include the file may declare it.
  bool IsLinked = false;
};

/// Where to edit the main file. Only arrays without a blocking obstacle have
/// usable entries.
struct SourceMap {
  std::vector<ArraySource> Arrays; ///< One per Program::Arrays.
  std::vector<PointerSource> Pointers;
  std::vector<AccessSource> Accesses;
  std::vector<BaseSource> Bases;
  std::vector<OutsideName> Outside; ///< What edits of arrays change.
  std::vector<PitchSource> Pitches; ///< All, for each array that has some.
  /// All places for each array whose size the host sets in this file.
  std::vector<HostSizeSource> HostSizes;
  std::vector<OffsetSource> Offsets; ///< One per macro that may change.
  std::vector<HostMap> Hosts;        ///< One per ParseOptions::Hosts.
  /// One for each function that launches; empty where some launch has none.
  std::vector<LaunchPoint> LaunchPoints;
  /// Where a macro may be defined so that every use of any array sees it: the
  /// start of a line.
  unsigned MacroInsertion = 0;
  std::vector<DeclarationGap> Gaps; ///< In order.
  /// What the preprocessor skipped, between the directives; in order.
  std::vector<FileRange> Skipped;
  /// Where the number of a line is a value of the program, and not only named
  /// with its file: no line may be inserted before it.
  std::vector<unsigned> LineValues;
  FileNames Identifiers; ///< Every name in the file, macros too.
};

/// An access to a shared array within a function's structure, the bytes that
/// host code gives it, or the length of its rows that a call is told.
struct FingerprintAccess {
  unsigned Array = 0;
  bool IsHostSize = false; ///< Subscripts is the bytes alone.
  llvm::SmallVector<const Expr *, 2> Subscripts;
  std::vector<FlatIndex> Flat = {}; ///< As in Access.
  bool IsFlat = false; ///< The last subscript counts the elements of all rows.
  unsigned Elements = 1; ///< As in AccessSource.
  bool IsPitch = false; ///< Subscripts is the length alone.
  std::optional<unsigned> Number = {}; ///< As in Site, where that was lowered.
};

/// What a template of functions is to a unit, as text. Without an instance
/// there its body is no part of the program.
struct TemplateFingerprint {
  std::string Head;  ///< All but the body: what callers choose by.
  std::string Whole; ///< With the body, as nothing is put in for parameters.
  bool IsInstantiated = false; ///< Some instance has a body.

  bool operator==(const TemplateFingerprint &) const = default;
};

/// One top-level declaration with every statement, type and value in it, as
/// text. An access to a shared array stands there as a mark, its array and
/// subscripts in Accesses, in order.
struct DeclFingerprint {
  std::string Name;
  SourcePlace Place;
  std::string Text;
  std::vector<FingerprintAccess> Accesses;
  /// Calls that do nothing but make banks 8 bytes wide; they are not in Text.
  unsigned BankModeCalls = 0;
  /// Of a template of functions alone.
  std::optional<TemplateFingerprint> Template = {};
};

/// A file of the project that the main file includes, itself or by way of
/// others.
struct IncludedFile {
  std::string Path; ///< As in SourcePlace.
  /// Where, up to the main file, whose path comes last.
  std::vector<IncludePlace> From;
  bool IsOnce = true; ///< Its text is read once only.
};

/// What a parse depended on besides the text and the options.
struct ParseInputs {
  std::vector<std::string> Files; ///< Read, but for the main one; absolute.
  /// Searched for headers: the project's, and those of libraries.
  std::vector<std::string> Folders, SystemFolders;
  /// All that was looked for was found, and without looking through the
  /// project: no other file decides what is read.
  bool AreAll = false;
};

/// What the main file is to other files.
enum class FileRole : uint8_t {
  ByName, ///< What its name says.
  Part,   ///< Others include it.
  /// A header that was read as one translation unit reads it. What other files
  /// may do with it is not held against its arrays: whoever asks for this has
  /// to prove an edit in every unit that includes it.
  InUnit,
};

/// The GPU that a file is read for.
struct ParsedFor {
  unsigned WaveSize = 32; ///< Lanes.
  /// Something in the project's text may ask for which GPU it is compiled.
  /// Where nothing does, it says the same for all NVIDIA GPUs.
  bool IsAskedFor = true;
};

struct ParsedFile {
  bool Ok = false; ///< False: see Diagnostics.
  Program Prog;
  std::vector<EditRights> Rights;       ///< One per Program::Arrays.
  std::vector<KernelLaunches> Launches; ///< One per Program::Kernels.
  BankMode Banks = BankMode::NotSet;
  SourceMap Map;
  BuildChoices Builds;
  std::vector<DeclFingerprint> Fingerprint;
  std::vector<FileDiagnostic> Diagnostics;
  std::string HeadersUsed = "builtin"; ///< Or "sdk".
  /// The file whose `#include` of this one was the place to parse it; empty
  /// where it was parsed by itself. Kernels of such a file are lowered, too.
  std::string Within;
  FileRole Role = FileRole::ByName;
  ParsedFor Gpu;
  std::vector<IncludedFile> Includes; ///< Those that are not the system's.
  ParseInputs Inputs;
  /// The file has a template of a kernel that nothing instantiates.
  bool LacksInstances = false;
  /// Kernels that are not looked at, as something that they need is missing.
  unsigned SkippedKernels = 0;
  /// All that is not looked at; Diagnostics say so, too.
  std::vector<UnreadKernel> Unread;
  UnitLaunches Launched; ///< Of kernels that other units define.
  /// Of every kernel in the user's files, looked at or not.
  std::set<std::string> KernelNames;
};

/// Parses \p Text as the file \p Path (`.cl` is OpenCL C, all else is CUDA);
/// the file itself is not read. Expressions are made in \p Pool.
ParsedFile parse(llvm::StringRef Path, llvm::StringRef Text,
                 const ParseOptions &Options, ExprPool &Pool);

} // namespace bankfix

#endif // BANKFIX_FRONTEND_FRONTEND_H
