//===- RewriteIndices.cpp - New subscripts and sizes ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentText.h"
#include "Definitions.h"
#include "Rewriter.h"

using namespace bankfix;

/// What \p M stands for, used with these.
std::string Rewriter::applied(const IndexHelper &M, std::string Argument,
                              llvm::ArrayRef<std::string> Others) const {
  std::vector<std::string> All = {std::move(Argument)};
  llvm::append_range(All, Others);
  return expansion(M, All);
}

/// Writes \p New in place of \p Old[Dim]; the text that stays is not touched.
/// `[32]` becomes `[33]`, `[DIM]` becomes `[DIM + 1]`, `[DIM + 1]` becomes
/// `[DIM + 2]`, `[i]` becomes `[PAD(i)]`.
llvm::Error Rewriter::write(unsigned Dim, const IndexText &New,
                            llvm::ArrayRef<DimensionSource> Old,
                            const MacroNames &Names) {
  if (New == IndexText{Dim})
    return llvm::Error::success();
  const DimensionSource &From = Old[New.From];
  std::string Before, After, Middle = text(From.Range);
  if (!New.Macro.empty()) {
    std::vector<std::string> Others;
    for (unsigned D : New.Also)
      Others.push_back(text(Old[D].Range));
    const IndexHelper &M = Names.at(New.Macro);
    if (!MacrosAt) {
      Middle = applied(M, Middle, Others);
      if (llvm::StringRef(Middle).contains('\n'))
        return refuse("an index has several lines, whose numbers matter");
    } else {
      bool Splits = splitsArguments(Middle);
      Before = M.Name + (Splits ? "((" : "(");
      After = Splits ? ")" : "";
      for (const std::string &Other : Others)
        After += ", " + (splitsArguments(Other) ? "(" + Other + ")" : Other);
      After += ")";
    }
  }
  FileRange Last = From.Trailing;
  std::string LastText = text(Last);
  if (New.Added != 0 && New.Macro.empty() && From.IsLiteral) {
    Middle = std::to_string(std::stoll(Middle) + New.Added);
  } else if (New.Added != 0 && New.Macro.empty() && New.From == Dim &&
             !LastText.empty() && std::stoll(LastText) + New.Added >= 0) {
    int64_t Left = std::stoll(LastText) + New.Added;
    FileRange Sum = From.TrailingSum;
    return Left == 0 && Sum.Begin != Sum.End
               ? replace(Sum, "")
               : replace(Last, std::to_string(Left));
  } else if (New.Added != 0) {
    if (New.Macro.empty() && From.NeedsParens) {
      Before = "(";
      After = ")";
    }
    After +=
        (New.Added < 0 ? " - " : " + ") + std::to_string(std::abs(New.Added));
    if (From.StandsFree) {
      Before = "(" + Before;
      After += ")";
    }
  }
  if (New.From != Dim || Middle != text(From.Range))
    return replace(Old[Dim].Range, Before + Middle + After);
  if (llvm::Error E = insert(From.Range.Begin, Before))
    return E;
  return insert(From.Range.End, After);
}

llvm::Error Rewriter::indexRows(const AccessSource &A,
                                const RowChange &Change) {
  const FactorSource *First = nullptr;
  for (const FactorSource &L : A.Lengths) {
    if (!First && L.Value == Change.Length)
      First = &L;
    if (!First || L.Way != First->Way ||
        !Lengthened.insert(L.Range.Begin).second)
      continue; // Several accesses may have one text.
    if (llvm::Error E = lengthen(L.Range, Change.Added))
      return E;
  }
  return First ? llvm::Error::success()
               : llvm::createStringError("an access is not written as rows");
}

/// What an index of all of the array's elements becomes: what stands before and
/// behind it. Both are empty where it stays.
llvm::Expected<std::pair<std::string, std::string>>
Rewriter::aroundFlat(const AccessSource &A, const SourceChange &Change,
                     const MacroNames &Names) {
  size_t Dims = Change.Subscripts.size();
  const IndexText &New = Change.Subscripts[0];
  if (Change.Subscripts == SourceChange::none(Dims).Subscripts)
    return std::pair<std::string, std::string>();
  bool IsPlain = New.Macro.empty() != (New.Added == 0) && New.Also.empty();
  if (Dims > 1 ? !Change.Flat.has_value() : !IsPlain)
    return refuse("an access through a pointer has no such index");
  if (New.Added == 0 && !MacrosAt)
    return refuse("an index would get a macro of its own, and the line that "
                  "defines it would change numbers of lines that matter");
  if (New.Added != 0)
    return std::pair<std::string, std::string>(
        "", " + " + std::to_string(New.Added));
  llvm::Expected<IndexHelper> Used =
      evaluatedOnce(Dims > 1 ? define(*Change.Flat) : Names.at(New.Macro), A);
  if (!Used)
    return Used.takeError();
  return std::pair<std::string, std::string>(Used->Name + "(", ")");
}

