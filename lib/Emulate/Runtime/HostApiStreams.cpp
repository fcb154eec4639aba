//===- HostApiStreams.cpp - The runtime's streams and events --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostRuntime.h"
#include <chrono>

using namespace bankfix;

// Whatever is put into a stream is done at once, in the program's order.

struct CUstream_st {
  unsigned Flags = 0;
  int Priority = 0;
};

struct CUevent_st {
  unsigned Flags = 0;
  bool Recorded = false;
  std::chrono::steady_clock::time_point Time;
};

static bool isStream(const HostRuntime &R, cudaStream_t Stream) {
  return !Stream || Stream == cudaStreamLegacy ||
         Stream == cudaStreamPerThread || R.Streams.count(Stream);
}

/// A function that waits for, or asks about, a stream.
static cudaError_t onStream(const char *Name, cudaStream_t Stream) {
  return called(Name, [&](HostRuntime &R) {
    return isStream(R, Stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

static cudaError_t onEvent(const char *Name, cudaEvent_t Event) {
  return called(Name, [&](HostRuntime &R) {
    return R.Events.count(Event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream, unsigned Flags,
                                         int Priority) {
  return called(__func__, [&](HostRuntime &R) {
    if (!Stream || Flags > cudaStreamNonBlocking)
      return cudaErrorInvalidValue;
    *Stream = new CUstream_st{Flags, Priority};
    R.Streams.insert(*Stream);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream, unsigned Flags) {
  return cudaStreamCreateWithPriority(Stream, Flags, 0);
}
cudaError_t cudaStreamCreate(cudaStream_t *Stream) {
  return cudaStreamCreateWithPriority(Stream, 0, 0);
}
cudaError_t cudaStreamDestroy(cudaStream_t Stream) {
  return called(__func__, [&](HostRuntime &R) {
    if (!R.Streams.erase(Stream))
      return cudaErrorInvalidResourceHandle;
    delete Stream;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetPriority(cudaStream_t Stream, int *Priority) {
  return called(__func__, [&](HostRuntime &R) {
    if (!isStream(R, Stream))
      return cudaErrorInvalidResourceHandle;
    *Priority = R.Streams.count(Stream) ? Stream->Priority : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetFlags(cudaStream_t Stream, unsigned *Flags) {
  return called(__func__, [&](HostRuntime &R) {
    if (!isStream(R, Stream))
      return cudaErrorInvalidResourceHandle;
    *Flags = R.Streams.count(Stream) ? Stream->Flags : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t Stream) {
  return onStream(__func__, Stream);
}
cudaError_t cudaStreamQuery(cudaStream_t Stream) {
  return onStream(__func__, Stream);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t Stream, cudaEvent_t Event,
                                unsigned) {
  cudaError_t Error = onStream(__func__, Stream);
  return Error ? Error : onEvent(__func__, Event);
}
cudaError_t cudaStreamAddCallback(cudaStream_t Stream,
                                  cudaStreamCallback_t Callback, void *Data,
                                  unsigned) {
  cudaError_t Error = onStream(__func__, Stream);
  if (!Error)
    Callback(Stream, cudaSuccess, Data);
  return Error;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t Stream, cudaHostFn_t Function,
                               void *Data) {
  cudaError_t Error = onStream(__func__, Stream);
  if (!Error)
    Function(Data);
  return Error;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Event, unsigned Flags) {
  return called(__func__, [&](HostRuntime &R) {
    if (!Event)
      return cudaErrorInvalidValue;
    *Event = new CUevent_st{Flags, false, {}};
    R.Events.insert(*Event);
    return cudaSuccess;
  });
}
cudaError_t cudaEventCreate(cudaEvent_t *Event) {
  return cudaEventCreateWithFlags(Event, cudaEventDefault);
}
cudaError_t cudaEventDestroy(cudaEvent_t Event) {
  return called(__func__, [&](HostRuntime &R) {
    if (!R.Events.erase(Event))
      return cudaErrorInvalidResourceHandle;
    delete Event;
    return cudaSuccess;
  });
}
cudaError_t cudaEventRecord(cudaEvent_t Event, cudaStream_t Stream) {
  return called(__func__, [&](HostRuntime &R) {
    if (!R.Events.count(Event) || !isStream(R, Stream))
      return cudaErrorInvalidResourceHandle;
    Event->Recorded = true;
    Event->Time = std::chrono::steady_clock::now();
    return cudaSuccess;
  });
}
cudaError_t cudaEventSynchronize(cudaEvent_t Event) {
  return onEvent(__func__, Event);
}
cudaError_t cudaEventQuery(cudaEvent_t Event) {
  return onEvent(__func__, Event);
}
/// The time that the emulation took, which says nothing about a GPU.
cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Start,
                                 cudaEvent_t End) {
  return called(__func__, [&](HostRuntime &R) {
    if (!Milliseconds || !R.Events.count(Start) || !R.Events.count(End) ||
        !Start->Recorded || !End->Recorded ||
        ((Start->Flags | End->Flags) & cudaEventDisableTiming))
      return cudaErrorInvalidResourceHandle;
    *Milliseconds =
        std::chrono::duration<float, std::milli>(End->Time - Start->Time)
            .count();
    return cudaSuccess;
  });
}
}
