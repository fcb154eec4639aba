//===- BuildMacros.cpp - Macros that builds may define --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builds/BuildMacros.h"
#include "bankfix/Frontend/FlagDefines.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

/// Editors define them, which build nothing.
static bool isOfEditor(llvm::StringRef Name) {
  static const llvm::StringSet<> Known = {
      "__INTELLISENSE__", "__JETBRAINS_IDE__", "__CLION_IDE__", "__RESHARPER__",
      "__CDT_PARSER__",   "__CLANGD__",        "Q_CREATOR_RUN"};
  return Known.contains(Name);
}

/// Every build that has kernels has them alike.
static bool isOfEveryBuild(llvm::StringRef Name) {
  if (isFixMacro(Name) || isFixFunction(Name))
    return true;
  static const llvm::StringSet<> Known = {
      "__CUDACC__",         "__NVCC__",
      "__CUDA__",           "__cplusplus",
      "__OPENCL_VERSION__", "__OPENCL_C_VERSION__",
      "__has_include",      "__has_attribute",
      "__CUDACC_RTC__",     "__OPENCL_CPP_VERSION__"};
  return Known.contains(Name);
}

bool BuildMacros::isOfCompiler(const std::string &Name) {
  static const llvm::StringSet<> Known = {"__CUDA_ARCH__",
                                          "__cplusplus",
                                          "__CUDACC_VER_MAJOR__",
                                          "__CUDACC_VER_MINOR__",
                                          "__CUDACC_VER_BUILD__",
                                          "CUDART_VERSION",
                                          "CUDA_VERSION",
                                          "__OPENCL_VERSION__",
                                          "__OPENCL_C_VERSION__",
                                          "__STDC_VERSION__",
                                          "__GNUC__",
                                          "__clang_major__",
                                          "_MSC_VER",
                                          "__COUNTER__",
                                          "__AMDGCN_WAVEFRONT_SIZE__",
                                          "__AMDGCN_WAVEFRONT_SIZE"};
  return Known.contains(Name) || llvm::StringRef(Name).starts_with("__cpp_");
}

/// A guard: the branch that is taken without the macro defines it.
bool BuildMacros::isGuardOf(const Conditional &C) const {
  return C.Tested.size() == 1 && C.TestedDefinition.size() == 1 &&
         llvm::all_of(C.Branches,
                      [&](const ConditionalBranch &B) {
                        return B.Defined.empty()
                                   ? B.Spelled.empty()
                                   : B.Defined == C.TestedDefinition &&
                                         B.Spelled.empty();
                      }) &&
         Guarded.count(*C.TestedDefinition.begin());
}

BuildMacros::BuildMacros(const PointerUnit &U,
                         llvm::ArrayRef<ConditionalText> Texts,
                         llvm::ArrayRef<std::string> Flags)
    : U(U), Texts(Texts), Given(definedByFlags(Flags)) {
  for (const ConditionalText &Text : Texts) {
    IsSaidUnseen |= Text.BringsBack;
    if (isOfFlags(Text.File, Flags))
      for (const auto &[Name, Macro] : Text.Macros)
        OfFlags.try_emplace(Name, place(Text.File, Macro.Offset));
    for (const Conditional &C : Text.Conditionals)
      for (const ConditionalBranch &B : C.Branches) {
        IsSaidUnseen |= B.IncludesUser && !C.IsGuard;
        for (const std::string &Name : B.Defined)
          if (!C.IsGuard && C.TestedDefinition.count(Name))
            Guarded.try_emplace(Name, place(Text.File, B.Range.Begin));
      }
  }
  readAsked();
  readForwarded();
}

/// `-include FILE` brings it, which a build may do with another one.
bool BuildMacros::isOfFlags(clang::FileID File,
                            llvm::ArrayRef<std::string> Flags) const {
  const clang::SourceManager &SM = U.Source.manager();
  clang::SourceLocation At = SM.getIncludeLoc(File);
  while (At.isValid() && SM.getIncludeLoc(SM.getFileID(At)).isValid()) {
    File = SM.getFileID(At);
    At = SM.getIncludeLoc(File);
  }
  if (At.isInvalid() || SM.isWrittenInMainFile(At))
    return false;
  auto NameOf = [](llvm::StringRef Path) {
    return llvm::sys::path::filename(Path);
  };
  const llvm::StringRef Name =
      NameOf(SM.getFilename(SM.getLocForStartOfFile(File)));
  for (size_t I = 0; I + 1 < Flags.size(); ++I)
    if (Flags[I] == "-include" && NameOf(Flags[I + 1]) == Name)
      return true;
  return false;
}

