//===- ElementStructs.cpp - Structs of one array's elements ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/ElementStructs.h"
#include "bankfix/Target/Word.h"

using namespace bankfix;

namespace {

using Arrays = std::set<unsigned>;
using NamedFields = llvm::DenseSet<const clang::FieldDecl *>;

/// Its definition is written once, for one type.
bool isTemplated(const clang::CXXRecordDecl *R) {
  if (llvm::isa<clang::ClassTemplateSpecializationDecl>(R) ||
      R->getInstantiatedFromMemberClass() || R->isDependentContext())
    return true;
  for (const clang::DeclContext *In = R->getDeclContext(); In;
       In = In->getParent()) {
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(In);
    if ((F && F->isTemplateInstantiation()) ||
        llvm::isa<clang::ClassTemplateSpecializationDecl>(In))
      return true;
  }
  return false;
}

/// What is written at its end is public.
bool endsPublic(const clang::RecordDecl *R) {
  bool IsPublic = R->getTagKind() != clang::TagTypeKind::Class;
  for (const clang::Decl *D : R->decls())
    if (auto *Access = llvm::dyn_cast<clang::AccessSpecDecl>(D))
      IsPublic = Access->getAccess() == clang::AS_public;
  return IsPublic;
}

/// It has a constant expression for a constructor, which may have to name every
/// member.
bool isBuiltConstant(const clang::CXXRecordDecl *R) {
  return llvm::any_of(R->ctors(), [](const clang::CXXConstructorDecl *C) {
    return C->isUserProvided() && C->isConstexpr();
  });
}

/// A word behind its members makes it one word larger, and changes nothing else
/// of it.
bool isPlain(const ArrayUnit &U, const clang::RecordDecl *R) {
  auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R);
  if (R->isUnion() || R->hasAttrs() || R->hasFlexibleArrayMember() ||
      !endsPublic(R))
    return false;
  if (Class &&
      (Class->getNumBases() != 0 || Class->isDynamicClass() ||
       Class->isLambda() || isTemplated(Class) || isBuiltConstant(Class)))
    return false;
  clang::CanQualType T = U.Context.getCanonicalTagType(R);
  return !R->field_empty() &&
         llvm::none_of(R->fields(), [](auto *F) { return F->hasAttrs(); }) &&
         U.Context.getTypeAlignInChars(T).getQuantity() == WordBytes;
}

/// All that get their layout with \p Of get it from the same struct.
bool isWholeGroup(const ArrayUnit &U, const Arrays &Of) {
  const std::vector<SharedArray> &All = U.SharedArrays;
  std::optional<unsigned> Group = All[*Of.begin()].Group;
  if (!Group)
    return Of.size() == 1;
  for (unsigned I = 0; I < All.size(); ++I)
    if ((All[I].Group == Group) != (Of.count(I) != 0))
      return false;
  return true;
}

const clang::FieldDecl *lastField(const clang::RecordDecl *R) {
  const clang::FieldDecl *Last = nullptr;
  for (const clang::FieldDecl *F : R->fields())
    Last = F;
  return Last;
}

llvm::StringRef indentOf(llvm::StringRef Text, unsigned Offset) {
  llvm::StringRef Line = Text.take_front(Offset);
  Line = Line.drop_front(Line.rfind('\n') + 1);
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; });
}

/// A name that means nothing in the file.
std::string unusedName(const ArrayUnit &U) {
  const clang::SourceManager &SM = U.Source.manager();
  FileRange Whole = {0, SM.getFileIDSize(SM.getMainFileID())};
  auto IsInMacro = [&](const std::string &Name) {
    return llvm::any_of(U.Preprocessed.Macros, [&](const auto &M) {
      return M.first == Name || llvm::is_contained(M.second, Name);
    });
  };
  auto IsUsed = [&](const std::string &Name) {
    return IsInMacro(Name) ||
           !spellings(SM, U.Context.getLangOpts(), Name, Whole).empty();
  };
  std::string Name = "pad";
  for (unsigned N = 1; IsUsed(Name); ++N)
    Name = "bankfix_pad" + (N == 1 ? "" : "_" + std::to_string(N));
  return Name;
}

/// Before the brace that ends it, on a line of its own if that has one; nothing
/// where other builds may have another definition.
std::optional<MemberSource> placeIn(const ArrayUnit &U,
                                    const clang::RecordDecl *R) {
  const clang::SourceManager &SM = U.Source.manager();
  clang::SourceRange Braces = R->getBraceRange();
  for (clang::SourceLocation L : {Braces.getBegin(), Braces.getEnd()})
    if (L.isInvalid() || L.isMacroID() || !SM.isWrittenInMainFile(L))
      return std::nullopt;
  FileRange Body = {SM.getFileOffset(Braces.getBegin()),
                    SM.getFileOffset(Braces.getEnd())};
  if (U.Preprocessed.hasDirectiveIn(Body))
    return std::nullopt;
  MemberSource Out;
  Out.Offset = Body.End;
  Out.Name = unusedName(U);
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  llvm::StringRef Indent = indentOf(Text, Body.End);
  unsigned LineStart = Text.take_front(Body.End).rfind('\n') + 1;
  if (Body.End != LineStart + Indent.size())
    return Out;
  unsigned At = U.Source.offset(lastField(R)->getBeginLoc());
  llvm::StringRef Usual = indentOf(Text, At);
  bool IsOnOwnLine = Text.take_front(At).rfind('\n') + 1 > Body.Begin;
  Out.Offset = LineStart;
  Out.Indent = IsOnOwnLine ? Usual.str() : Indent.str() + "  ";
  return Out;
}

/// The last member, if it is as a rewrite writes it, and nothing names it.
const clang::FieldDecl *padOf(const ArrayUnit &U, const clang::RecordDecl *R,
                              const NamedFields &Named) {
  const clang::FieldDecl *F = lastField(R);
  bool IsPad = U.Context.hasSameType(F->getType(), U.Context.UnsignedIntTy) &&
               !F->isBitField() && !F->hasInClassInitializer() &&
               !Named.contains(F);
  return IsPad ? F : nullptr;
}

} // namespace

ElementStructs bankfix::findElementStructs(const ArrayUnit &U,
                                           const std::set<std::string> &Added) {
  ElementStructs Found;
  std::map<const clang::RecordDecl *, Arrays> Structs;
  for (const auto &[V, Array] : U.Arrays) {
    clang::QualType T = U.Context.getBaseElementType(V->getType());
    const clang::RecordDecl *R = T->getAsRecordDecl();
    if (R && R->getDefinition())
      Structs[R->getDefinition()].insert(Array);
  }
  for (const auto &[R, Of] : Structs) {
    auto IsDeclared = [&](unsigned Array) {
      const SharedArray &A = U.SharedArrays[Array];
      return A.Space == MemorySpace::Static && A.IsArray;
    };
    NamedFields Named;
    bool MayBe = llvm::all_of(Of, IsDeclared) &&
                 U.Preprocessed.MissingHeaders.empty() && !U.isHeader() &&
                 isPlain(U, R) && isWholeGroup(U, Of);
    std::optional<MemberSource> At = MayBe ? placeIn(U, R) : std::nullopt;
    if (!At || !isForArraysAlone(U, R, Of, Named))
      continue;
    for (unsigned Array : Of)
      Found.Members[Array] = *At;
    const clang::FieldDecl *Pad = padOf(U, R, Named);
    if (!Pad || !Added.count(Pad->getNameAsString()))
      continue;
    Found.Pads.insert(Pad);
    Found.Padded.insert(Of.begin(), Of.end());
  }
  return Found;
}
