//===- HostOpenCL.cpp - Follows calls of OpenCL ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/VariableFacts.h"
#include "Host/HostArrays.h"
#include "Host/HostRun.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

/// The name of a function of the built-in headers; "" for others.
static StringRef libraryCallee(const clang::CallExpr *Call) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  bool IsOfLibrary =
      F && F->getIdentifier() && F->isExternC() &&
      F->getASTContext().getSourceManager().isInSystemHeader(F->getLocation());
  return IsOfLibrary ? F->getName() : "";
}

bool bankfix::isFollowedCall(const clang::Expr *E) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(E);
  return Call && llvm::StringSwitch<bool>(libraryCallee(Call))
                     .Cases({"clSetKernelArg", "clEnqueueNDRangeKernel"}, true)
                     .Cases({"clEnqueueTask", "clBuildProgram"}, true)
                     .Cases({"clCompileProgram", "clCreateKernel"}, true)
                     .Case("clCloneKernel", true)
                     .Default(false);
}

int64_t OpenCLTexts::number(StringRef Text) {
  auto It = llvm::find(Texts, Text);
  if (It == Texts.end())
    It = Texts.insert(It, Text.str());
  return It - Texts.begin() + 1;
}

const std::string *OpenCLTexts::text(std::optional<int64_t> Number) const {
  bool IsText = Number && *Number >= 1 && *Number <= int64_t(Texts.size());
  return IsText ? &Texts[*Number - 1] : nullptr;
}

/// What decides a branch. Whether a pointer is null does not: what is created
/// may fail.
const Expr *HostRun::condition(const clang::Expr *E) {
  const Expr *V = E ? value(E) : nullptr;
  bool IsPointer = Texts && E && !E->getType().isNull() &&
                   E->IgnoreParenImpCasts()->getType()->isAnyPointerType();
  return V && !IsPointer ? V : unknown();
}

