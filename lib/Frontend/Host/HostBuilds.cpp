//===- HostBuilds.cpp - Options that programs are built with --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostBuilds.h"
#include "Host/LoadedText.h"
#include "Host/SourceEdits.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;
using llvm::StringRef;

namespace {
class BuildReader {
public:
  explicit BuildReader(const HostFile &F)
      : F(F), T(F.T), M(F.Mentions), Constants(F.Constants) {}
  std::vector<HostBuild> run();

private:
  std::optional<std::string> options(TokenSpan S) const;
  std::optional<std::string> variable(size_t At) const;
  std::optional<std::string> formatted(const HostCall &C,
                                       std::optional<int64_t> Most) const;
  std::optional<int64_t> bytes(TokenSpan S, size_t Buffer) const;
  std::optional<std::string> printed(size_t At, TokenSpan &By) const;
  std::optional<std::string> joined(TokenSpan S) const;
  bool alwaysRuns(size_t At, size_t Declared) const;
  std::optional<std::string> added(size_t At, size_t Declared) const;
  TokenSpan valueFrom(size_t Begin) const;
  bool isString(size_t At) const;
  bool isBuild(size_t At) const;
  bool derivesFromProgram() const;
  bool hasDirectives() const;
  bool areDevices(size_t At) const;
  TokenSpan optionsOf(size_t At, const HostCall &C) const;

  const HostFile &F;
  const HostTokens &T;
  const HostMentions &M;
  const HostConstants &Constants;
};

/// \p Word is behind `-D`.
void define(HostBuild &Out, StringRef Word) {
  auto [Name, Value] = Word.split('=');
  const bool IsName = isName(Name);
  Out.IsRead &= IsName;
  if (!IsName)
    return;
  bool IsKnown = !Word.ends_with("=") && !Value.contains('%') &&
                 !Value.contains('\\') && !Value.contains('"') &&
                 !Value.contains('\'');
  std::string Defined = Word.contains('=') ? Value.str() : "1";
  if (!IsKnown ||
      Out.Defines.emplace(Name.str(), Defined).first->second != Defined)
    Out.Unknown.insert(Name.str());
}

/// \p Name is behind `-U`.
void undefine(HostBuild &Out, StringRef Name) {
  // What compilers define themselves was not known to be there before.
  Out.IsRead &= isName(Name) && !Name.starts_with("_");
  Out.Defines.erase(Name.str());
  Out.Unknown.erase(Name.str());
}

/// Options that are no -D, and macros of OpenCL that they decide.
constexpr std::pair<StringRef, StringRef> DefinedByOptions[] = {
    {"-cl-std", "__OPENCL_C_VERSION__"},
    {"-cl-fast-relaxed-math", "__FAST_RELAXED_MATH__"},
    {"-cl-finite-math-only", "__FINITE_MATH_ONLY__"},
    {"-cl-fast-relaxed-math", "__FINITE_MATH_ONLY__"},
    {"-cl-opt-disable", "__OPTIMIZE__"},
    {"-O", "__OPTIMIZE__"},
};

/// What is behind `-I` and its like in \p Word; nothing where that is none.
std::optional<StringRef> folderOf(StringRef Word) {
  for (StringRef Option : {"-isystem", "-iquote", "-idirafter", "-I"})
    if (Word.consume_front(Option))
      return Word;
  return std::nullopt;
}

/// `-DNAME=VALUE -D NAME -U NAME -I FOLDER` in the options of a build.
HostBuild buildOf(StringRef Options) {
  HostBuild Out;
  Out.IsRead = true;
  llvm::SmallVector<StringRef, 8> Words;
  for (StringRef Blanks = " \t\n\v\f\r";;) {
    Options = Options.ltrim(Blanks);
    if (Options.empty())
      break;
    Words.push_back(Options.take_front(Options.find_first_of(Blanks)));
    Options = Options.drop_front(Words.back().size());
  }
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    const StringRef Bare = Word.ltrim("\"'\\");
    const bool IsQuoted = Bare.size() != Word.size() &&
                          (Bare.starts_with("-D") || Bare.starts_with("-U"));
    Out.IsRead &= !IsQuoted && !Word.starts_with("%") &&
                  !Word.starts_with("@") && !Bare.starts_with("-X");
    if (std::optional<StringRef> Folder = folderOf(Bare)) {
      if (Folder->empty() && I + 1 < Words.size())
        Folder = Words[++I];
      Out.Folders.push_back(Folder->trim("\"'\\").str());
      continue;
    }
    Out.IsRead &= !Bare.starts_with("-i"); // -include, -imacros
    for (const auto &[Option, Macro] : DefinedByOptions)
      if (Bare.starts_with(Option))
        Out.Unknown.insert(Macro.str());
    const bool Defines = Word.consume_front("-D");
    if (!Defines && !Word.consume_front("-U"))
      continue;
    if (Word.empty() && I + 1 < Words.size())
      Word = Words[++I];
    Defines ? define(Out, Word) : undefine(Out, Word);
  }
  return Out;
}

