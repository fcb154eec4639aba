// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The images of NVIDIA's samples (PGM, PPM), and comparisons of arrays.

#pragma once

// Supplied by whoever runs code; the images are binary PGM and PPM files.
template <class __T>
bool sdkLoadPGM(const char *file, __T **data, unsigned *width,
                unsigned *height);
template <class __T>
bool sdkSavePGM(const char *file, __T *data, unsigned width, unsigned height);
template <class __T>
bool sdkLoadPPM4(const char *file, __T **data, unsigned *width,
                 unsigned *height);
template <class __T>
bool sdkSavePPM4(const char *file, __T *data, unsigned width, unsigned height);
bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned *width,
                   unsigned *height);
bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned width,
                   unsigned height);
template <class __T>
bool sdkReadFile(const char *file, __T **data, unsigned *length, bool verbose);
template <class __T, class __S>
bool sdkWriteFile(const char *file, const __T *data, unsigned length,
                  __S epsilon, bool verbose, bool append = false);
bool sdkComparePPM(const char *file, const char *reference, float epsilon,
                   float threshold, bool verbose);
bool sdkComparePGM(const char *file, const char *reference, float epsilon,
                   float threshold, bool verbose);
bool sdkDumpBin(void *data, unsigned bytes, const char *file);

template <class __T>
inline bool compareData(const __T *reference, const __T *data, unsigned length,
                        float epsilon, float threshold) {
  unsigned bad = 0;
  for (unsigned i = 0; i < length; ++i) {
    float difference =
        static_cast<float>(reference[i]) - static_cast<float>(data[i]);
    bad += difference > epsilon || difference < -epsilon;
  }
  return bad <= threshold * length;
}
template <class __T, class __S>
inline bool compareDataAsFloatThreshold(const __T *reference, const __T *data,
                                        unsigned length, __S epsilon,
                                        float threshold) {
  return compareData(reference, data, length, static_cast<float>(epsilon),
                     threshold);
}
// The L2 norm of the difference, relative to the reference's.
inline bool sdkCompareL2fe(const float *reference, const float *data,
                           unsigned length, float epsilon) {
  float difference = 0, norm = 0;
  for (unsigned i = 0; i < length; ++i) {
    difference += (reference[i] - data[i]) * (reference[i] - data[i]);
    norm += reference[i] * reference[i];
  }
  return difference < epsilon * epsilon * norm;
}
inline bool compareFloat(const float *reference, const float *data,
                         unsigned length, float epsilon) {
  return compareData(reference, data, length, epsilon, 0.0f);
}
