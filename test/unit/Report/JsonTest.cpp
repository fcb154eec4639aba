//===- JsonTest.cpp - The schema bankfix/1 --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/JSON.h"
#include "Samples.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"

using namespace bankfix;
using namespace bankfix::test;
using llvm::json::Object;
using llvm::json::Value;

namespace {
std::string print(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printJson(OS, R);
  return Text;
}

Value parse(llvm::StringRef Text) {
  return llvm::cantFail(llvm::json::parse(Text), "not JSON");
}

/// The first element of an array in \p O.
Object first(const Object &O, llvm::StringRef Key) {
  return *O.getArray(Key)->front().getAsObject();
}

Object firstFile(const Report &R) {
  return first(*parse(print(R)).getAsObject(), "files");
}
Object printed(const KernelReport &K) {
  return first(firstFile(report({K})), "kernels");
}
Object firstAccess(const KernelReport &K) {
  return first(printed(K), "accesses");
}
Object firstArray(const KernelReport &K) { return first(printed(K), "arrays"); }

/// Every field of the schema.
constexpr char Schema[] = R"json(
{ "schema": "bankfix/1", "version": "0.1.0", "target": "sm_80",
  "files": [ { "path": "tr.cu", "headers": "builtin", "target": "sm_80",
    "diagnostics": [ {"severity": "error", "file": "tr.cu", "line": 4, "column": 26,
                      "message": "..."} ],
    "kernels": [ { "name": "transpose", "instance": "", "file": "tr.cu", "line": 3,
      "block": [32, 8, 1], "block_from": "launch",
      "block_shapes": [[32, 8, 1]],
      "assumptions": ["x < width holds for every lane"],
      "accesses": [ { "file": "tr.cu", "line": 15, "column": 41, "array": "tile", "op": "load",
        "bytes": 4, "index": "[threadIdx.x][threadIdx.y + j]",
        "certainty": "exact", "confidence": "certain", "reason": "",
        "degree": {"min": 32.0, "max": 32.0, "mean": 32.0},
        "requests": 32, "wavefronts": 1024, "ideal": 32, "excess": 992,
        "serialization": 0, "lanes_active": 1.0, "per_iteration": false,
        "end_column": 42, "fingerprint": "f1",
        "rule": "bankfix-shared-load", "severity": "warning",
        "message": "load of 'tile[threadIdx.x][threadIdx.y + j]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice" } ],
      "arrays": [ { "name": "tile", "file": "tr.cu", "line": 4, "space": "static",
        "type": "float[32][32]", "bytes": 4096,
        "fix": { "strategy": "pad-row",
                 "summary": "tile[32][32] -> tile[32][33]", "bytes": 4224,
                 "wavefronts_before": 1056, "wavefronts_after": 64,
                 "verified": true,
                 "edits": [ {"file": "tr.cu", "offset": 90, "length": 2,
                             "text": "33"} ] },
        "refused": [ {"strategy": "index-macro", "reason": "costs more"} ] } ],
      "totals": { "wavefronts": 1056, "ideal": 64, "excess": 992 },
      "after":  { "wavefronts": 64, "ideal": 64, "excess": 0 } } ],
    "unread": [ {"name": "lost", "file": "tr.cu", "line": 40, "reason": "..."} ] } ] }
)json";
} // namespace

TEST(Json, WholeReport) {
  KernelReport K = transpose();
  K.Accesses = {columnLoad()};
  K.Assumptions = {"x < width holds for every lane"};
  K.Accesses[0].Fingerprint = "f1";
  K.Arrays[0].Fix->Verified = true;
  K.Arrays[0].Fix->Edits = {{"", 90, 2, "33"}};
  K.Arrays[0].Refusals = {{StrategyKind::IndexMacro, "costs more"}};
  Report R = report({K});
  R.Files[0].Unread = {{"lost", {"", 40, 1}, "..."}};
  R.Files[0].Diagnostics = {{Severity::Error, {"", 4, 26}, "..."}};
  EXPECT_EQ(parse(print(R)), parse(Schema)) << print(R);
}