/// The text that sprintf(buffer, "format", ...) makes, with % for numbers that
/// are not known; nothing where other text is not. \p Most: that of
/// snprintf(buffer, most, "format", ...), which may be cut off.
std::optional<std::string>
BuildReader::formatted(const HostCall &C, std::optional<int64_t> Most) const {
  const size_t First = Most ? 2 : 1;
  if (First >= C.Args.size() || C.Args[First].size() != 1 ||
      !T[C.Args[First].Begin].IsString)
    return std::nullopt;
  StringRef Format = cText(T[C.Args[First].Begin]);
  std::string Text;
  for (size_t Next = First + 1; !Format.empty(); ++Next) {
    Text += Format.take_until([](char Ch) { return Ch == '%'; });
    Format = Format.drop_until([](char Ch) { return Ch == '%'; });
    if (!Format.consume_front("%"))
      break;
    Format = Format.drop_while([](char Ch) { return Ch == 'l' || Ch == 'z'; });
    if (Format.empty() || !StringRef("diu").contains(Format[0]) ||
        Next >= C.Args.size())
      return std::nullopt;
    Format = Format.drop_front();
    std::optional<int64_t> V = Constants.value(C.Args[Next]);
    Text += V ? std::to_string(*V) : "%";
  }
  constexpr int64_t MostDigits = 20;
  const bool IsWhole =
      !Most ||
      int64_t(Text.size() + MostDigits * llvm::count(Text, '%')) < *Most;
  return IsWhole ? std::optional(Text) : std::nullopt;
}

/// Token \p At is what some sprintf, \p By, writes to: the text.
std::optional<std::string> BuildReader::printed(size_t At,
                                                TokenSpan &By) const {
  size_t Open = T.around(At);
  StringRef Callee = T.word(Open - 1);
  bool IsFirst =
      T.word(Open) == "(" && At == Open + 1 && (T.word(At + 1) == ",");
  if (!IsFirst || (Callee != "sprintf" && Callee != "snprintf"))
    return std::nullopt;
  By = {Open - 1, T.behind(Open)};
  HostCall C = *T.call(Open - 1);
  if (Callee == "sprintf")
    return formatted(C, std::nullopt);
  std::optional<int64_t> Most =
      C.Args.size() > 2 ? bytes(C.Args[1], At) : std::nullopt;
  return Most ? formatted(C, Most) : std::nullopt;
}

/// What \p S says, the number of bytes of the array that token \p Buffer names.
std::optional<int64_t> BuildReader::bytes(TokenSpan S, size_t Buffer) const {
  if (T.word(S.Begin) != "sizeof")
    return Constants.value(S);
  const std::string &Name = T[Buffer].Text;
  const bool IsOfBuffer = S.size() == 2   ? T[S.Begin + 1].Text == Name
                          : S.size() == 4 ? T[S.Begin + 2].Text == Name
                                          : false;
  if (!IsOfBuffer)
    return std::nullopt;
  const HostFunction *In = M.around(Buffer);
  for (size_t I : M.all(Name)) // variable() knows that there is only one.
    if (In && In->contains(I) && T.word(I - 1) == "char" &&
        T.word(I + 1) == "[")
      return Constants.value({I + 2, T.behind(I + 1) - 1});
  return std::nullopt;
}

