//===- DeviceMaths.cpp - CUDA's maths that C lacks ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hooks.h"
#include "llvm/ADT/StringRef.h"
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

using namespace bankfix;

namespace {

constexpr double Pi = std::numbers::pi;

double normcdf(double X) { return 0.5 * std::erfc(-X / std::sqrt(2.0)); }

/// By Newton's method from a rough start; CUDA promises a few ulp.
double erfinv(double Y) {
  if (!(Y > -1 && Y < 1))
    return Y == 1 ? HUGE_VAL : Y == -1 ? -HUGE_VAL : NAN;
  double A = 0.147, L = std::log(1 - Y * Y);
  double B = 2 / (Pi * A) + L / 2;
  double X = std::copysign(std::sqrt(std::sqrt(B * B - L / A) - B), Y);
  for (int I = 0; I < 4; ++I)
    X -= (std::erf(X) - Y) / (2 / std::sqrt(Pi) * std::exp(-X * X));
  return X;
}

/// Adds NAME and NAMEf, and libdevice's names for both.
template <double (*F)(double)> double wide(double X) { return F(X); }
template <double (*F)(double)> float narrow(float X) { return F(X); }
template <double (*F)(double)>
void add1(llvm::StringMap<void *> &To, std::string Name) {
  for (std::string Prefix : {"", "__nv_"}) {
    To[Prefix + Name] = reinterpret_cast<void *>(&wide<F>);
    To[Prefix + Name + "f"] = reinterpret_cast<void *>(&narrow<F>);
  }
}

double rsqrt(double X) { return 1 / std::sqrt(X); }
double rcbrt(double X) { return 1 / std::cbrt(X); }
double sinpi(double X) { return std::sin(Pi * std::fmod(X, 2)); }
double cospi(double X) { return std::cos(Pi * std::fmod(X, 2)); }
double erfcinv(double Y) { return erfinv(1 - Y); }
double normcdfinv(double Y) { return std::sqrt(2.0) * erfinv(2 * Y - 1); }
double erfcx(double X) { return std::exp(X * X) * std::erfc(X); }
double tenTo(double X) { return std::pow(10.0, X); }

template <typename T> T rhypot(T X, T Y) { return 1 / std::hypot(X, Y); }
template <typename T> T norm3d(T X, T Y, T Z) { return std::hypot(X, Y, Z); }
template <typename T> T rnorm3d(T X, T Y, T Z) {
  return 1 / std::hypot(X, Y, Z);
}
template <typename T> T norm4d(T X, T Y, T Z, T W) {
  return std::hypot(std::hypot(X, Y), std::hypot(Z, W));
}
template <typename T> void sincospi(T X, T *S, T *C) {
  *S = T(sinpi(X));
  *C = T(cospi(X));
}
float fdividef(float X, float Y) { return X / Y; }

int dp4a(int A, int B, int C) {
  for (int I = 0; I < 4; ++I)
    C += int8_t(A >> 8 * I) * int8_t(B >> 8 * I);
  return C;
}
unsigned dp4aUnsigned(unsigned A, unsigned B, unsigned C) {
  for (int I = 0; I < 4; ++I)
    C += (A >> 8 * I & 0xff) * (B >> 8 * I & 0xff);
  return C;
}
unsigned findNthSet(unsigned Mask, unsigned Base, int N) {
  if (N == 0)
    return Mask >> Base & 1 ? Base : ~0u;
  int Step = N > 0 ? 1 : -1;
  for (int At = Base, Left = std::abs(N); At >= 0 && At < 32; At += Step)
    if ((Mask >> At & 1) && --Left == 0)
      return At;
  return ~0u;
}

} // namespace

void bankfix::addDeviceMaths(llvm::StringMap<void *> &To) {
  add1<rsqrt>(To, "rsqrt");
  add1<rcbrt>(To, "rcbrt");
  add1<sinpi>(To, "sinpi");
  add1<cospi>(To, "cospi");
  add1<normcdf>(To, "normcdf");
  add1<normcdfinv>(To, "normcdfinv");
  add1<erfinv>(To, "erfinv");
  add1<erfcinv>(To, "erfcinv");
  add1<erfcx>(To, "erfcx");
  add1<tenTo>(To, "exp10");
  auto Add = [&](std::string Name, auto *F) {
    To[Name] = To["__nv_" + Name] = reinterpret_cast<void *>(F);
  };
  Add("rhypot", rhypot<double>);
  Add("rhypotf", rhypot<float>);
  Add("norm3d", norm3d<double>);
  Add("norm3df", norm3d<float>);
  Add("rnorm3d", rnorm3d<double>);
  Add("rnorm3df", rnorm3d<float>);
  Add("norm4d", norm4d<double>);
  Add("norm4df", norm4d<float>);
  Add("sincospi", sincospi<double>);
  Add("sincospif", sincospi<float>);
  Add("fdividef", fdividef);
  Add("_Z6__dp4aiii", dp4a);
  Add("_Z6__dp4ajjj", dp4aUnsigned);
  Add("_Z5__fnsjji", findNthSet);
}