/// The first of its parts that are no arrays: `a[0]` of `a[8][8]`.
std::string Rewriter::firstRow(unsigned Array, size_t Dims) const {
  std::string Row = Parsed->Prog.Arrays[Array].Name;
  for (size_t D = 1; D < Dims; ++D)
    Row += "[0]";
  return Row;
}

/// An access whose index counts all of the array's elements.
llvm::Error Rewriter::indexFlat(const AccessSource &A,
                                const SourceChange &Change,
                                const MacroNames &Names) {
  auto Around = aroundFlat(A, Change, Names);
  if (!Around)
    return Around.takeError();
  const auto &[Open, Close] = *Around;
  if (Open.empty() && Close.empty())
    return llvm::Error::success();
  const size_t Dims = Change.Subscripts.size();
  return A.IsNumber ? indexNumber(A, Dims, Open, Close)
                    : indexPlaced(A, Dims, Open, Close);
}

/// `f(&a[n])` becomes `f(a, &a[n])`, where f needs that, and so does what it
/// gets.
llvm::Error Rewriter::giveBases(unsigned Array) {
  const std::vector<SharedArray> &All = Parsed->Prog.Arrays;
  auto IsOfGroup = [&](unsigned Other) {
    return Other == Array ||
           (All[Array].Group && All[Other].Group == All[Array].Group);
  };
  for (const BaseSource &B : Parsed->Map.Bases)
    if (llvm::any_of(B.Arrays, IsOfGroup))
      for (const BaseSource::Part &P : B.Parts)
        if (Given.insert(P.Offset).second)
          if (llvm::Error E = insert(P.Offset, P.Text))
            return E;
  return llvm::Error::success();
}

/// Takes n away from `((float4 *)(p + n))[i]`, and returns the text that stands
/// before `4 * i`: `n + `. Empty where there is none.
llvm::Expected<std::string> Rewriter::takeInner(const AccessSource &A) {
  if (!A.Inner)
    return "";
  const std::string Index = text(A.Inner->Index);
  if (llvm::StringRef(Index).contains('\n') && keepsLines())
    return refuse("an index has several lines, whose numbers matter");
  for (FileRange R : {A.Inner->Before, A.Inner->After})
    if (R.Begin != R.End)
      if (llvm::Error E = replace(R, ""))
        return E;
  // What is added to a pointer needs no parentheses to be added here.
  const std::string Behind = text(A.Inner->After);
  const bool IsTerm = !splitsArguments(Index) &&
                      !llvm::StringRef(Behind).ltrim().starts_with("[");
  return (IsTerm || isPrimary(Index) ? Index : "(" + Index + ")") + " + ";
}

/// `p[i]` becomes `a[PAD((int)(p - a) + (i))]`, and `*p` becomes
/// `a[PAD((int)(p - a))]`. In an array of rows `p[i]` becomes
/// `(&a[0][0])[PAD((int)(p - a[0]) + (i))]`, as no row has such a subscript;
/// `((float4 *)p)[i]` becomes `((float4 *)a)[PAD((int)(p - a) + 4 * (i)) / 4]`,
/// and `v[i]` of a `float4 *v` the same, with `(float *)v - (float *)a`.
llvm::Error Rewriter::indexPlaced(const AccessSource &A, size_t Dims,
                                  const std::string &Open,
                                  const std::string &Close) {
  const std::string Row = A.Base.empty() ? firstRow(A.Array, Dims) : A.Base,
                    First = Dims > 1 ? "(&" + Row + "[0])" : Row;
  if (llvm::Error E = giveBases(A.Array))
    return E;
  const std::string Count =
      A.ElementPointer.empty() ? "" : "(" + A.ElementPointer + ")";
  const std::string Place = Open + "(int)(" + Count + text(*A.Pointer) + " - " +
                            (Count.empty() ? cast(A, Row) : Count + Row) + ")";
  const std::string N = std::to_string(A.Elements);
  const bool IsGroup = A.Elements != 1;
  if (A.IsDereferenced) {
    const FileRange All = A.Subscripts[0];
    const std::string Before =
        All.Begin ? text({All.Begin - 1, All.Begin}) : "";
    const bool IsGlued =
        llvm::isAlnum(Before[0]) || Before == "_"; // `return*p`
    return replace(All, (IsGlued ? " " : "") +
                            cast(A, First, /*IsIndexed=*/true) + "[" + Place +
                            Close + (IsGroup ? " / " + N : "") + "]");
  }
  llvm::Expected<std::string> Inner = takeInner(A);
  if (!Inner)
    return Inner.takeError();
  const bool Adds = !Inner->empty(),
             IsFactor = Adds && isPrimary(text(A.Subscripts[0]));
  if (llvm::Error E =
          insert(A.Subscripts[0].Begin,
                 Place + " + " + (Adds ? "(" + *Inner : "") +
                     (IsGroup ? N + " * " : "") + (IsFactor ? "" : "(")))
    return E;
  if (llvm::Error E =
          insert(A.Subscripts[0].End, std::string(Adds ? ")" : "") +
                                          (IsFactor ? "" : ")") + Close +
                                          (IsGroup ? " / " + N : "")))
    return E;
  return replace(*A.Pointer, cast(A, First, /*IsIndexed=*/true));
}