/// Token \p At is the name of C++'s own string.
bool BuildReader::isString(size_t At) const {
  if (T.word(At) != "string")
    return false;
  if (T.word(At - 1) == "::")
    return T.word(At - 2) == "std";
  // The text may have one of its own.
  return !M.isHidden("string", 0, F.Text.size()) &&
         llvm::none_of(M.all("string"), [&](size_t I) {
           StringRef Before = T.word(I - 1), Next = T.word(I + 1);
           bool IsOther = Before == "::" && T.word(I - 2) != "std";
           return IsOther || Before == "struct" || Before == "class" ||
                  Before == "union" || Next == "=" || Next == ";";
         });
}

/// The tokens from \p Begin to the end of the statement.
TokenSpan BuildReader::valueFrom(size_t Begin) const {
  size_t End = Begin;
  while (End < T.size() && T.word(End) != ";") {
    StringRef Word = T.word(End);
    bool Opens = Word == "(" || Word == "[" || Word == "{";
    End = Opens && T.behind(End) > End ? T.behind(End) : End + 1;
  }
  return {Begin, End};
}

/// The text of strings and numbers that are put together, as in
/// `"-DN=" + std::to_string(n)`; with % as formatted() has it.
std::optional<std::string> BuildReader::joined(TokenSpan S) const {
  std::string Text;
  for (size_t I = S.Begin; I < S.End;) {
    size_t End = I + 1;
    if (T[I].IsString) {
      Text += cText(T[I]);
    } else {
      bool IsStandard = T.word(I) == "std" && T.word(I + 1) == "::";
      I += IsStandard ? 2 : 0;
      bool IsNumber = IsStandard && T.word(I) == "to_string";
      std::optional<HostCall> C = T.call(I);
      if (!C || C->Args.size() != 1 || (!IsNumber && !isString(I)))
        return std::nullopt;
      std::optional<int64_t> V;
      if (IsNumber)
        V = Constants.value(C->Args[0]);
      std::optional<std::string> Part =
          IsNumber ? V ? std::to_string(*V) : "%" : joined(C->Args[0]);
      if (!Part)
        return std::nullopt;
      Text += *Part;
      End = C->End;
    }
    bool IsLast = End == S.End;
    if (!IsLast && (End > S.End || T.word(End) != "+" || End + 1 == S.End))
      return std::nullopt;
    I = End + !IsLast;
  }
  return S.size() ? std::optional(Text) : std::nullopt;
}

/// Token \p At begins a statement that is run whenever the one that declares
/// what token \p Declared names is.
bool BuildReader::alwaysRuns(size_t At, size_t Declared) const {
  const HostFunction *In = M.around(At);
  auto IsHere = [&](size_t Jump) { return !In || In->contains(Jump); };
  return T.around(At) == T.around(Declared) && M.beginOfStatement(At) == At &&
         llvm::none_of(M.all("goto"), IsHere);
}

/// What `s += "-DM";` adds at token \p At, to what is declared at \p Declared.
std::optional<std::string> BuildReader::added(size_t At,
                                              size_t Declared) const {
  if (T.word(At + 1) != "+=" || !alwaysRuns(At, Declared))
    return std::nullopt;
  return joined(valueFrom(At + 2));
}

/// The text of the local variable that token \p At names.
std::optional<std::string> BuildReader::variable(size_t At) const {
  const HostFunction *In = M.around(At);
  std::optional<std::string> Text;
  bool IsDeclared = false, IsObject = false;
  size_t Declared = 0;
  for (size_t I : M.all(T[At].Text)) {
    if (!In || I < In->Head.Begin || I >= In->Body.End)
      continue;
    StringRef Before = T.word(I - 1), Next = T.word(I + 1);
    bool IsText = Before == "char" || isString(I - 1) ||
                  (Before == "*" && T.word(I - 2) == "char");
    size_t Behind = Next == "[" ? T.behind(I + 1) : I + 1;
    TokenSpan By;
    std::optional<std::string> Printed = printed(I, By);
    if (IsText && !IsDeclared && I >= In->Body.Begin &&
        M.beginOfStatement(I) + 4 >= I) {
      IsDeclared = true;
      Declared = I;
      // What is added to a static one, the next call adds again.
      bool IsStatic = false;
      for (size_t W = M.beginOfStatement(I); W < I; ++W)
        IsStatic |= T.word(W) == "static" || T.word(W) == "thread_local";
      IsObject = F.IsCpp && Before == "string" && !IsStatic;
      bool IsSet = T.word(Behind) == "=";
      TokenSpan Value = valueFrom(Behind + 1);
      if (IsSet && (IsObject || Value.size() == 1))
        Text = joined(Value);
      else if (IsObject && T.word(Behind) == ";")
        Text = "";
      if (IsSet ? !Text : T.word(Behind) != ";")
        return std::nullopt;
    } else if (std::optional<std::string> More = IsObject && Text && I < At
                                                     ? added(I, Declared)
                                                     : std::nullopt) {
      *Text += *More;
    } else if (Printed && !Text && By.End <= At && IsDeclared &&
               alwaysRuns(By.Begin, Declared)) {
      Text = Printed;
    } else if (I != At && Before != "sizeof" && T.word(I - 2) != "sizeof") {
      return std::nullopt;
    }
  }
  size_t Last = In ? In->Body.End - 1 : 0;
  bool IsHidden =
      !In || M.isHidden(T[At].Text, T[In->Head.Begin].Begin, T[Last].End);
  return IsDeclared && !IsHidden ? Text : std::nullopt;
}

