//===- FollowHost.cpp - What Clang makes of an OpenCL host ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/FollowHost.h"
#include "Ast/Functions.h"
#include "Ast/InvalidDecls.h"
#include "Ast/Types.h"
#include "Ast/VariableFacts.h"
#include "Host/DoubtfulDecls.h"
#include "Host/FreshQueries.h"
#include "Host/HostRun.h"
#include "Host/HostVariants.h"
#include "Host/LaunchGraph.h"
#include "Host/PassedKernels.h"
#include "Read/HostInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace bankfix;

namespace {

/// More outcomes of one call are not told apart.
constexpr unsigned MaxOutcomes = 16;

/// Collects what calls are for.
class CallCollector {
public:
  CallCollector(const LoweredUnit &U, const OpenCLTexts &Texts,
                FollowedHost &Out)
      : U(U), Texts(Texts), Out(Out) {}
  void add(const FollowedCall &C);

private:
  using Value = std::optional<int64_t>;
  Value value(const FollowedCall &C, unsigned Arg, HostChoices &Choices) const;
  bool isForNone(const FollowedCall &C, HostChoices &Choices) const;
  HostOutcome outcome(const FollowedCall &C, HostChoices &Choices);
  void argument(const FollowedCall &C, HostChoices &Choices, HostOutcome &O);
  void launch(const FollowedCall &C, HostChoices &Choices, HostOutcome &O);
  void create(const FollowedCall &C, HostChoices &Choices, HostOutcome &O);
  void build(const FollowedCall &C, HostChoices &Choices, HostOutcome &O);

