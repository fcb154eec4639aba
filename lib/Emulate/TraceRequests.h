//===- TraceRequests.h - Lanes' accesses to requests ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   (wave, lane, site, key, address) ... ──▶ requests ──cost──▶ counts a site
//
// Lanes arrive one after the other, and those that took another branch at
// another time. What belongs together is told by the key: a hash of the calls
// and of the loop iterations that the lane is in.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_TRACEREQUESTS_H
#define BANKFIX_LIB_EMULATE_TRACEREQUESTS_H

#include "bankfix/Emulate/Trace.h"
#include "llvm/ADT/DenseMap.h"
#include <list>
#include <map>
#include <unordered_map>

namespace bankfix {

/// How a site asks for memory; the rest of the site is of no concern here.
struct RequestShape {
  AccessOp Op = AccessOp::Load;
  unsigned Bytes = 4;
  bool operator==(const RequestShape &) const = default;
};

/// One lane's part of a request.
struct LaneArrival {
  unsigned Wave = 0, Lane = 0;
  unsigned Site = 0;
  uint64_t Key = 0;
  uint64_t Address = 0; ///< In bytes, from the start of a bank row.
  unsigned Array = 0;   ///< A number for what lies there.
};

/// A request over several arrays is one of its first lane's.
struct SiteOfArray {
  unsigned Site = 0, Array = 0;
  auto operator<=>(const SiteOfArray &) const = default;
};

class TraceRequests {
public:
  explicit TraceRequests(const Target &T) : T(&T) {}

  /// From the next block on; of waves as long as before.
  void countFor(const Target &Model);

  /// Starts a block of \p Threads threads.
  void begin(unsigned Threads);
  void access(const LaneArrival &A, RequestShape Shape);
  /// Ends the block; the counts of each site that was used.
  std::map<SiteOfArray, TracedCounts> finish();

private:
  struct Open {
    unsigned Site, Array;
    uint64_t Key;
    RequestShape Shape;
    uint64_t Active;
    std::array<uint64_t, 64> Addresses; ///< Of the active lanes.
  };
  using Place = std::list<Open>::iterator;
  using Name = std::pair<unsigned, uint64_t>; ///< Site and key.
  struct Wave {
    uint64_t All = 0; ///< The lanes that it has.
    /// By site, each with the oldest first.
    std::map<unsigned, std::list<Open>> Requests;
    llvm::DenseMap<Name, Place> Find; ///< All of them.
    /// The last request: lanes in step come one after the other.
    std::optional<Place> Last;
  };
  /// Lanes of one wave are hardly ever more requests apart. They are where some
  /// leave a loop early, so a block of few waves may have more open.
  static constexpr size_t MostOpenInBlock = 1 << 17, MostOpenInWave = 4096;

  Place find(Wave &W, const LaneArrival &A, RequestShape Shape);
  void close(Wave &W, Place R);
  void closeOldest(Wave &W);
  void count(const Open &R);

  const Target *T;
  std::vector<Wave> Waves;
  size_t MostOpen = MostOpenInWave; ///< In each wave of this block.
  std::list<Open> Closed;           ///< To be used again.
  std::map<SiteOfArray, TracedCounts> Counts;
  /// Costs of patterns seen before, by a hash of shape, lanes and addresses.
  std::unordered_map<uint64_t, Cost> Known;
};

/// Sees accesses of different waves to one byte with no barrier between, one of
/// them a store. Bytes of a word that were always used together are one place.
class RaceDetector {
public:
  /// \p Bytes of shared memory, in words of 4.
  void begin(uint64_t Bytes);
  void barrier() { ++Epoch; }
  /// \p Address in bytes. Returns the site of the other access where there is a
  /// race.
  std::optional<unsigned> access(unsigned Wave, unsigned Site, AccessOp Op,
                                 uint64_t Address, unsigned Bytes);

private:
  struct Use {
    uint64_t Epoch = 0;
    unsigned Wave = 0, Site = 0;
    bool Several = false; ///< Waves, all reading.
    bool Atomic = false;
  };
  struct Place {
    Use Write, Read;
  };
  struct Word {
    Place Whole;
    unsigned Parts = 0; ///< 1 + index into Bytes, once it is used in parts.
  };
  std::optional<unsigned> use(Place &P, const Use &Now, bool Writes);
  std::optional<unsigned> useParts(Word &W, unsigned First, unsigned Last,
                                   const Use &Now, bool Writes);
  std::vector<Word> Words;
  std::vector<std::array<Place, 4>> Bytes;
  uint64_t Epoch = 1;
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_TRACEREQUESTS_H
