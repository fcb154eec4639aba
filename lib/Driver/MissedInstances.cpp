//===- MissedInstances.cpp - Templates that builds may use ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissedInstances.h"
#include "FileOptions.h"
#include "Files.h"
#include "bankfix/Frontend/NamedFunctions.h"
#include "bankfix/Kernel/Words.h"
#include "bankfix/Project/Directives.h"
#include "bankfix/Project/IncludeGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

/// The names by which code may get to templates that change.
class ReachingNames {
public:
  ReachingNames(const ParsedFile &Before, const ParsedFile &After);
  /// Adds what names one of these: functions, templates and macros.
  void close(StringRef Text);

  /// Some template beside those that change names one, and has no instance
  /// here; or null.
  const DeclFingerprint *unproved(const ParsedFile &Proved) const;

  std::set<std::string> All;

private:
  bool isNamedIn(StringRef Text) const {
    return llvm::any_of(
        All, [&](const std::string &Name) { return hasWord(Text, Name); });
  }
  /// True if it is new.
  bool add(StringRef Name);

  const ParsedFile &Before;
  std::set<const DeclFingerprint *> Changed;
  std::vector<const DeclFingerprint *> Naming; ///< The others.
};

bool isIn(const ParsedFile &There, const DeclFingerprint &D, bool Instantiated) {
  return llvm::any_of(There.Fingerprint, [&](const DeclFingerprint &A) {
    return A.Name == D.Name && A.Template &&
           A.Template->Whole == D.Template->Whole &&
           A.Template->IsInstantiated >= Instantiated;
  });
}

bool lacksInstance(const DeclFingerprint &D) {
  return D.Template && !D.Template->IsInstantiated;
}

bool ReachingNames::add(StringRef Name) {
  Name = Name.rsplit(':').second.empty() ? Name : Name.rsplit(':').second;
  return !Name.empty() && All.insert(Name.str()).second;
}

ReachingNames::ReachingNames(const ParsedFile &Before, const ParsedFile &After)
    : Before(Before) {
  for (const DeclFingerprint &D : Before.Fingerprint)
    if (lacksInstance(D) && !isIn(After, D, false)) {
      Changed.insert(&D);
      add(D.Name);
    }
}

void ReachingNames::close(StringRef Text) {
  const std::vector<SourceDirective> Directives = directivesOf(Text);
  for (bool IsNew = !All.empty(); std::exchange(IsNew, false);) {
    for (const DeclFingerprint &D : Before.Fingerprint) {
      if (!isNamedIn(D.Text) && !(D.Template && isNamedIn(D.Template->Whole)))
        continue;
      IsNew |= add(D.Name);
      if (!Changed.count(&D) && !llvm::is_contained(Naming, &D))
        Naming.push_back(&D);
    }
    for (const SourceDirective &D : Directives)
      if (D.Is == SourceDirective::Kind::Define && isNamedIn(D.Operand))
        IsNew |= add(D.Operand.take_while(isNamePart));
  }
}

const DeclFingerprint *
ReachingNames::unproved(const ParsedFile &Proved) const {
  for (const DeclFingerprint *D : Naming)
    if (lacksInstance(*D) && !isIn(Proved, *D, true))
      return D;
  return nullptr;
}

/// Other than in the name of a header that it includes.
bool isNamedByCode(const std::string &File, StringRef Name) {
  llvm::Expected<std::string> Text = readSource(File);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return true; // Who knows.
  }
  std::string Code = *Text;
  for (const SourceDirective &D : directivesOf(*Text))
    if (D.Is == SourceDirective::Kind::Include)
      std::fill_n(Code.begin() + (D.Operand.begin() - Text->data()),
                  D.Operand.size(), ' ');
  return namedFunction(Code, Name).Named != 0;
}

} // namespace

std::string bankfix::missedInstance(const ParsedFile &Before,
                                    const ParsedFile &After,
                                    const ParsedFile &Proved, StringRef Text,
                                    llvm::ArrayRef<std::string> Others) {
  ReachingNames Names(Before, After);
  if (Names.All.empty())
    return "";
  Names.close(Text);
  if (const DeclFingerprint *D = Names.unproved(Proved))
    return "the template '" + D->Name +
           "' uses it, and has no instance to prove it of; give its arguments "
           "with --assume";
  for (const std::string &Name : Names.All)
    for (const FileRange &R : Before.Map.Skipped)
      if (hasWord(Text.slice(R.Begin, R.End), Name))
        return "code that is left out there names '" + Name +
               "', and may make an instance of what changes";
  const IncludeGraph Files = IncludeGraph::of(Others);
  for (const std::string &Name : Names.All) {
    std::vector<std::string> Naming = Files.naming(Name);
    llvm::erase_if(Naming, [&](const std::string &File) {
      return !isNamedByCode(File, Name);
    });
    llvm::append_range(Naming, Files.pasting(Name));
    if (!Naming.empty())
      return "'" + seenFromHere(Naming.front()) + "' names '" + Name +
             "', of which the code that is read has no instance, and another "
             "build may have one";
  }
  return "";
}
