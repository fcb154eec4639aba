//===- Json.cpp - Reports in the schema bankfix/1 -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "JsonText.h"
#include "SourceLines.h"
#include "Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace bankfix;
using llvm::StringRef;
using llvm::json::OStream;

static void number(OStream &J, StringRef Key, uint64_t Value) {
  J.attribute(Key, Value);
}

namespace {
/// What entries of one file are told with.
struct Context {
  const FileReport &File;
  StringRef Target;
  SourceLines &Lines;
};
} // namespace

static void place(OStream &J, const Context &C, const SourcePlace &P,
                  bool WithColumn) {
  text(J, "file", P.File.empty() ? C.File.Path : P.File);
  number(J, "line", P.Line);
  if (WithColumn)
    number(J, "column", P.Column);
}

static StringRef severityName(Severity Level) {
  switch (Level) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  llvm_unreachable("a Severity without a name");
}

static StringRef spaceName(MemorySpace Space) {
  switch (Space) {
  case MemorySpace::Static:
    return "static";
  case MemorySpace::Dynamic:
    return "dynamic";
  case MemorySpace::Argument:
    return "argument";
  }
  llvm_unreachable("a MemorySpace without a name");
}

static void diagnostic(OStream &J, const Context &C, const FileDiagnostic &D) {
  J.object([&] {
    text(J, "severity", severityName(D.Level));
    place(J, C, D.Place, /*WithColumn=*/true);
    text(J, "message", D.Message);
  });
}

static void block(OStream &J, const std::array<unsigned, 3> &Block) {
  J.array([&] {
    for (unsigned Size : Block)
      J.value(Size);
  });
}

static void counts(OStream &J, const Verdict &V) {
  J.attributeObject("degree", [&] {
    J.attribute("min", V.MinDegree);
    J.attribute("max", V.MaxDegree);
    J.attribute("mean", V.meanDegree());
  });
  number(J, "requests", V.Requests);
  number(J, "wavefronts", V.Wavefronts);
  number(J, "ideal", V.Ideal);
  number(J, "excess", V.excess());
  number(J, "serialization", V.Serialization);
  J.attribute("lanes_active", V.LanesActive);
}

static void access(OStream &J, const Context &C, const Site &Where,
                   StringRef Array, const Verdict &V) {
  place(J, C, Where.Place, /*WithColumn=*/true);
  text(J, "array", Array);
  text(J, "op", opName(Where.Op));
  number(J, "bytes", Where.Bytes);
  text(J, "index", Where.IndexText);
  if (!Where.Path.empty())
    text(J, "path", Where.Path);
  text(J, "certainty", name(V.Sure));
  text(J, "confidence", name(V.Conf));
  text(J, "reason", V.Reason);
  if (V.Sure != Certainty::Unknown)
    counts(J, V);
  if (V.WorstCase)
    J.attribute("worst_case", true);
  if (V.Merged)
    J.attributeObject("merged", [&] {
      number(J, "bytes", V.Merged->Bytes);
      number(J, "wavefronts", V.Merged->Wavefronts);
      number(J, "ideal", V.Merged->Ideal);
    });
  J.attribute("per_iteration", V.PerIteration);
  if (!V.Trips.empty())
    text(J, "trips", V.Trips);
}

static void access(OStream &J, const Context &C, const CountedAccess &A) {
  J.object([&] {
    access(J, C, A.Where, A.Array, A.Counts);
    number(J, "wavefronts_least", A.LeastWavefronts);
  });
}

static void hostSize(OStream &J, const Context &C, const FixReport &F) {
  J.attributeObject("host", [&] {
    number(J, "bytes_before", F.BytesBefore);
    number(J, "bytes_after", F.Bytes);
    text(J, "formula", F.HostFormula);
    J.attributeArray("sizes", [&] {
      for (const HostSizeText &S : F.HostSizes)
        J.object([&] {
          place(J, C, S.Place, /*WithColumn=*/true);
          text(J, "before", S.Before);
          text(J, "after", S.After);
          J.attribute("changed", S.IsChanged);
        });
    });
  });
}

