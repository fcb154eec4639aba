//===- ClangFlags.cpp - What Clang's flags say of a source ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClangFlags.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;
using llvm::StringRef;
namespace options = clang::options;

std::string bankfix::absoluteIn(StringRef Folder, StringRef Path) {
  llvm::SmallString<256> Out(Path);
  if (!Folder.empty() && !llvm::sys::path::is_absolute(Path)) {
    Out = Folder;
    llvm::sys::path::append(Out, Path);
  }
  llvm::sys::path::remove_dots(Out, /*remove_dot_dot=*/true);
  return Out.str().str();
}

/// The value is a folder or file, so that it depends on where it is said.
static bool namesFile(const llvm::opt::Option &O) {
  return O.matches(options::OPT_I) || O.matches(options::OPT_isystem) ||
         O.matches(options::OPT_iquote) || O.matches(options::OPT_idirafter) ||
         O.matches(options::OPT_include) || O.matches(options::OPT_imacros);
}

/// It says how the text is read.
static bool isOfText(const llvm::opt::Option &O) {
  return namesFile(O) || O.matches(options::OPT_D) ||
         O.matches(options::OPT_U) || O.matches(options::OPT_std_EQ) ||
         O.matches(options::OPT_cl_std_EQ) ||
         O.matches(options::OPT_fms_extensions) ||
         O.matches(options::OPT_funsigned_char) ||
         O.matches(options::OPT_fsigned_char) ||
         O.matches(options::OPT_fshort_enums) ||
         O.matches(options::OPT_fno_exceptions) ||
         O.matches(options::OPT_fno_rtti);
}

bool bankfix::isClangFlag(StringRef Argument) {
  const std::string Name = Argument.split('=').first.str();
  // A value, for flags that take one.
  const char *Raw[] = {Name.c_str(), "0"};
  unsigned MissingIndex = 0, MissingCount = 0;
  llvm::opt::InputArgList Args = clang::getDriverOptTable().ParseArgs(
      Raw, MissingIndex, MissingCount,
      llvm::opt::Visibility(options::ClangOption));
  const llvm::opt::Arg *First = *Args.begin();
  return First->getOption().isValid() &&
         !First->getOption().matches(options::OPT_UNKNOWN) &&
         StringRef(First->getSpelling()).split('=').first == Name;
}

/// \p Arguments as Clang's driver has them. \p Raw keeps what they are made of.
static llvm::opt::InputArgList parsed(llvm::ArrayRef<std::string> Arguments,
                                      std::vector<const char *> &Raw) {
  for (const std::string &A : Arguments)
    Raw.push_back(A.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  return clang::getDriverOptTable().ParseArgs(
      Raw, MissingIndex, MissingCount,
      llvm::opt::Visibility(options::ClangOption));
}

/// Takes what says for which GPU, or in which language, a source is.
static bool takeTarget(const llvm::opt::Arg &A, CompileFlags &Out) {
  const llvm::opt::Option &O = A.getOption();
  if (O.matches(options::OPT_x)) {
    Out.Language = A.getValue();
    return true;
  }
  if (!O.matches(options::OPT_offload_arch_EQ))
    return false;
  for (StringRef Name : A.getValues()) {
    Name = Name.split(':').first;
    if (Name == "native")
      Out.IsNative = true;
    else if (!llvm::is_contained(Out.Targets, Name))
      Out.Targets.push_back(Name.str());
  }
  return true;
}

void bankfix::addAllClangFlags(llvm::ArrayRef<std::string> Arguments,
                               CompileFlags &Out) {
  std::vector<const char *> Raw;
  llvm::opt::InputArgList Args = parsed(Arguments, Raw);
  std::vector<bool> IsTaken(Arguments.size());
  for (const llvm::opt::Arg *A : Args)
    if (takeTarget(*A, Out)) {
      const unsigned I = A->getIndex();
      IsTaken[I] = true;
      if (I + 1 < Raw.size() && A->getNumValues() == 1 &&
          A->getValue() == Raw[I + 1])
        IsTaken[I + 1] = true;
    }
  for (auto [A, IsGone] : llvm::zip_equal(Arguments, IsTaken))
    if (!IsGone)
      Out.Clang.push_back(A);
}

void bankfix::addClangFlags(llvm::ArrayRef<std::string> Arguments,
                            StringRef Folder, CompileFlags &Out) {
  std::vector<const char *> Raw;
  llvm::opt::InputArgList Args = parsed(Arguments, Raw);
  for (const llvm::opt::Arg *A : Args) {
    const llvm::opt::Option &O = A->getOption();
    if (takeTarget(*A, Out))
      continue;
    if (O.matches(options::OPT_fgpu_rdc)) {
      Out.Clang.push_back(Relocatable.str());
      continue;
    }
    if (!isOfText(O))
      continue;
    llvm::opt::ArgStringList Rendered;
    A->render(Args, Rendered);
    if (namesFile(O) && A->getNumValues() == 1 &&
        // A header that is included may be one of -I's.
        (!(O.matches(options::OPT_include) ||
           O.matches(options::OPT_imacros)) ||
         llvm::sys::fs::exists(absoluteIn(Folder, A->getValue())))) {
      Out.Clang.push_back(O.getPrefixedName().str());
      Out.Clang.push_back(absoluteIn(Folder, A->getValue()));
      if (O.matches(options::OPT_I)) { // In one, as people write it.
        std::string Value = std::move(Out.Clang.back());
        Out.Clang.pop_back();
        Out.Clang.back() += Value;
      }
      continue;
    }
    if (O.matches(options::OPT_D) || O.matches(options::OPT_U))
      Out.Clang.push_back(O.getPrefixedName().str() + A->getValue());
    else
      Out.Clang.insert(Out.Clang.end(), Rendered.begin(), Rendered.end());
  }
}