  const LoweredUnit &U;
  const OpenCLTexts &Texts;
  FollowedHost &Out;
};

/// The byte of the text where the name of \p Call's function is; nothing where
/// a macro's body has it.
std::optional<size_t> nameOf(const LoweredUnit &U,
                             const clang::CallExpr *Call) {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  clang::SourceLocation L = SM.getFileLoc(Callee->getBeginLoc());
  llvm::StringRef Name = Call->getDirectCallee()->getName();
  if (!SM.isInMainFile(L))
    return std::nullopt;
  size_t At = SM.getFileOffset(L);
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  return Text.substr(At).starts_with(Name) ? std::optional(At) : std::nullopt;
}

std::optional<int64_t> CallCollector::value(const FollowedCall &C, unsigned Arg,
                                            HostChoices &Choices) const {
  const Expr *E = Arg < C.Args.size() ? C.Args[Arg] : nullptr;
  return E ? C.State.evaluate(E, &Choices) : std::nullopt;
}

/// \p C is for no kernel, as one may not have been made.
bool CallCollector::isForNone(const FollowedCall &C,
                              HostChoices &Choices) const {
  llvm::StringRef Name = C.Call->getDirectCallee()->getName();
  const bool IsLaunch = Name.starts_with("clEnqueue");
  return (IsLaunch || Name == "clSetKernelArg") &&
         value(C, IsLaunch ? 1 : 0, Choices) == 0;
}

void CallCollector::argument(const FollowedCall &C, HostChoices &Choices,
                             HostOutcome &O) {
  if (const std::string *Kernel = Texts.text(value(C, 0, Choices)))
    O.Kernel = *Kernel;
  O.Index = value(C, 1, Choices);
  O.Bytes = value(C, 2, Choices);
  Value Pointer = value(C, 3, Choices);
  if (Pointer == 0)
    O.Pointer = HostPointer::Null;
  else if (Pointer == OpenCLTexts::Address)
    O.Pointer = HostPointer::Address;
  const Expr *At = C.Pointees.size() > 3 ? C.Pointees[3][0] : nullptr;
  Value N = At ? C.State.evaluate(At, &Choices) : std::nullopt;
  auto *Of = llvm::dyn_cast<clang::UnaryOperator>(
      C.Call->getArg(3)->IgnoreParenCasts());
  clang::QualType T = Of ? Of->getSubExpr()->getType() : clang::QualType();
  std::optional<IntType> Type =
      !T.isNull() && isPortable(T) ? integerType(U.Context, T) : std::nullopt;
  if (N && Type && O.Bytes == int64_t(Type->Bits) / 8)
    O.Value = HostValue{*N, unsigned(Type->Bits) / 8};
}

void CallCollector::launch(const FollowedCall &C, HostChoices &Choices,
                           HostOutcome &O) {
  if (const std::string *Kernel = Texts.text(value(C, 1, Choices)))
    O.Kernel = *Kernel;
  bool IsTask = C.Args.size() == 5;
  Value Dimensions = IsTask ? 0 : value(C, 2, Choices);
  if (!Dimensions || *Dimensions < !IsTask || *Dimensions > 3)
    return;
  std::array<unsigned, 3> Block = {1, 1, 1};
  for (int64_t I = 0; I < *Dimensions; ++I) {
    const Expr *E = C.Pointees[5][I];
    Value N = E ? C.State.evaluate(E, &Choices) : std::nullopt;
    if (!N || *N < 1 || *N > 1024)
      return;
    Block[I] = unsigned(*N);
  }
  O.Block = Block;
  O.IsGuess = Choices.haveGuessed();
}

void CallCollector::create(const FollowedCall &C, HostChoices &Choices,
                           HostOutcome &O) {
  const std::string *Name = Texts.text(value(C, 1, Choices));
  if (Name && !llvm::StringRef(*Name).contains(OpenCLTexts::Unknown))
    O.Kernel = *Name;
}

void CallCollector::build(const FollowedCall &C, HostChoices &Choices,
                          HostOutcome &O) {
  Value Options = value(C, 3, Choices);
  if (const std::string *Text = Texts.text(Options)) {
    O.Options = *Text;
    std::replace(O.Options->begin(), O.Options->end(), OpenCLTexts::Unknown,
                 '%');
  } else if (Options == 0) {
    O.Options = "";
  }
}

HostOutcome CallCollector::outcome(const FollowedCall &C,
                                   HostChoices &Choices) {
  llvm::StringRef Name = C.Call->getDirectCallee()->getName();
  HostOutcome O;
  if (Name == "clSetKernelArg")
    argument(C, Choices, O);
  else if (Name.starts_with("clEnqueue"))
    launch(C, Choices, O);
  else if (Name == "clCreateKernel")
    create(C, Choices, O);
  else
    build(C, Choices, O);
  return O;
}

void CallCollector::add(const FollowedCall &C) {
  std::optional<size_t> At = nameOf(U, C.Call);
  if (!At)
    return;
  std::vector<HostOutcome> &All = Out.Calls[*At];
  HostChoices Choices(C.Guesses);
  for (unsigned Count = 0;; ++Count) {
    if (Count == MaxOutcomes) {
      All.emplace_back();
      return;
    }
    if (!isForNone(C, Choices))
      if (HostOutcome O = outcome(C, Choices); !llvm::is_contained(All, O))
        All.push_back(std::move(O));
    if (!Choices.next())
      return;
  }
}

/// Keeps errors: where one is, Clang may have dropped a statement.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(ParsedFile &Out) : Out(Out) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override {
    clang::DiagnosticConsumer::HandleDiagnostic(Level, D);
    if (Level < clang::DiagnosticsEngine::Error || !D.hasSourceManager() ||
        D.getLocation().isInvalid())
      return;
    FileDiagnostic F;
    llvm::SmallString<128> Text;
    D.FormatDiagnostic(Text);
    F.Message = Text.str().str();
    const clang::SourceManager &SM = D.getSourceManager();
    clang::SourceLocation L = SM.getExpansionLoc(D.getLocation());
    F.Place.Line = SM.getExpansionLineNumber(L);
    F.Place.Column = SM.getExpansionColumnNumber(L);
    if (!SM.isInMainFile(L))
      F.Place.File = SM.getFilename(L).str();
    Out.Diagnostics.push_back(std::move(F));
  }

private:
  ParsedFile &Out;
};

/// Calls \p Visit for the variables of \p F that a statement may change which
/// Clang dropped for an error: those that it names, and those that macros do.
void forEachDropped(const LoweredUnit &U, const clang::FunctionDecl *F,
                    llvm::function_ref<void(const clang::VarDecl *)> Visit) {
  InvalidDecls(U).forEachLostVariable(F, Visit);
  const clang::SourceManager &SM = U.Source.manager();
  unsigned First = SM.getExpansionLineNumber(F->getBeginLoc()),
           Last = SM.getExpansionLineNumber(F->getEndLoc());
  if (llvm::none_of(U.Read.Diagnostics, [&](const FileDiagnostic &D) {
        return First <= D.Place.Line && D.Place.Line <= Last;
      }))
    return;
  std::set<std::string> Words;
  for (const auto &[Name, Body] : U.Preprocessed.Macros)
    Words.insert(Body.begin(), Body.end());
  // `lib::call(n);` is declared as an `n` where there is no such name.
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
            V && V->isInvalidDecl() && V->getIdentifier())
          Words.insert(V->getName().str());
    return true;
  });
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
    if (V && V->getIdentifier() && Words.count(V->getName().str()))
      Visit(V);
    return true;
  });
}