static void fix(OStream &J, const Context &C, const FixReport &F) {
  J.attributeObject("fix", [&] {
    text(J, "strategy", name(F.Strategy));
    text(J, "summary", F.Summary);
    number(J, "bytes", F.Bytes);
    number(J, "wavefronts_before", F.WavefrontsBefore);
    number(J, "wavefronts_after", F.WavefrontsAfter);
    J.attribute("verified", F.Verified);
    if (F.BlocksBefore && F.BlocksAfter) {
      number(J, "blocks_before", *F.BlocksBefore);
      number(J, "blocks_after", *F.BlocksAfter);
    }
    if (!F.HostFormula.empty())
      hostSize(J, C, F);
    if (!F.Mind.Warnings.empty())
      J.attributeArray("warnings", [&] {
        for (const std::string &W : F.Mind.Warnings)
          J.value(W);
      });
    if (!F.Mind.Relies.empty())
      J.attributeArray("relies_on", [&] {
        for (const Reliance &R : F.Mind.Relies)
          J.object([&] {
            place(J, C, R.Place, /*WithColumn=*/true);
            text(J, "condition", R.Condition);
          });
      });
    if (!F.Edits.empty())
      J.attributeArray("edits", [&] {
        for (const SourceEdit &E : F.Edits)
          J.object([&] {
            text(J, "file", E.File.empty() ? C.File.Path : E.File);
            number(J, "offset", E.Offset);
            number(J, "length", E.Length);
            text(J, "text", E.Text);
          });
      });
  });
}

static void candidates(OStream &J, llvm::ArrayRef<WeighedLayout> All) {
  J.attributeArray("candidates", [&] {
    for (const WeighedLayout &W : All)
      J.object([&] {
        text(J, "strategy", name(W.Strategy));
        text(J, "summary", W.Summary);
        number(J, "wavefronts", W.Wavefronts);
        number(J, "excess", W.Excess);
        number(J, "bytes", W.Bytes);
        number(J, "operations", W.Operations);
        J.attribute("taken", W.Lost.empty());
        text(J, "lost", W.Lost);
      });
  });
}

static void refusals(OStream &J, llvm::ArrayRef<Refused> Refusals) {
  J.attributeArray("refused", [&] {
    for (const Refused &R : Refusals)
      J.object([&] {
        text(J, "strategy", name(R.Strategy));
        text(J, "reason", R.Reason);
      });
  });
}

static void array(OStream &J, const Context &C, const ArrayReport &A) {
  J.object([&] {
    text(J, "name", A.Array.Name);
    place(J, C, A.Array.Place, /*WithColumn=*/false);
    text(J, "space", spaceName(A.Array.Space));
    text(J, "type", A.Array.typeText());
    if (A.Array.hasKnownSize())
      number(J, "bytes", A.Array.bytes());
    else if (A.LaunchBytes)
      number(J, "bytes", *A.LaunchBytes);
    if (A.Fix)
      fix(J, C, *A.Fix);
    else
      J.attribute("fix", nullptr);
    refusals(J, A.Refusals);
    if (!A.Weighed.empty())
      candidates(J, A.Weighed);
  });
}

static void totals(OStream &J, const Totals &T) {
  number(J, "wavefronts", T.Wavefronts);
  number(J, "ideal", T.Ideal);
  number(J, "excess", T.Excess);
}

static void totals(OStream &J, StringRef Key, const Totals &T) {
  J.attributeObject(Key, [&] { totals(J, T); });
}

static void countedRun(OStream &J, const Context &C, StringRef Key,
                       const CountedRun &R, const Totals &Analysed) {
  J.attributeObject(Key, [&] {
    totals(J, Analysed);
    J.attributeArray("accesses", [&] {
      for (const CountedAccess &A : R.Accesses)
        access(J, C, A);
    });
    totals(J, "totals", R.Sum);
  });
}

static void level(OStream &J, const ActiveLevel &L) {
  number(J, "times", L.Times);
  number(J, "requests", L.Requests);
  number(J, "lanes", L.Lanes);
  number(J, "waves", L.Waves);
}

