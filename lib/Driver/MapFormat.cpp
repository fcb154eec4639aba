//===- MapFormat.cpp - Readings of units as JSON --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each struct, by which it is written and read. It binds all
// members, so that one that it forgets does not compile.
//
//===----------------------------------------------------------------------===//

#include "MapFormat.h"
#include <type_traits>

using namespace bankfix;
namespace json = llvm::json;

namespace {

class Writer;
class Reader;

template <class Archive> void members(Archive &A, SourcePlace &P) {
  auto &[File, Line, Column] = P;
  A("file", File), A("line", Line), A("column", Column);
}

template <class Archive> void members(Archive &A, Obstacle &O) {
  auto &[Kind, Place, Detail, Dims, Limit] = O;
  A("kind", Kind), A("place", Place), A("detail", Detail), A("dims", Dims);
  A("limit", Limit);
}

template <class Archive>
void members(Archive &A, std::pair<std::string, int64_t> &P) {
  A("name", P.first), A("value", P.second);
}

template <class Archive> void members(Archive &A, LaunchShape &S) {
  auto &[Block, Origin, Params, DynamicBytes, ArgumentBytes, OthersPossible,
         Assumed] = S;
  A("x", Block[0]), A("y", Block[1]), A("z", Block[2]), A("from", Origin);
  A("params", Params), A("dynamic", DynamicBytes);
  A("arguments", ArgumentBytes), A("open", OthersPossible);
  A("assumed", Assumed);
}

template <class Archive> void members(Archive &A, KernelLaunches &L) {
  auto &[Shapes, Likely, OthersPossible, MaxThreads, UnreadHost, ArgumentBytes,
         Params, Symbol, IsShared, IsGivenAway, Doubt, Asked] = L;
  A("shapes", Shapes), A("likely", Likely);
  A("open", OthersPossible), A("threads", MaxThreads);
  A("host", UnreadHost);
  A("arguments", ArgumentBytes), A("params", Params), A("symbol", Symbol);
  A("shared", IsShared), A("given", IsGivenAway);
  A("doubt", Doubt), A("asked", Asked);
}

template <class Archive> void members(Archive &A, ArrayBuilds &B) {
  auto &[Macros, Branches, ElementMacros] = B;
  A("macros", Macros), A("branches", Branches), A("elements", ElementMacros);
}

template <class Archive> void members(Archive &A, UnitLaunches &L) {
  auto &[Kernels, Open, Lacks, Skipped, Dropped, Defined, AsksForAny, Builds] =
      L;
  A("kernels", Kernels), A("open", Open), A("skipped", Skipped);
  A("lacks", Lacks);
  A("dropped", Dropped), A("defined", Defined), A("asks", AsksForAny);
  A("builds", Builds);
}

template <class Archive> void members(Archive &A, BuildMacro &M) {
  auto &[Name, Place, IsOpen, SetBy, Number, IsOperand, DefinedAt, Values] = M;
  A("name", Name), A("place", Place), A("open", IsOpen), A("set", SetBy);
  A("number", Number), A("operand", IsOperand), A("at", DefinedAt);
  A("values", Values);
}

template <class Archive> void members(Archive &A, BuildBranch &B) {
  auto &[Place, IsTaken, IsAbsence] = B;
  A("place", Place), A("taken", IsTaken), A("absence", IsAbsence);
}

template <class Archive> void members(Archive &A, BuildChoices &C) {
  // Of OpenCL alone: the builds that hosts make.
  auto &[Macros, Branches, AreContradictory, OfHosts] = C;
  A("macros", Macros), A("branches", Branches);
  A("contradictory", AreContradictory);
}

template <class Archive> void members(Archive &A, IncludePlace &P) {
  auto &[File, Line] = P;
  A("file", File), A("line", Line);
}

template <class Archive> void members(Archive &A, IncludedFile &F) {
  auto &[Path, From, IsOnce] = F;
  A("path", Path), A("from", From), A("once", IsOnce);
}

template <class T>
concept Record = requires(T &X, Writer &A) {
  members(A, X);
};

/// Structs become objects; nothing becomes null.
class Writer {
public:
  template <class T> void operator()(llvm::StringRef Name, T &X) {
    Out[Name] = value(X);
  }
  json::Object Out;