std::optional<std::string> BuildReader::options(TokenSpan S) const {
  if (!T.Odd.empty())
    return std::nullopt;
  bool IsMethod =
      F.IsCpp && S.size() > 4 && T.word(S.End - 4) == "." &&
      (T.word(S.End - 3) == "c_str" || T.word(S.End - 3) == "data") &&
      T.word(S.End - 2) == "(";
  if (IsMethod)
    S.End -= 4;
  if (IsMethod && T.word(S.Begin) == "(" && T.behind(S.Begin) == S.End)
    S = {S.Begin + 1, S.End - 1};
  if (S.size() > 1 && F.IsCpp)
    return joined(S);
  if (S.size() != 1)
    return std::nullopt;
  const HostToken &Token = T[S.Begin];
  if (Token.IsString)
    return cText(Token).str();
  if (Token.Text == "NULL" || Token.Text == "0" || Token.Text == "nullptr")
    return "";
  if (auto Macro = T.Macros.find(Token.Text); Macro != T.Macros.end()) {
    HostTokens Body(Macro->second);
    return Body.size() == 1 && Body[0].IsString
               ? std::optional(cText(Body[0]).str())
               : std::nullopt;
  }
  return Token.IsName ? variable(S.Begin) : std::nullopt;
}

bool BuildReader::isBuild(size_t At) const {
  StringRef Name = T.word(At), Before = T.word(At - 1);
  if (Name == "clBuildProgram" || Name == "clCompileProgram")
    return true;
  if (!F.IsCpp || (Name != "build" && Name != "compile") || !T.call(At))
    return false;
  static constexpr StringRef InClass[] = {";", "{", "}", "(", "=",     ",",
                                          "!", "&", "|", ":", "return"};
  return Before == "." || Before == "->" ||
         (Before == "::" && T.word(At - 2) == "Program") ||
         (derivesFromProgram() && llvm::is_contained(InClass, Before));
}

/// `class C : cl::Program`, whose functions name its functions alone.
bool BuildReader::derivesFromProgram() const {
  return llvm::any_of(M.all("Program"), [&](size_t I) {
    while (T.word(I - 1) == "::" || T.word(I - 1) == "cl")
      --I;
    static constexpr StringRef Behind[] = {":", "public", "protected",
                                           "private", "virtual"};
    return llvm::is_contained(Behind, T.word(I - 1));
  });
}

/// Some text has directives in it, as those have that are put in front of a
/// source.
bool BuildReader::hasDirectives() const {
  return llvm::any_of(llvm::seq<size_t>(0, T.size()), [&](size_t I) {
    return T[I].IsString && mayHoldDirective(T[I].Text);
  });
}

/// The variable that token \p At names is no text: devices, as far as any
/// declaration of that name tells.
bool BuildReader::areDevices(size_t At) const {
  bool IsAny = false;
  for (size_t I : M.all(T[At].Text)) {
    size_t Type = I - 1;
    while (T.word(Type) == "&" || T.word(Type) == "const")
      --Type;
    if (T.word(Type) == "char" || T.word(Type) == "*" || isString(Type) ||
        T.word(Type) == "auto")
      return false;
    IsAny |= T.word(Type) == ">" || T.word(Type) == "Device";
  }
  return IsAny;
}

