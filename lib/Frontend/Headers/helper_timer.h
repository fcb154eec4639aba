// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The timers of NVIDIA's samples.

#pragma once

#include <time.h>

class StopWatchInterface {
public:
  void start() { began = now(), running = true; }
  void stop() { total += now() - began, running = false, ++count; }
  void reset() { total = 0, count = 0, began = now(); }
  float getTime() { return running ? total + now() - began : total; }
  float getAverageTime() { return count ? total / count : 0.0f; }

private:
  // Milliseconds.
  static float now() {
    timespec t;
    timespec_get(&t, TIME_UTC);
    return static_cast<float>(t.tv_sec % 1000000) * 1e3f +
           static_cast<float>(t.tv_nsec) * 1e-6f;
  }
  float total = 0, began = 0;
  int count = 0;
  bool running = false;
};

inline bool sdkCreateTimer(StopWatchInterface **timer) {
  *timer = new StopWatchInterface;
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface **timer) {
  (*timer)->start();
  return true;
}
inline bool sdkStopTimer(StopWatchInterface **timer) {
  (*timer)->stop();
  return true;
}
inline bool sdkResetTimer(StopWatchInterface **timer) {
  (*timer)->reset();
  return true;
}
inline float sdkGetTimerValue(StopWatchInterface **timer) {
  return (*timer)->getTime();
}
inline float sdkGetAverageTimerValue(StopWatchInterface **timer) {
  return (*timer)->getAverageTime();
}
