//===- Sarif.cpp - Findings for code scanning -----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0). Columns count UTF-16
// code units, offsets bytes.
//
//===----------------------------------------------------------------------===//

#include "Issues.h"
#include "JsonText.h"
#include "PercentEncoding.h"
#include "Rules.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace bankfix;
using llvm::StringRef;
using llvm::json::OStream;

static void message(OStream &J, StringRef Key, StringRef Text) {
  J.attributeObject(Key, [&] { text(J, "text", Text); });
}

/// A URI reference (RFC 3986): relative where the path is.
static std::string uriOf(StringRef Path) {
  constexpr StringRef Plain = "-._~!$&'()*+;=@/";
  auto IsPlain = [&](char C) { return llvm::isAlnum(C) || Plain.contains(C); };
  return (llvm::sys::path::is_absolute(Path) ? "file://" : "") +
         percentEncoded(Path, IsPlain);
}

static void artifact(OStream &J, StringRef Path) {
  J.attributeObject("artifactLocation", [&] { text(J, "uri", uriOf(Path)); });
}

/// The column of SARIF for byte \p Column of \p Line, both from 1.
static unsigned utf16Column(StringRef Line, unsigned Column) {
  std::string Fixed = llvm::json::fixUTF8(Line.take_front(Column - 1));
  llvm::SmallVector<llvm::UTF16, 128> Units;
  llvm::convertUTF8ToUTF16String(Fixed, Units);
  return Units.size() + 1;
}

namespace {
/// Writes the run of one report.
class RunWriter {
public:
  RunWriter(OStream &J, const Report &R) : J(J), R(R), Lines(R) {}
  void run();

private:
  void tool();
  void result(const Issue &I, const FileReport &F);
  void location(const Issue &I, const FileReport &F);
  void fix(const FixReport &Fix, const FileReport &F);
  void change(StringRef File, llvm::ArrayRef<const SourceEdit *> Edits);
  void notification(const FileDiagnostic &D, const FileReport &F);

  OStream &J;
  const Report &R;
  SourceLines Lines;
};
} // namespace

void RunWriter::tool() {
  J.attributeObject("tool", [&] {
    J.attributeObject("driver", [&] {
      J.attribute("name", "bankfix");
      J.attribute("version", R.Version);
      J.attribute("semanticVersion", R.Version);
      J.attributeArray("rules", [&] {
        for (const Rule &Each : allRules())
          J.object([&] {
            J.attribute("id", Each.Id);
            message(J, "shortDescription", Each.Title.str() + ".");
            message(J, "fullDescription", Each.What);
            message(J, "help", Each.help());
            J.attributeObject("defaultConfiguration",
                              [&] { J.attribute("level", "warning"); });
          });
      });
    });
  });
}

void RunWriter::location(const Issue &I, const FileReport &F) {
  std::optional<StringRef> Line = Lines.find(F.Path, I.Place);
  J.attributeObject("physicalLocation", [&] {
    artifact(J, I.File);
    J.attributeObject("region", [&] {
      J.attribute("startLine", I.Place.Line);
      if (Line) {
        J.attribute("startColumn", utf16Column(*Line, I.Place.Column));
        J.attribute("endColumn", utf16Column(*Line, I.EndColumn));
      }
    });
  });
  J.attributeArray("logicalLocations", [&] {
    J.object([&] {
      text(J, "name", I.Kernel->Name);
      text(J, "fullyQualifiedName", I.Kernel->Name + I.Kernel->Instance);
      J.attribute("kind", "function");
    });
  });
}

void RunWriter::change(StringRef File,
                       llvm::ArrayRef<const SourceEdit *> Edits) {
  J.object([&] {
    artifact(J, File);
    J.attributeArray("replacements", [&] {
      for (const SourceEdit *E : Edits)
        J.object([&] {
          J.attributeObject("deletedRegion", [&] {
            J.attribute("byteOffset", E->Offset);
            J.attribute("byteLength", E->Length);
          });
          message(J, "insertedContent", E->Text);
        });
    });
  });
}

void RunWriter::fix(const FixReport &Fix, const FileReport &F) {
  std::map<std::string, std::vector<const SourceEdit *>> Files;
  for (const SourceEdit &E : Fix.Edits)
    Files[E.File.empty() ? F.Path : E.File].push_back(&E);
  J.object([&] {
    message(J, "description",
            Fix.Summary + " (" + name(Fix.Strategy).str() + ")");
    J.attributeArray("artifactChanges", [&] {
      for (auto &[File, Edits] : Files)
        change(File, Edits);
    });
  });
}

void RunWriter::result(const Issue &I, const FileReport &F) {
  J.object([&] {
    J.attribute("ruleId", I.Rule);
    auto Rule = llvm::find_if(
        allRules(), [&](const auto &Each) { return Each.Id == I.Rule; });
    J.attribute("ruleIndex", int64_t(Rule - allRules().begin()));
    J.attribute("level", "warning");
    message(J, "message",
            I.Message + "." + (I.Advice.empty() ? "" : " " + I.Advice + "."));
    J.attributeArray("locations", [&] { J.object([&] { location(I, F); }); });
    J.attributeObject("partialFingerprints",
                      [&] { J.attribute("bankfix/v1", I.Fingerprint); });
    J.attributeObject("properties", [&] {
      text(J, "kernel", I.Kernel->Name + I.Kernel->Instance);
      text(J, "array", I.Array->Array.Name);
      J.attribute("excess", I.Excess);
    });
    J.attributeArray("suppressions", [&] {
      if (I.IsSuppressed)
        J.object([&] { J.attribute("kind", "inSource"); });
    });
    if (I.Array->Fix && !I.Array->Fix->Edits.empty() && !I.IsSuppressed)
      J.attributeArray("fixes", [&] { fix(*I.Array->Fix, F); });
  });
}

void RunWriter::notification(const FileDiagnostic &D, const FileReport &F) {
  static constexpr StringRef Levels[] = {"note", "warning", "error"};
  J.object([&] {
    J.attribute("level", Levels[unsigned(D.Level)]);
    message(J, "message", D.Message);
    J.attributeArray("locations", [&] {
      J.object([&] {
        J.attributeObject("physicalLocation", [&] {
          artifact(J, D.Place.File.empty() ? F.Path : D.Place.File);
          if (D.Place.Line)
            J.attributeObject("region",
                              [&] { J.attribute("startLine", D.Place.Line); });
        });
      });
    });
  });
}

void RunWriter::run() {
  bool AllRead = llvm::all_of(R.Files, [](const FileReport &F) {
    return llvm::none_of(F.Diagnostics, [](const FileDiagnostic &D) {
      return D.Level == Severity::Error;
    });
  });
  J.object([&] {
    tool();
    J.attributeArray("invocations", [&] {
      J.object([&] {
        J.attribute("executionSuccessful", AllRead);
        J.attributeArray("toolExecutionNotifications", [&] {
          for (const FileReport &F : R.Files)
            for (const FileDiagnostic &D : F.Diagnostics)
              notification(D, F);
        });
      });
    });
    J.attribute("columnKind", "utf16CodeUnits");
    J.attributeArray("results", [&] {
      forEachIssue(R, Lines, /*WithSuppressed=*/true,
                   [&](const Issue &I, const FileReport &F) { result(I, F); });
    });
  });
}

void bankfix::printSarif(llvm::raw_ostream &OS, const Report &R) {
  OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] { RunWriter(J, R).run(); });
  });
  J.flush();
  OS << '\n';
}
