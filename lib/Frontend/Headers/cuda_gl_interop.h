// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and images shared with OpenGL, whose own types a file brings itself.

#pragma once

#include <cuda_runtime.h>

extern "C" {
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *resource,
                                         unsigned buffer, unsigned flags);
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *resource,
                                        unsigned image, unsigned target,
                                        unsigned flags);
cudaError_t cudaGLSetGLDevice(int device);
cudaError_t cudaGLRegisterBufferObject(unsigned buffer);
cudaError_t cudaGLUnregisterBufferObject(unsigned buffer);
cudaError_t cudaGLMapBufferObject(void **p, unsigned buffer);
cudaError_t cudaGLUnmapBufferObject(unsigned buffer);
}