void BuildMacros::readAsked() {
  for (const ConditionalText &Text : Texts)
    for (const Conditional &C : Text.Conditionals)
      for (const auto &[Name, Values] : C.Tested)
        if (!C.IsGuard && !isTheSame(Name) && !isOfCompiler(Name) &&
            llvm::none_of(Texts, [&](const ConditionalText &T) {
              return T.Macros.count(Name) != 0;
            }))
          Asked.try_emplace(Name,
                            place(Text.File, C.Branches.front().Range.Begin));
}

/// A macro that is always there is better asked for its value than one that may
/// not be.
void BuildMacros::readForwarded() {
  for (const ConditionalText &Text : Texts)
    for (const auto &[Name, Macro] : Text.Macros)
      for (const std::string &Token : Macro.Body)
        if (!Macro.IsUnconditional && Asked.count(Token))
          Forwarded[Name].push_back(Token);
}

std::optional<SourcePlace> BuildMacros::choice(const std::string &Name) const {
  if (isTheSame(Name))
    return std::nullopt;
  if (std::optional<SourcePlace> Place = guarded(Name))
    return Place;
  for (const auto *Known : {&Asked, &OfFlags})
    if (auto It = Known->find(Name); It != Known->end())
      return It->second;
  return Given.count(Name) && !isFixed(Name) ? std::optional(SourcePlace())
                                             : std::nullopt;
}

SourcePlace BuildMacros::place(clang::FileID File, unsigned Offset) const {
  const clang::SourceManager &SM = U.Source.manager();
  SourcePlace P;
  P.Line = SM.getLineNumber(File, Offset);
  P.Column = 1;
  if (File != SM.getMainFileID())
    P.File = SM.getFilename(SM.getLocForStartOfFile(File)).str();
  return P;
}

/// The text defines it, whatever the build does, and does so first.
bool BuildMacros::isFixed(const std::string &Name) const {
  return llvm::any_of(Texts, [&](const ConditionalText &T) {
    auto [Begin, End] = T.Macros.equal_range(Name);
    return std::any_of(Begin, End, [&](const auto &Fixed) {
      return Fixed.second.IsUnconditional &&
             std::none_of(Begin, End, [&](const auto &M) {
               return !M.second.IsUnconditional &&
                      M.second.Offset < Fixed.second.Offset;
             });
    });
  });
}

/// The text does so behind \p Offset of \p File alone, and names it nowhere but
/// in directives: whether it is defined before that, a build says.
bool BuildMacros::isDefinedBehind(const std::string &Name, clang::FileID File,
                                  unsigned Offset) const {
  return llvm::all_of(Texts, [&](const ConditionalText &T) {
    auto [Begin, End] = T.Macros.equal_range(Name);
    return !T.Spelled.count(Name) &&
           std::all_of(Begin, End,
                       [&](const auto &M) {
                         return T.File == File && M.second.Offset > Offset;
                       }) &&
           llvm::none_of(T.Macros, [&](const auto &M) {
             return llvm::is_contained(M.second.Body, Name);
           });
  });
}

bool BuildMacros::areSettled(const Conditional &C) const {
  return llvm::all_of(C.Tested, [&](const auto &Test) {
    return isTheSame(Test.first) || isFixed(Test.first);
  });
}

/// Nobody defines it, neither this command nor a header that is not seen.
bool BuildMacros::isLeftToEditors(llvm::StringRef Name) const {
  return isOfEditor(Name) && !Given.count(Name.str()) && !IsSaidUnseen;
}

bool BuildMacros::isTheSame(llvm::StringRef Name) const {
  return isOfEveryBuild(Name) || isLeftToEditors(Name);
}

/// Whoever compiles kernels defines it, in the language that the file is in, or
/// nobody does: host compilers see no kernel.
bool BuildMacros::isOfLanguage(llvm::StringRef Name) const {
  const clang::LangOptions &L = U.Context.getLangOpts();
  const bool IsDefined =
      L.OpenCL ? Name == "__OPENCL_VERSION__" || Name == "__OPENCL_C_VERSION__"
               : Name == "__cplusplus" ||
                     Name == (L.HIP ? llvm::StringRef("__HIPCC__")
                                    : llvm::StringRef("__CUDACC__"));
  return (IsDefined || isLeftToEditors(Name)) &&
         llvm::none_of(Texts, [&](const ConditionalText &T) {
           return T.Directives.count(Name.str()) != 0;
         });
}

bool BuildMacros::isDecided(const ConditionalText &Text,
                            const Conditional &C) const {
  const unsigned At = C.Branches.front().Range.Begin;
  return llvm::all_of(C.Tested, [&](const auto &Test) {
    const auto &[Name, Values] = Test;
    const bool AsksForDefinition =
        Values == std::set<std::optional<std::string>>{std::nullopt, "1"};
    if (AsksForDefinition && isOfLanguage(Name))
      return true;
    bool IsSaid = false;
    for (const ConditionalText &Each : Texts) {
      auto [Begin, End] = Each.Directives.equal_range(Name);
      for (const auto &[Of, D] : llvm::make_range(Begin, End)) {
        if (Each.File != Text.File || !D.IsUnconditional ||
            (D.NamesOthers && !AsksForDefinition))
          return false;
        IsSaid |= D.Offset < At;
      }
    }
    return IsSaid && !IsSaidUnseen;
  });
}