TEST(Json, UnknownAccessesHaveNoCounts) {
  KernelReport K = transpose();
  K.Accesses = {access(AccessOp::Store, 9, "[p]", unknown("p is unknown"))};
  Object A = firstAccess(K);
  EXPECT_EQ(A.getString("certainty"), "unknown");
  EXPECT_EQ(A.getString("reason"), "p is unknown");
  for (const char *Key : {"degree", "requests", "wavefronts", "ideal", "excess",
                          "serialization", "lanes_active"})
    EXPECT_EQ(A.get(Key), nullptr) << Key;
}

TEST(Json, Operations) {
  auto Name = [](AccessOp Op) {
    KernelReport K = transpose();
    K.Accesses[0].Where.Op = Op;
    return firstAccess(K).getString("op")->str();
  };
  EXPECT_EQ(Name(AccessOp::Store), "store");
  EXPECT_EQ(Name(AccessOp::Atomic), "atomic");
  EXPECT_EQ(Name(AccessOp::LoadMatrix), "matrix");
  EXPECT_EQ(Name(AccessOp::StoreMatrix), "matrix");
  EXPECT_EQ(Name(AccessOp::AsyncCopy), "async");
}

TEST(Json, OriginsOfShapes) {
  auto Name = [](ShapeOrigin O) {
    KernelReport K = transpose();
    K.Shape.Origin = O;
    return printed(K).getString("block_from")->str();
  };
  EXPECT_EQ(Name(ShapeOrigin::Launch), "launch");
  EXPECT_EQ(Name(ShapeOrigin::Attribute), "attribute");
  EXPECT_EQ(Name(ShapeOrigin::Option), "option");
  EXPECT_EQ(Name(ShapeOrigin::Config), "config");
  EXPECT_EQ(Name(ShapeOrigin::Assumed), "assumed");
}

TEST(Json, NoFix) {
  KernelReport K = transpose();
  K.Arrays[0].Fix.reset();
  Object A = firstArray(K);
  ASSERT_NE(A.get("fix"), nullptr);
  EXPECT_EQ(*A.get("fix"), Value(nullptr));
}

TEST(Json, ArraysOfUnknownSize) {
  KernelReport K = transpose();
  K.Arrays[0].Array.Dims.clear();
  K.Arrays[0].Array.Space = MemorySpace::Dynamic;
  Object A = firstArray(K);
  EXPECT_EQ(A.getString("type"), "float[]");
  EXPECT_EQ(A.getString("space"), "dynamic");
  EXPECT_EQ(A.get("bytes"), nullptr);
}

TEST(Json, OtherFilesAreNamed) {
  KernelReport K = transpose();
  EXPECT_EQ(firstAccess(K).getString("file"), "tr.cu");
  K.Accesses[0].Where.Place.File = "inc.h";
  EXPECT_EQ(firstAccess(K).getString("file"), "inc.h");
}

TEST(Json, SerializationIsNoExcess) {
  KernelReport K = transpose();
  Verdict V = exact(40, 4, 3);
  V.Serialization = 28;
  K.Accesses = {access(AccessOp::Atomic, 9, "[b]", V)};
  Object A = firstAccess(K);
  EXPECT_EQ(A.getInteger("excess"), 8);
  EXPECT_EQ(A.getInteger("serialization"), 28);
  EXPECT_EQ(A.getObject("degree")->getNumber("mean"), 3.0);
}

TEST(Json, BytesThatAreNotUnicode) {
  Report R = report({transpose()});
  R.Files[0].Path = "k\xE9rnel \"x\".cu";
  Object F = firstFile(R);
  EXPECT_EQ(F.getString("path"), "k\xEF\xBF\xBDrnel \"x\".cu");
}

TEST(Json, ShapesWithoutAList) {
  KernelReport K = transpose();
  K.Shapes.clear();
  EXPECT_EQ(*printed(K).get("block_shapes"), parse("[[32, 8, 1]]"));
}

TEST(Json, EndsWithANewline) {
  std::string Text = print(report({}));
  EXPECT_TRUE(llvm::StringRef(Text).ends_with("}\n"));
}