  template <class T> static json::Value value(T &X) {
    if constexpr (Record<T>) {
      Writer Inner;
      members(Inner, X);
      return std::move(Inner.Out);
    } else if constexpr (std::is_enum_v<T>) {
      return int64_t(X);
    } else {
      return X;
    }
  }
  template <class T> static json::Value value(std::optional<T> &X) {
    return X ? value(*X) : json::Value(nullptr);
  }
  template <class T> static json::Value value(std::vector<T> &X) {
    json::Array All;
    for (T &Each : X)
      All.push_back(value(Each));
    return All;
  }
  template <class T> static json::Value value(std::set<T> &X) {
    json::Array All;
    for (const T &Each : X)
      All.push_back(value(Each));
    return All;
  }
  template <class T> static json::Value value(std::map<std::string, T> &X) {
    json::Object All;
    for (auto &[Key, Each] : X)
      All[Key] = value(Each);
    return All;
  }
};

/// Remembers whether all was there, of the right kind.
class Reader {
public:
  explicit Reader(const json::Object &From) : From(From) {}

  template <class T> void operator()(llvm::StringRef Name, T &X) {
    const json::Value *V = From.get(Name);
    IsRead = IsRead && V && value(*V, X);
  }
  bool IsRead = true;

  template <class T> static bool value(const json::Value &V, T &X) {
    if constexpr (Record<T>) {
      const json::Object *O = V.getAsObject();
      if (!O)
        return false;
      Reader Inner(*O);
      members(Inner, X);
      return Inner.IsRead;
    } else if constexpr (std::is_same_v<T, bool>) {
      auto B = V.getAsBoolean();
      X = B.value_or(false);
      return B.has_value();
    } else if constexpr (std::is_same_v<T, std::string>) {
      auto S = V.getAsString();
      X = S.value_or("").str();
      return S.has_value();
    } else if constexpr (std::is_same_v<T, uint64_t>) {
      auto N = V.getAsUINT64();
      X = N.value_or(0);
      return N.has_value();
    } else {
      auto N = V.getAsInteger();
      X = T(N.value_or(0));
      return N.has_value();
    }
  }
  template <class T>
  static bool value(const json::Value &V, std::optional<T> &X) {
    X.reset();
    return V.getAsNull() || value(V, X.emplace());
  }
  template <class T>
  static bool value(const json::Value &V, std::vector<T> &X) {
    const json::Array *All = V.getAsArray();
    return All && llvm::all_of(*All, [&](const json::Value &Each) {
             return value(Each, X.emplace_back());
           });
  }
  template <class T> static bool value(const json::Value &V, std::set<T> &X) {
    std::vector<T> All;
    bool Is = value(V, All);
    X.insert(All.begin(), All.end());
    return Is;
  }
  template <class T>
  static bool value(const json::Value &V, std::map<std::string, T> &X) {
    const json::Object *All = V.getAsObject();
    return All && llvm::all_of(*All, [&](const auto &Each) {
             return value(Each.second, X[Each.first.str()]);
           });
  }

private:
  const json::Object &From;
};

/// What a reading found, without how.
template <class Archive> void found(Archive &A, UnitReading &R) {
  auto &[As, Says, Choices, Includes, AsksForGpu, Error, Problem] = R;
  A("says", Says), A("choices", Choices), A("includes", Includes);
  A("asksForGpu", AsksForGpu), A("error", Error), A("problem", Problem);
}

} // namespace

json::Value bankfix::toMap(const UnitReading &R) {
  UnitReading Copy = R;
  Writer W;
  found(W, Copy);
  return std::move(W.Out);
}

bool bankfix::fromMap(const json::Value &V, UnitReading &R) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return false;
  Reader From(*O);
  found(From, R);
  return From.IsRead;
}