/// The steps that need the AST.
class HostConsumer : public clang::ASTConsumer {
public:
  HostConsumer(const PreprocessorRecord &Record, const HostTokens &T,
               size_t Start, ParsedFile &File, FollowedHost &Out)
      : Record(Record), T(T), Start(Start), File(File), Out(Out) {}
  void HandleTranslationUnit(clang::ASTContext &Context) override;

private:
  void dropDoubtful(const LoweredUnit &U, const DoubtfulDecls &Decls);
  void openHeaders(const LoweredUnit &U, LaunchGraph &Graph) const;

  const PreprocessorRecord &Record;
  const HostTokens &T;
  size_t Start;
  ParsedFile &File;
  FollowedHost &Out;
};

/// What a header declares may be called by other sources.
void HostConsumer::openHeaders(const LoweredUnit &U,
                               LaunchGraph &Graph) const {
  for (const clang::FunctionDecl *F : Graph.Functions)
    for (const clang::FunctionDecl *D : F->redecls())
      if (U.Source.offset(D->getLocation()) < Start)
        Graph.Named.insert(F);
}

/// Nothing is said of calls in functions that flags may change.
void HostConsumer::dropDoubtful(const LoweredUnit &U,
                                const DoubtfulDecls &Decls) {
  for (const clang::FunctionDecl *F : Decls.functions()) {
    auto [Begin, End] = rangeOf(U.Source, F->getSourceRange());
    std::erase_if(Out.Calls, [&](const auto &Call) {
      return Begin <= Call.first && Call.first < End;
    });
  }
}

void HostConsumer::HandleTranslationUnit(clang::ASTContext &Context) {
  ExprPool Pool;
  LoweredUnit U(Context, Record, Pool, File);
  DoubtfulDecls Decls(U, HostDoubts(T));
  FollowedHost &Into = Out;
  OpenCLTexts *All = nullptr;
  OpenCLTexts Texts([&](const FollowedCall &C) {
    CallCollector(U, *All, Into).add(C);
  });
  All = &Texts;
  Texts.Makers = kernelMakers(T);
  for (const clang::FunctionDecl *F : Decls.functions())
    Texts.Clobbered.insert(F->getCanonicalDecl());
  for (const clang::VarDecl *V : Decls.variables())
    Texts.Clobbered.insert(V->getCanonicalDecl());
  auto Hold = [&](const clang::VarDecl *V) {
    Texts.Clobbered.insert(V->getCanonicalDecl());
  };
  forEachFunction(
      U, [&](const clang::FunctionDecl *F) { forEachDropped(U, F, Hold); });
  LaunchGraph Graph(U);
  openHeaders(U, Graph);
  HostRun Run(U, Graph.Launching, Texts);
  followLaunches(U, Graph, Run);
  if (Run.exhausted())
    Out.Calls.clear();
  auto AddTo = [&](std::set<size_t> &Places) {
    return [&](clang::SourceLocation L) {
      if (U.Source.manager().isInMainFile(L))
        Places.insert(U.Source.manager().getFileOffset(L));
    };
  };
  forEachPassedKernel(U, Decls, AddTo(Out.Passed));
  forEachFreshQuery(U, Decls, AddTo(Out.FreshQueries));
  findSeenNames(U, Out.Names);
  dropDoubtful(U, Decls);
}

class HostAction : public clang::ASTFrontendAction {
public:
  HostAction(const HostTokens &T, size_t Start, ParsedFile &File,
             FollowedHost &Out)
      : T(T), Start(Start), File(File), Out(Out) {}

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    clang::Preprocessor &PP = CI.getPreprocessor();
    PP.SetSuppressIncludeNotFoundError(true);
    PP.addPPCallbacks(recordPreprocessing(PP, Record));
    return std::make_unique<HostConsumer>(Record, T, Start, File, Out);
  }

private:
  const HostTokens &T;
  size_t Start;
  ParsedFile &File;
  PreprocessorRecord Record;
  FollowedHost &Out;
};

/// How wide `long` is differs, and whether it is what OpenCL calls `cl_long`.
FollowedHost followWith(llvm::StringRef Int64, llvm::StringRef Text,
                        size_t Start, bool IsCpp, const HostTokens &T) {
  FollowedHost Out;
  // No file of the machine is beside it: its headers are in the text.
  const std::string Path =
      std::string("/bankfix-host/host") + (IsCpp ? ".cpp" : ".c");
  ParsedFile File;
  ErrorCollector Errors(File);
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Files = fileSystemWithHeaders(Memory);
  Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  auto Invocation = openCLHostInvocationFor(Path, Files, Errors);
  if (!Invocation)
    return Out;
  Invocation->getPreprocessorOpts().addMacroDef("BANKFIX_INT64=" + Int64.str());
  clang::CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics(&Errors, /*ShouldOwnClient=*/false);
  CI.createFileManager();
  HostAction Action(T, Start, File, Out);
  CI.ExecuteAction(Action);
  return Out;
}