/// A text, a null pointer, or an element of an array; null for others.
const Expr *HostRun::textOf(const clang::Expr *E) {
  if (auto *Literal = llvm::dyn_cast<clang::StringLiteral>(E))
    return Literal->getCharByteWidth() == 1
               ? number(Texts->number(Literal->getString().split('\0').first))
               : unknown();
  if (auto *A = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
    if (std::optional<HostPlace> P = elementPlace(A))
      return read(*P);
  bool IsNull = E->getType()->isAnyPointerType() &&
                E->isNullPointerConstant(
                    U.Context, clang::Expr::NPC_ValueDependentIsNotNull);
  return IsNull ? number(0) : nullptr;
}

/// The text of two after each other. Which of several each is, is not followed
/// further.
const Expr *HostRun::joined(const Expr *Before, const Expr *After) {
  const std::string *A = Texts->text(State.evaluate(known(Before)));
  const std::string *B = Texts->text(State.evaluate(known(After)));
  return A && B ? number(Texts->number(*A + *B)) : unknown();
}

/// What printf makes of argument \p Format and those behind it.
const Expr *HostRun::printed(const clang::CallExpr *E, unsigned Format) {
  const std::string *Pattern =
      Format < E->getNumArgs()
          ? Texts->text(State.evaluate(known(value(E->getArg(Format)))))
          : nullptr;
  if (!Pattern)
    return unknown();
  std::string Text;
  StringRef Rest = *Pattern;
  for (unsigned Next = Format + 1; !Rest.empty(); ++Next) {
    Text += Rest.take_until([](char Ch) { return Ch == '%'; });
    Rest = Rest.drop_until([](char Ch) { return Ch == '%'; });
    if (Rest.consume_front("%%")) {
      Text += '%';
      --Next;
      continue;
    }
    if (!Rest.consume_front("%"))
      break;
    Rest = Rest.drop_while([](char Ch) { return Ch == 'l' || Ch == 'z'; });
    if (Rest.empty() || Next >= E->getNumArgs())
      return unknown();
    bool IsText = Rest.front() == 's',
         IsInteger = StringRef("diu").contains(Rest.front());
    std::optional<int64_t> V = State.evaluate(known(value(E->getArg(Next))));
    const std::string *Inner = IsText ? Texts->text(V) : nullptr;
    if ((!IsText && !IsInteger) || (IsText && !Inner))
      return unknown();
    const bool Fits =
        V && *V <= INT32_MAX && *V >= (Rest.front() == 'u' ? 0 : INT32_MIN);
    if (IsInteger && !Fits)
      V = std::nullopt; // What is printed depends on the types.
    Text += Inner ? *Inner
            : V   ? std::to_string(*V)
                  : std::string(1, OpenCLTexts::Unknown);
    Rest = Rest.drop_front();
  }
  return number(Texts->number(Text));
}

/// \p Text is shorter than \p Bytes, whatever numbers it holds.
bool HostRun::fits(const Expr *Text, const Expr *Bytes) {
  constexpr size_t MaxDigits = 20;
  const std::string *Known = Texts->text(State.evaluate(Text));
  std::optional<int64_t> Most = State.evaluate(known(Bytes));
  return Known && Most &&
         int64_t(Known->size() +
                 MaxDigits * llvm::count(*Known, OpenCLTexts::Unknown)) < *Most;
}

/// The array that the text goes to which `sprintf(To, ...)` writes; \p Appends
/// to `buffer + strlen(buffer)`.
static const clang::VarDecl *textBuffer(const clang::Expr *To, bool &Appends) {
  To = To->IgnoreParenImpCasts();
  auto *Sum = llvm::dyn_cast<clang::BinaryOperator>(To);
  auto *Length = Sum && Sum->getOpcode() == clang::BO_Add
                     ? llvm::dyn_cast<clang::CallExpr>(
                           Sum->getRHS()->IgnoreParenImpCasts())
                     : nullptr;
  Appends = Length && libraryCallee(Length) == "strlen";
  if (!Appends)
    return localArray(To);
  const clang::VarDecl *V = localArray(Sum->getLHS());
  return V && localArray(Length->getArg(0)) == V ? V : nullptr;
}

/// A call that makes a text; null for others.
const Expr *HostRun::textCall(const clang::CallExpr *E) {
  StringRef Name = libraryCallee(E);
  bool Prints = Name == "sprintf" || Name == "snprintf",
       Copies = Name == "strcpy" || Name == "strcat";
  if ((!Prints && !Copies) || E->getNumArgs() < 2)
    return nullptr;
  bool Appends = false;
  const clang::VarDecl *V = textBuffer(E->getArg(0), Appends);
  unsigned First = Name == "snprintf" ? 2 : 1;
  const Expr *Text = Prints ? printed(E, First) : known(value(E->getArg(1)));
  Appends |= Name == "strcat";
  if (!V) {
    escape(E->getArg(0));
    return unknown();
  }
  if (Name == "snprintf" && !fits(Text, value(E->getArg(1))))
    Text = unknown();
  HostPlace P{V->getCanonicalDecl()};
  State.Values[P] = Appends ? joined(read(P), Text) : Text;
  return unknown();
}

/// An array that a function may write to.
void HostRun::escapeArray(const clang::Expr *Arg) {
  bool Appends = false;
  if (const clang::VarDecl *V = Texts ? textBuffer(Arg, Appends) : nullptr)
    escapePlace({V->getCanonicalDecl()});
}

/// What the call returns, if that is a kernel; else null.
const Expr *HostRun::follow(const clang::CallExpr *E) {
  Visited.insert(E);
  FollowedCall Out{E, {}, {}, State, Guesses};
  for (const clang::Expr *A : E->arguments()) {
    std::array<const Expr *, 3> Pointees = {};
    const clang::Expr *Plain = A->IgnoreParenCasts();
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(Plain);
    // What the call may set, or keep, is asked of the call.
    bool IsAddress = false;
    if (X && X->getOpcode() == clang::UO_AddrOf) {
      if (std::optional<HostPlace> P = place(X->getSubExpr())) {
        Pointees[0] = read(*P);
        IsAddress = true;
      }
    } else if (const clang::VarDecl *V = localArray(Plain)) {
      for (unsigned I = 0; I < 3; ++I)
        Pointees[I] = read(HostPlace{V->getCanonicalDecl()}.element(I));
    }
    IsAddress |=
        Plain->getType()->isArrayType() &&
        !llvm::isa<clang::StringLiteral>(Plain) &&
        !Plain->getType()->getArrayElementTypeNoTypeQual()->isCharType();
    Out.Args.push_back(IsAddress ? number(OpenCLTexts::Address) : value(A));
    Out.Pointees.push_back(Pointees);
  }
  const StringRef Name = libraryCallee(E);
  const bool Clones = Name == "clCloneKernel";
  if (!Clones)
    Texts->Callback(Out);
  escapeCall(E);
  const size_t Made = Clones ? 0 : 1;
  const bool Makes = Clones || Name == "clCreateKernel";
  return Makes && Made < Out.Args.size() ? known(Out.Args[Made]) : nullptr;
}

/// Types whose size is not the same everywhere: `long`, which a name may stand
/// for, pointers, and structs with such a member.
/// A type of C's library or OpenCL's that platforms have different sizes of.
static bool isOfPlatform(const clang::TypedefNameDecl *D) {
  return llvm::is_contained({"ptrdiff_t", "cl_context_properties", "time_t",
                             "clock_t", "ssize_t"},
                            D->getName()) ||
         D->getDeclContext()->isRecord(); // `std::string::size_type`
}

bool bankfix::isPortable(clang::QualType T) {
  if (auto *A = llvm::dyn_cast_or_null<clang::ArrayType>(
          T->getAsArrayTypeUnsafe()))
    return isPortable(A->getElementType());
  if (auto *Named = T->getAs<clang::TypedefType>()) {
    const clang::TypedefNameDecl *D = Named->getDecl();
    const bool IsOfLibrary =
        D->getASTContext().getSourceManager().isInSystemHeader(
            D->getLocation());
    if (IsOfLibrary && isOfPlatform(D))
      return false;
    return (IsOfLibrary && !D->getUnderlyingType()->isPointerType()) ||
           (!IsOfLibrary && isPortable(D->getUnderlyingType()));
  }
  if (auto *B = T->getAs<clang::BuiltinType>())
    return B->isInteger() || B->isFloatingPoint()
               ? B->getKind() != clang::BuiltinType::Long &&
                     B->getKind() != clang::BuiltinType::ULong &&
                     B->getKind() != clang::BuiltinType::LongDouble &&
                     B->getKind() != clang::BuiltinType::WChar_S &&
                     B->getKind() != clang::BuiltinType::WChar_U
               : false;
  const clang::RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  auto *Class = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(R);
  // What is known of C++'s own are names.
  bool IsPlain =
      R && !R->hasAttrs() && !R->isInStdNamespace() &&
      (!Class || (Class->getNumBases() == 0 && !Class->isPolymorphic()));
  return IsPlain && llvm::all_of(R->fields(), [](const clang::FieldDecl *F) {
           return !F->isBitField() && isPortable(F->getType());
         });
}

static bool isPortable(const clang::Expr *E, unsigned Depth) {
  bool Is = Depth < 16;
  walk(E, [&](const clang::Stmt *S) {
    if (auto *Size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(S)) {
      Is &= isPortable(Size->getTypeOfArgument());
      return false;
    }
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    if (auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl())
                      : nullptr) {
      const clang::Expr *Init = V->getAnyInitializer();
      Is &= isPortable(V->getType()) || V->getType()->isArrayType();
      Is &= !Init || !V->getType().isConstQualified() ||
            isPortable(Init, Depth + 1);
    }
    if (auto *C = Ref ? llvm::dyn_cast<clang::EnumConstantDecl>(Ref->getDecl())
                      : nullptr)
      Is &= !C->getInitExpr() || isPortable(C->getInitExpr(), Depth + 1);
    return Is;
  });
  return Is;
}

bool bankfix::isPortable(const clang::Expr *E) { return ::isPortable(E, 0); }
