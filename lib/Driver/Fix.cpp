//===- Fix.cpp - Rewrites, and keeps what can be proved ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFile.h"
#include "bankfix/Proof/Proof.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace bankfix;

namespace {

class Fixer {
public:
  Fixer(llvm::StringRef Path, llvm::StringRef Text, const FileAnalysis &Before,
        const RunOptions &Options, const Target &T, ExprPool &Pool,
        llvm::ArrayRef<std::string> HostTexts)
      : Path(Path), Text(Text), Before(Before), Options(Options), T(T),
        Pool(Pool), HostTexts(HostTexts) {}

  /// Rewrites into \p New; returns why the result cannot be trusted, if so.
  std::optional<std::string> attempt(llvm::ArrayRef<ArrayPlan> Plans,
                                     std::string &New) {
    llvm::Expected<std::string> Rewritten = rewrite(Text, Before.Parsed, Plans);
    if (!Rewritten)
      return llvm::toString(Rewritten.takeError());
    New = std::move(*Rewritten);
    RunOptions Again = Options; // The same headers as before.
    Again.Headers = Before.Parsed.HeadersUsed == "sdk" ? HeaderMode::Sdk
                                                       : HeaderMode::BuiltIn;
    FileAnalysis After = analyze(Path, New, Again, T, Pool, HostTexts, &Before);
    return prove({Before.Parsed, Before.Kernels}, {After.Parsed, After.Kernels},
                 Plans, T, Pool);
  }

private:
  llvm::StringRef Path, Text;
  const FileAnalysis &Before;
  const RunOptions &Options;
  const Target &T;
  ExprPool &Pool;
  llvm::ArrayRef<std::string> HostTexts;
};

} // namespace

FixedSource bankfix::fix(llvm::StringRef Path, llvm::StringRef Text,
                         const FileAnalysis &Before,
                         std::vector<ArrayPlan> Plans,
                         const RunOptions &Options, const Target &T,
                         ExprPool &Pool,
                         llvm::ArrayRef<std::string> HostTexts) {
  FixedSource Out;
  Out.Text = Text.str();
  Out.Plans = Plans;
  auto HasMap = [](const ArrayPlan &P) { return P.Map != nullptr; };
  if (llvm::none_of(Plans, HasMap))
    return Out;
  Fixer F(Path, Text, Before, Options, T, Pool, HostTexts);
  if (!F.attempt(Plans, Out.Text))
    return Out;
  // Something does not hold: keep the plans that hold one by one. Those of one
  // group have the same map and stand or fall together.
  for (ArrayPlan &P : Out.Plans)
    P.Map = nullptr;
  Out.Text = Text.str();
  std::set<const LayoutMap *> Tried;
  for (const ArrayPlan &P : Plans) {
    if (!P.Map || !Tried.insert(P.Map.get()).second)
      continue;
    std::vector<ArrayPlan> Trial = Out.Plans;
    for (auto [New, Old] : llvm::zip_equal(Trial, Plans))
      if (Old.Map == P.Map)
        New = Old;
    std::string New;
    if (std::optional<std::string> Why = F.attempt(Trial, New)) {
      for (auto [Left, Old] : llvm::zip_equal(Out.Plans, Plans))
        if (Old.Map == P.Map)
          Left.Refusals.push_back(
              {P.Map->strategy(), "the proof failed: " + *Why});
      continue;
    }
    Out.Plans = std::move(Trial);
    Out.Text = std::move(New);
  }
  return Out;
}