/// The address `at` becomes
/// `(unsigned)__cvta_generic_to_shared(&a[PAD((int)(at - start) / size)])`.
llvm::Error Rewriter::indexNumber(const AccessSource &A, size_t Dims,
                                  const std::string &Open,
                                  const std::string &Close) {
  const SharedArray &Array = Parsed->Prog.Arrays[A.Array];
  const std::string Row = firstRow(A.Array, Dims),
                    First = Dims > 1 ? "(&" + Row + "[0])" : Row,
                    Convert = A.NumberCast + "__cvta_generic_to_shared(";
  const bool IsPrimary = isPrimary(text(A.Subscripts[0]));
  if (llvm::Error E =
          insert(A.Subscripts[0].Begin, Convert + "&" + First + "[" + Open +
                                            "(int)(" + (IsPrimary ? "" : "(")))
    return E;
  return insert(A.Subscripts[0].End,
                (IsPrimary ? "" : ")") + std::string(" - ") + Convert +
                    Array.Name + ")) / " + std::to_string(Array.ElementBytes) +
                    Close + "])");
}

/// `((float4 *)a)[i]` becomes `((float4 *)a)[PAD(4 * i) / 4]`, as a layout
/// keeps each group together, at a multiple of its elements.
llvm::Error Rewriter::indexGroups(const AccessSource &A,
                                  const SourceChange &Change,
                                  const MacroNames &Names) {
  const unsigned Last = A.Subscripts.size() - 1;
  for (auto [D, New] : llvm::enumerate(Change.Subscripts)) {
    if (New == IndexText{unsigned(D)})
      continue;
    if (D != Last || New.From != Last || New.Macro.empty() || New.Added != 0)
      return refuse("an index that counts groups of elements cannot be "
                    "written so");
    std::string All;
    for (unsigned D : New.Also) {
      std::string Other = text(A.Subscripts[D]);
      All += ", " + (splitsArguments(Other) ? "(" + Other + ")" : Other);
    }
    if (!MacrosAt)
      return refuse("an index would get a macro of its own, and the line that "
                    "defines it would change numbers of lines that matter");
    const std::string N = std::to_string(A.Elements);
    const bool IsFactor = isPrimary(text(A.Subscripts[D]));
    llvm::Expected<std::string> Inner = takeInner(A);
    if (!Inner)
      return Inner.takeError();
    if (llvm::Error E = insert(A.Subscripts[D].Begin,
                               Names.at(New.Macro).Name + "(" + *Inner + N +
                                   " * " + (IsFactor ? "" : "(")))
      return E;
    if (llvm::Error E = insert(A.Subscripts[D].End,
                               (IsFactor ? "" : ")") + All + ") / " + N))
      return E;
  }
  return llvm::Error::success();
}

llvm::Error Rewriter::index(unsigned Array, const SourceChange &Change,
                            const MacroNames &Names) {
  for (const AccessSource &A : Parsed->Map.Accesses) {
    // A macro argument may be expanded twice.
    if (A.Array != Array || !Done.insert(A.Subscripts[0].Begin).second)
      continue;
    if (Change.Rows) {
      if (llvm::Error E = indexRows(A, *Change.Rows))
        return E;
      continue;
    }
    if (A.Pointer || A.IsNumber) {
      if (llvm::Error E = indexFlat(A, Change, Names))
        return E;
      continue;
    }
    // Subscripts that a pointer has before these are not written, and stay.
    std::vector<DimensionSource> Old(Change.Subscripts.size() -
                                     A.Subscripts.size());
    for (FileRange R : A.Subscripts)
      Old.push_back(
          {R, /*IsLiteral=*/false, !isPrimary(text(R)), A.IsReversed});
    llvm::Expected<MacroNames> Used = namesFor(Names, A);
    if (!Used)
      return Used.takeError();
    if (A.Elements != 1) {
      if (llvm::Error E = indexGroups(A, Change, *Used))
        return E;
      continue;
    }
    for (auto [D, New] : llvm::enumerate(Change.Subscripts))
      if (llvm::Error E = write(D, New, Old, *Used))
        return E;
  }
  return llvm::Error::success();
}