/// The options of the build that token \p At names; empty where they are not
/// known.
TokenSpan BuildReader::optionsOf(size_t At, const HostCall &C) const {
  if (T.word(At).starts_with("cl"))
    return F.Reach.isCall(At) && C.Args.size() > 3 ? C.Args[3] : TokenSpan{};
  for (TokenSpan A : C.Args)
    if (options(A))
      return A;
  return {};
}

std::vector<HostBuild> BuildReader::run() {
  std::vector<HostBuild> Out;
  for (size_t I = 0; I < T.size(); ++I) {
    if (!T.isName(I) || !isBuild(I))
      continue;
    std::optional<HostCall> C = T.call(I);
    TokenSpan S = C ? optionsOf(I, *C) : TokenSpan{};
    std::optional<std::string> Text = options(S);
    llvm::ArrayRef<HostOutcome> Seen = F.Followed.call(T[I].Begin);
    if (!Text && !Seen.empty() && F.Reach.isCall(I)) {
      for (const HostOutcome &O : Seen)
        Out.push_back(O.Options ? buildOf(*O.Options) : HostBuild());
      continue;
    }
    // Headers that it gives are not those on the disk.
    if (T.word(I) == "clCompileProgram" && C && C->Args.size() > 4 &&
        T.text(C->Args[4]) != "0")
      Out.emplace_back().Folders = {"%"};
    bool IsPlain =
        C && !T.word(I).starts_with("cl") && !Text && C->Args.size() <= 1 &&
        C->Args.front().size() <= 1 &&
        (C->Args.front().size() == 0 || areDevices(C->Args.front().Begin));
    Out.push_back(Text || IsPlain ? buildOf(Text.value_or("")) : HostBuild());
  }
  auto IsHidden = [&](StringRef Name) {
    auto IsText = [&](size_t I) { return T[I].IsString && T[I].Text == Name; };
    return M.isHidden(Name, 0, F.Text.size()) ||
           llvm::any_of(llvm::seq<size_t>(0, T.size()), IsText);
  };
  if (IsHidden("clBuildProgram") || IsHidden("clCompileProgram") ||
      hasDirectives())
    Out.emplace_back();
  for (HostBuild &B : Out) {
    B.IsJoined = mayJoinSources(T);
    B.Host = F.Path;
  }
  return Out;
}

} // namespace

std::vector<HostBuild> bankfix::hostBuilds(const HostFile &F) {
  return BuildReader(F).run();
}

/// Of token \p At; 1 for one of a header.
static unsigned lineOf(const HostFile &F, size_t At) {
  const size_t Byte = F.T[At].Begin;
  return Byte < F.Start
             ? 1
             : StringRef(F.Text).slice(F.Start, Byte).count('\n') + 1;
}

void bankfix::addTextChanges(llvm::ArrayRef<const HostFile *> Files,
                             std::vector<HostBuild> &Builds) {
  std::vector<const HostConstants *> All;
  for (const HostFile *F : Files)
    All.push_back(&F->Constants);
  const LoadedText Loaded = loadedText(All);
  SourceEdits Edits;
  for (const HostFile *F : Files)
    if (!Loaded.IsSeen) {
      SourceEdits More = sourceEdits(F->T);
      Edits.Any.merge(More.Any);
      Edits.Sought.merge(More.Sought);
    }
  for (HostBuild &B : Builds) {
    if (Loaded.Changed) {
      const HostFile &In = *Files[Loaded.Changed->first];
      B.Host = In.Path;
      B.ChangedAt = lineOf(In, Loaded.Changed->second);
    }
    B.MostBytes = Loaded.Most;
    B.Replaced = Edits.Any;
    B.Sought = Edits.Sought;
  }
}

std::vector<std::string>
bankfix::commonDefines(llvm::ArrayRef<HostBuild> Builds) {
  std::map<std::string, std::string> All;
  std::set<std::string> Open;
  for (const HostBuild &B : Builds) {
    Open.insert(B.Unknown.begin(), B.Unknown.end());
    for (const auto &[Name, Value] : B.Defines)
      if (All.emplace(Name, Value).first->second != Value)
        Open.insert(Name);
  }
  std::vector<std::string> Out;
  for (const auto &[Name, Value] : All)
    if (!Open.count(Name))
      Out.push_back(Name + "=" + Value);
  return Out;
}