/// What both say.
FollowedHost common(FollowedHost A, const FollowedHost &B) {
  std::erase_if(A.Calls, [&](const auto &Call) {
    auto It = B.Calls.find(Call.first);
    return It == B.Calls.end() || It->second != Call.second;
  });
  auto Keep = [](std::set<size_t> &In, const std::set<size_t> &Also) {
    std::erase_if(In, [&](size_t At) { return !Also.count(At); });
  };
  Keep(A.Passed, B.Passed);
  Keep(A.FreshQueries, B.FreshQueries);
  A.Names.merge(B.Names);
  return A;
}

/// With both meanings of 64 bits.
FollowedHost followVariant(llvm::StringRef Text, size_t Start, bool IsCpp,
                           const HostTokens &T) {
  FollowedHost Out = followWith("long long", Text, Start, IsCpp, T);
  // What tells them apart has to name one of them.
  if (!Text.contains("long"))
    return Out;
  return common(std::move(Out), followWith("long", Text, Start, IsCpp, T));
}

/// What calls may be for in some variant. Where one has a call that was not
/// followed in it, nothing is said of it; so with what is true of a call.
class VariantUnion {
public:
  void add(std::string Text, FollowedHost Found) {
    for (const auto &[At, Outcomes] : Found.Calls)
      for (const HostOutcome &O : Outcomes)
        if (std::vector<HostOutcome> &Into = Out.Calls[At];
            !llvm::is_contained(Into, O))
          Into.push_back(O);
    Out.Passed.insert(Found.Passed.begin(), Found.Passed.end());
    Out.FreshQueries.insert(Found.FreshQueries.begin(),
                            Found.FreshQueries.end());
    Out.Names.merge(Found.Names);
    All.emplace_back(std::move(Text), std::move(Found));
  }

  FollowedHost take() {
    std::erase_if(Out.Calls, [&](const auto &Call) {
      return isOpen(Call.first, [&](const FollowedHost &F) {
        return F.Calls.count(Call.first) != 0;
      });
    });
    auto Drop = [&](std::set<size_t> FollowedHost::*Which) {
      std::erase_if(Out.*Which, [&](size_t At) {
        return isOpen(At, [&](const FollowedHost &F) {
          return (F.*Which).count(At) != 0;
        });
      });
    };
    Drop(&FollowedHost::Passed);
    Drop(&FollowedHost::FreshQueries);
    return std::move(Out);
  }

private:
  /// Some variant has the text at \p At, where a name begins, and not this.
  bool isOpen(size_t At,
              llvm::function_ref<bool(const FollowedHost &)> IsSaid) const {
    return llvm::any_of(All, [&](const auto &Variant) {
      return Variant.first[At] != ' ' && !IsSaid(Variant.second);
    });
  }

  FollowedHost Out;
  std::vector<std::pair<std::string, FollowedHost>> All;
};

} // namespace

FollowedHost bankfix::followHost(llvm::StringRef Text, size_t Start, bool IsCpp,
                                 const HostTokens &T) {
  bool CallsOpenCL =
      Text.contains("clSetKernelArg") || Text.contains("clEnqueue") ||
      Text.contains("clBuildProgram") || Text.contains("clCompileProgram") ||
      Text.contains("enqueueNDRangeKernel") || Text.contains("setArg") ||
      Text.contains("clCreateKernel");
  if (!CallsOpenCL || !T.Odd.empty())
    return {};
  FollowedHost Whatever = followVariant(Text, Start, IsCpp, T);
  std::vector<std::string> Variants = hostVariants(Text, Start);
  if (Variants.size() == 1)
    return Whatever;
  VariantUnion Union;
  for (std::string &Variant : Variants) {
    FollowedHost Found =
        followVariant(Variant, Start, IsCpp, HostTokens(Variant, Start));
    Union.add(std::move(Variant), std::move(Found));
  }
  // What no flags change holds where a variant is not understood, too.
  FollowedHost Out = Union.take();
  Out.Calls.merge(Whatever.Calls);
  Out.Passed.merge(Whatever.Passed);
  Out.FreshQueries.merge(Whatever.FreshQueries);
  Out.Names.merge(std::move(Whatever.Names));
  return Out;
}
