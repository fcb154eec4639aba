//===- Wire.h - Results through a pipe --------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wire(W, Value) lists the members of a type once, for both directions. The
// other end is the same program, so nothing is said of versions or byte order.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_WIRE_H
#define BANKFIX_LIB_EMULATE_WIRE_H

#include "bankfix/Emulate/Verify.h"
#include <cstring>

namespace bankfix {

class WireWriter {
public:
  std::string Bytes;

  template <typename... T> void operator()(T &...Values) { (one(Values), ...); }
  template <typename T> void sequence(T &Values) {
    uint64_t Size = Values.size();
    raw(Size);
    for (auto &V : Values)
      one(V);
  }
  template <typename T> void raw(T &Value) {
    Bytes.append(reinterpret_cast<const char *>(&Value), sizeof Value);
  }

private:
  template <typename T> void one(T &Value) { wire(*this, Value); }
};

/// Leaves values as they are behind the end of what was written.
class WireReader {
public:
  explicit WireReader(llvm::StringRef Bytes) : Left(Bytes) {}
  bool ok() const { return Ok && Left.empty(); }

  template <typename... T> void operator()(T &...Values) { (one(Values), ...); }
  template <typename T> void sequence(T &Values) {
    uint64_t Size = 0;
    raw(Size);
    Ok &= Size <= Left.size();
    Values.clear();
    for (uint64_t I = 0; I < Size && Ok; ++I) {
      typename T::value_type V{};
      one(V);
      Values.push_back(std::move(V));
    }
  }
  template <typename T> void raw(T &Value) {
    Ok &= Left.size() >= sizeof Value;
    if (!Ok)
      return;
    std::memcpy(&Value, Left.data(), sizeof Value);
    Left = Left.drop_front(sizeof Value);
  }

private:
  template <typename T> void one(T &Value) { wire(*this, Value); }
  llvm::StringRef Left;
  bool Ok = true;
};

template <typename W, typename T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
void wire(W &To, T &Value) {
  To.raw(Value);
}
template <typename W> void wire(W &To, std::string &Value) {
  To.sequence(Value);
}
template <typename W, typename T> void wire(W &To, std::vector<T> &Values) {
  To.sequence(Values);
}
template <typename W> void wire(W &To, Index3 &Value) { To.raw(Value); }
template <typename W, typename T> void wire(W &To, std::optional<T> &Value) {
  bool Has = Value.has_value();
  To(Has);
  if (Has && !Value)
    Value.emplace();
  if (!Has)
    Value.reset(); // By default there may be one.
  if (Has)
    To(*Value);
}
template <typename W, typename A, typename B>
void wire(W &To, std::pair<A, B> &V) {
  To(V.first, V.second);
}
template <typename W, typename A, typename B>
void wire(W &To, std::map<A, B> &V) {
  std::vector<std::pair<A, B>> All(V.begin(), V.end());
  To(All);
  V = std::map<A, B>(All.begin(), All.end());
}
template <typename W> void wire(W &To, SourcePlace &V) {
  To(V.File, V.Line, V.Column);
}
template <typename W> void wire(W &To, LaunchShape &V) {
  To(V.Block, V.Origin, V.Params, V.DynamicBytes, V.ArgumentBytes,
     V.OthersPossible, V.Assumed);
}
template <typename W> void wire(W &To, VerifyJob &V) {
  To(V.Name, V.Instance, V.Place, V.Shape, V.FixedDynamicBytes, V.Values,
     V.ReliesOnBounds);
}
template <typename W> void wire(W &To, TracedSite &V) {
  To(V.Place, V.Function, V.Array, V.Op, V.Bytes);
}
template <typename W> void wire(W &To, TracedCounts &V) { To.raw(V); }
template <typename W> void wire(W &To, TracedAccess &V) {
  To(V.Site, V.Counts);
}
template <typename W> void wire(W &To, TracedRace &V) {
  To(V.First, V.Second, V.Block);
}
template <typename W> void wire(W &To, OutsideSubscript &V) {
  To(V.Place, V.Index, V.Type, V.Block, V.Thread);
}
template <typename W> void wire(W &To, Fault &V) {
  To(V.Kind, V.Place, V.Block, V.Thread, V.Detail);
}
template <typename W> void wire(W &To, VerifiedAccess &V) {
  To(V.Most, V.LeastWavefronts, V.Block);
}
template <typename W> void wire(W &To, VerifyDifference &V) {
  To(V.What, V.Before, V.After, V.Place, V.Block, V.Thread);
}
template <typename W> void wire(W &To, VerifiedKernel &V) {
  To(V.Ran, V.Reason, V.Racy, V.HoldsAddresses, V.NotCompared, V.Difference,
     V.Before, V.After, V.Faults, V.Races, V.Outside, V.Blocks, V.Inputs,
     V.Chosen);
}

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_WIRE_H