std::string BuildMacros::definedAs(const std::string &Name) const {
  for (const auto &[Set, By] : Forwarded)
    if (std::optional<int64_t> Now = valueOf(Set);
        Now && llvm::is_contained(By, Name))
      return std::to_string(*Now);
  return "1";
}

unsigned BuildMacros::number(const std::string &Name, SourcePlace Place) {
  auto [It, IsNew] = Numbers.try_emplace(Name, All.size());
  if (IsNew) {
    All.emplace_back();
    All.back().Name = Name;
    All.back().Place = std::move(Place);
  }
  return It->second;
}

std::optional<unsigned>
BuildMacros::tested(const std::string &Name,
                    const std::set<std::optional<std::string>> &Values,
                    clang::FileID File, unsigned Offset) {
  const bool AsksForDefinition =
      Values == std::set<std::optional<std::string>>{std::nullopt, "1"};
  const bool IsBehind =
      AsksForDefinition && isDefinedBehind(Name, File, Offset);
  if (isTheSame(Name) || (isFixed(Name) && !IsBehind))
    return std::nullopt;
  // What the text alone defines, in branches of other conditions, is no choice
  // of the build.
  const bool IsOfText = llvm::any_of(Texts, [&](const ConditionalText &T) {
    return T.Macros.count(Name) != 0;
  });
  if (IsOfText && !IsBehind && !Guarded.count(Name) && !Given.count(Name))
    return std::nullopt;
  unsigned Number = number(Name, place(File, Offset));
  std::vector<std::optional<std::string>> &Known = All[Number].Values;
  for (std::optional<std::string> V : Values) {
    if (V && AsksForDefinition)
      V = definedAs(Name);
    // Device code always has an architecture.
    bool IsNone = Name == "__CUDA_ARCH__" && (!V || V->size() < 3);
    if (!IsNone && !llvm::is_contained(Known, V))
      Known.push_back(V);
  }
  return Number;
}

/// What the macro stands for here, where that is one integer.
std::optional<int64_t> BuildMacros::valueOf(const std::string &Name,
                                            unsigned Depth) const {
  constexpr unsigned MostNames = 8;
  std::string Text;
  if (auto It = Given.find(Name); It != Given.end())
    Text = It->second;
  else if (auto M = U.Preprocessed.Texts.find(Name);
           M != U.Preprocessed.Texts.end())
    Text = M->second.Spelling;
  llvm::StringRef Body = llvm::StringRef(Text).trim();
  while (Body.starts_with("(") && Body.ends_with(")"))
    Body = Body.drop_front().drop_back().trim();
  int64_t Value;
  if (!Body.rtrim("uUlL").getAsInteger(0, Value))
    return Value;
  if (Depth < MostNames && !Body.empty() && Body != Name &&
      Numbers.count(Body.str()) + U.Preprocessed.Texts.count(Body.str()) +
              Given.count(Body.str()) !=
          0)
    return valueOf(Body.str(), Depth + 1);
  return std::nullopt;
}

std::optional<unsigned> BuildMacros::definedAt(const std::string &Name) const {
  std::optional<unsigned> Out;
  for (const ConditionalText &T : Texts) {
    auto [Begin, End] = T.Directives.equal_range(Name);
    for (const auto &[Of, D] : llvm::make_range(Begin, End)) {
      if (Out || T.File != U.Source.manager().getMainFileID())
        return std::nullopt;
      Out = D.Offset;
    }
  }
  return Out;
}

std::optional<unsigned> BuildMacros::open(const std::string &Name) {
  auto By = Forwarded.find(Name);
  const std::optional<SourcePlace> Place =
      choice(By == Forwarded.end() ? Name : By->second.front());
  // What others stand for alone is asked of those.
  const bool IsPassedOn =
      llvm::any_of(
          Forwarded,
          [&](const auto &F) { return llvm::is_contained(F.second, Name); }) &&
      llvm::none_of(Texts, [&](const ConditionalText &T) {
        return T.Spelled.count(Name) != 0;
      });
  if (!Place || IsPassedOn || isTheSame(Name) || isFixed(Name))
    return std::nullopt;
  unsigned Number = number(Name, *Place);
  All[Number].IsOpen = true;
  All[Number].Number = valueOf(Name);
  All[Number].DefinedAt = definedAt(Name);
  All[Number].IsOperand = llvm::any_of(Texts, [&](const ConditionalText &T) {
    return T.Operands.count(Name) != 0;
  });
  if (By != Forwarded.end())
    All[Number].SetBy = By->second.front();
  return Number;
}