static void interval(OStream &J, const BarrierInterval &I, unsigned WaveSize) {
  constexpr size_t MostLevels = 64;
  J.object([&] {
    J.attributeArray("lines", [&] {
      J.value(I.FirstLine);
      J.value(I.LastLine);
    });
    level(J, I.Sum);
    J.attribute("efficiency", I.efficiency(WaveSize));
    J.attribute("per_iteration", I.PerIteration);
    if (!llvm::all_equal(I.Levels) && I.Levels.size() <= MostLevels)
      J.attributeArray("levels", [&] {
        for (const ActiveLevel &L : I.Levels)
          J.object([&] { level(J, L); });
      });
  });
}

static void difference(OStream &J, const Context &C,
                       const DifferenceReport &D) {
  text(J, "what", D.What);
  text(J, "before", D.Before);
  text(J, "after", D.After);
  place(J, C, D.Place, /*WithColumn=*/true);
  J.attributeBegin("block");
  block(J, D.Block);
  J.attributeEnd();
  J.attributeBegin("thread");
  block(J, D.Thread);
  J.attributeEnd();
}

static void differs(OStream &J, const Context &C,
                    const std::optional<DifferenceReport> &D) {
  if (D)
    J.attributeObject("differs", [&] { difference(J, C, *D); });
  else
    J.attribute("differs", nullptr);
}

static void verified(OStream &J, const Context &C, const VerifyReport &V,
                     const KernelReport &K) {
  countedRun(J, C, "before", V.Before, K.Before);
  countedRun(J, C, "after", V.After, K.After);
  J.attribute("holds_addresses", V.HoldsAddresses);
  J.attribute("racy", V.Racy);
  J.attribute("ran", V.Ran);
  text(J, "reason", V.Reason);
  differs(J, C, V.Difference);
  number(J, "blocks", V.Blocks);
  number(J, "seeds", V.Inputs);
  text(J, "not_compared", V.NotCompared);
  J.attributeObject("chosen", [&] {
    for (const auto &[Name, Value] : V.Chosen)
      J.attribute(Name, Value);
  });
  J.attributeArray("never_executed", [&] {
    for (const Site &S : V.NeverExecuted)
      J.object([&] {
        place(J, C, S.Place, /*WithColumn=*/true);
        text(J, "op", opName(S.Op));
        text(J, "index", S.IndexText);
      });
  });
  J.attributeArray("other_launches", [&] {
    for (const OtherLaunchReport &O : V.Others)
      J.object([&] {
        text(J, "with", O.With);
        differs(J, C, O.Difference);
      });
  });
}

static void launch(OStream &J, const KernelReport &K) {
  J.attributeBegin("block");
  block(J, K.Shape.Block);
  J.attributeEnd();
  text(J, "block_from", name(K.Shape.Origin));
  J.attributeArray("block_shapes", [&] {
    if (K.Shapes.empty())
      block(J, K.Shape.Block);
    for (const auto &Shape : K.Shapes)
      block(J, Shape);
  });
}

static void run(OStream &J, const RunReport &R) {
  number(J, "launches", R.Launches);
  number(J, "blocks", R.Blocks);
  number(J, "blocks_traced", R.BlocksTraced);
}

/// What is said of an access that is a finding.
static void finding(OStream &J, const Context &C, const AccessReport &A) {
  FindingKind K = findingKind(A, C.File);
  if (A.Suppressed == Suppression::InSource)
    J.attribute("suppressed", "source");
  else if (A.Suppressed == Suppression::External)
    J.attribute("suppressed", "external");
  number(J, "end_column",
         C.Lines.endColumn(C.File.Path, A.Where.Place, A.Where.Text));
  if (!A.Fingerprint.empty())
    text(J, "fingerprint", A.Fingerprint);
  if (K == FindingKind::Nothing)
    return;
  text(J, "rule", ruleOf(A, K));
  text(J, "severity",
       severityName(K == FindingKind::Warning ? Severity::Warning
                                              : Severity::Note));
  text(J, "message", describe(A, C.File, C.Target, ""));
}

/// Two decimals of a ratio are more than the model tells.
static double rounded(double Value) { return std::round(Value * 1000) / 1000; }

static void speedUp(OStream &J, const SpeedUp &S) {
  J.attributeObject("speed_up", [&] {
    J.attribute("estimate", rounded(S.Ratio));
    J.attribute("least", rounded(S.Least));
    J.attribute("most", rounded(S.Most));
  });
}

static void time(OStream &J, const KernelTime &T) {
  auto State = [&](StringRef Key, const TimeEstimate &E) {
    J.attributeObject(Key, [&] {
      J.attribute("cycles", rounded(E.Cycles));
      text(J, "limited_by", name(E.By));
      J.attributeObject("each", [&] {
        for (auto [By, Cycles] : llvm::enumerate(E.Each))
          J.attribute(name(Limiter(By)), rounded(Cycles));
      });
    });
  };
  J.attributeObject("time", [&] {
    State("before", T.Before);
    State("after", T.After);
    speedUp(J, T.Gain);
  });
}

static void kernel(OStream &J, const Context &C, const KernelReport &K) {
  J.object([&] {
    text(J, "name", K.Name);
    text(J, "instance", K.Instance);
    place(J, C, K.Place, /*WithColumn=*/false);
    launch(J, K);
    J.attributeArray("assumptions", [&] {
      for (const std::string &A : K.Assumptions)
        J.value(llvm::json::fixUTF8(A));
      if (K.UnknownLaunch)
        J.value(llvm::json::fixUTF8(describeKnownLaunches(K)));
    });
    J.attributeArray("accesses", [&] {
      for (const AccessReport &A : K.Accesses)
        J.object([&] {
          access(J, C, A.Where, K.Arrays[A.Where.Array].Array.Name, A.Counts);
          if (A.Block) {
            J.attributeBegin("block");
            block(J, *A.Block);
            J.attributeEnd();
          }
          if (!K.Run)
            finding(J, C, A);
        });
    });
    J.attributeArray("arrays", [&] {
      for (const ArrayReport &A : K.Arrays)
        if (!K.Run)
          array(J, C, A);
    });
    if (!K.Intervals.empty())
      J.attributeArray("intervals", [&] {
        for (const BarrierInterval &I : K.Intervals)
          interval(J, I, K.WaveSize);
      });
    if (K.Time)
      time(J, *K.Time);
    totals(J, "totals", K.Before);
    if (K.Verified)
      verified(J, C, *K.Verified, K);
    else
      totals(J, "after", K.After);
    if (K.Run)
      run(J, *K.Run);
  });
}

static void unread(OStream &J, const Context &C, const UnreadKernel &K) {
  J.object([&] {
    text(J, "name", K.Name);
    place(J, C, K.Place, /*WithColumn=*/false);
    text(J, "reason", K.Reason);
  });
}

static void file(OStream &J, const Context &C) {
  const FileReport &F = C.File;
  J.object([&] {
    text(J, "path", F.Path);
    text(J, "headers", F.Headers);
    text(J, "target", C.Target);
    J.attributeArray("diagnostics", [&] {
      for (const FileDiagnostic &D : F.Diagnostics)
        diagnostic(J, C, D);
    });
    J.attributeArray("kernels", [&] {
      for (const KernelReport &K : F.Kernels)
        kernel(J, C, K);
    });
    J.attributeArray("unread", [&] {
      for (const UnreadKernel &K : F.Unread)
        unread(J, C, K);
    });
  });
}

void bankfix::printJson(llvm::raw_ostream &OS, const Report &R) {
  SourceLines Lines(R);
  OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    text(J, "schema", "bankfix/1");
    text(J, "version", R.Version);
    text(J, "target", R.Target);
    J.attributeArray("files", [&] {
      for (const FileReport &F : R.Files)
        file(J, {F, targetOf(F, R), Lines});
    });
  });
  J.flush();
  OS << '\n';
}
