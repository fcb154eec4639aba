//===- OpenCLConvert.cpp - convert_<type>[_sat][_rte|_rtz|_rtp|_rtn] ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenCL C, "Explicit Conversions": to an integer they round towards zero, to a
// floating-point number to the nearest one, unless the name says otherwise.
//
//===----------------------------------------------------------------------===//

#include "OpenCLMaths.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::Value;
using llvm::Intrinsic::ID;

namespace {

enum class Rounding : uint8_t { Usual, Nearest, Zero, Up, Down };

class Conversion {
public:
  Conversion(llvm::IRBuilder<> &B, bool FromSigned, bool ToSigned, Rounding How,
             llvm::Type *Result)
      : B(B), FromSigned(FromSigned), ToSigned(ToSigned), How(How),
        Result(Result) {}

  Value *integer(Value *V, bool Saturates);
  Value *floating(Value *V);

private:
  Value *saturated(Value *V);
  Value *directed(Value *Nearest, Value *Above, Value *Below, Value *Negative);
  Value *sign(Value *V, llvm::CmpInst::Predicate P) {
    return B.CreateFCmp(P, V, llvm::ConstantFP::get(V->getType(), 0));
  }
  Value *fromInteger(Value *V, llvm::Type *To) {
    return FromSigned ? B.CreateSIToFP(V, To) : B.CreateUIToFP(V, To);
  }

  llvm::IRBuilder<> &B;
  bool FromSigned, ToSigned;
  Rounding How;
  llvm::Type *Result;
};

} // namespace

/// The nearest integer that the type of the result has.
Value *Conversion::saturated(Value *V) {
  llvm::Type *Wide = B.getIntNTy(128);
  unsigned Bits = Result->getIntegerBitWidth();
  auto Limit = [&](llvm::APInt L) {
    return llvm::ConstantInt::get(Wide, ToSigned ? L.sext(128) : L.zext(128));
  };
  V = FromSigned ? B.CreateSExt(V, Wide) : B.CreateZExt(V, Wide);
  Value *Most = Limit(ToSigned ? llvm::APInt::getSignedMaxValue(Bits)
                               : llvm::APInt::getMaxValue(Bits));
  Value *Least = Limit(ToSigned ? llvm::APInt::getSignedMinValue(Bits)
                                : llvm::APInt::getMinValue(Bits));
  V = B.CreateSelect(B.CreateICmpSGT(V, Most), Most, V);
  V = B.CreateSelect(B.CreateICmpSLT(V, Least), Least, V);
  return B.CreateTrunc(V, Result);
}

Value *Conversion::integer(Value *V, bool Saturates) {
  llvm::Type *T = V->getType();
  if (T->isIntegerTy()) {
    if (Saturates)
      return saturated(V);
    return FromSigned ? B.CreateSExtOrTrunc(V, Result)
                      : B.CreateZExtOrTrunc(V, Result);
  }
  static constexpr ID Rounds[] = {llvm::Intrinsic::trunc, llvm::Intrinsic::rint,
                                  llvm::Intrinsic::trunc, llvm::Intrinsic::ceil,
                                  llvm::Intrinsic::floor};
  V = B.CreateUnaryIntrinsic(Rounds[unsigned(How)], V);
  // What does not fit is undefined unless it saturates. NaN becomes 0.
  return B.CreateIntrinsic(ToSigned ? llvm::Intrinsic::fptosi_sat
                                    : llvm::Intrinsic::fptoui_sat,
                           {Result, T}, {V});
}

/// \p Nearest, or its neighbour where rounding goes the other way. The exact
/// value is \p Above it, or \p Below.
Value *Conversion::directed(Value *Nearest, Value *Above, Value *Below,
                            Value *Negative) {
  llvm::Type *Bits = B.getIntNTy(Result->getPrimitiveSizeInBits());
  Value *One = llvm::ConstantInt::get(Bits, 1);
  Value *Raw = B.CreateBitCast(Nearest, Bits);
  // Bits of a sign and a magnitude: the next number has the next bits.
  Value *Farther = B.CreateAdd(Raw, One), *Nearer = B.CreateSub(Raw, One);
  Value *Up = B.CreateSelect(Negative, Nearer, Farther);
  Value *Down = B.CreateSelect(Negative, Farther, Nearer);
  Value *Rises = Above, *Falls = Below;
  if (How == Rounding::Zero) {
    Rises = B.CreateAnd(Above, Negative);
    Falls = B.CreateAnd(Below, B.CreateNot(Negative));
  } else if (How == Rounding::Up) {
    Falls = B.getFalse();
  } else {
    Rises = B.getFalse();
  }
  Raw = B.CreateSelect(Rises, Up, B.CreateSelect(Falls, Down, Raw));
  return B.CreateBitCast(Raw, Result);
}

Value *Conversion::floating(Value *V) {
  llvm::Type *T = V->getType();
  bool Directed = How != Rounding::Usual && How != Rounding::Nearest;
  // Exact: then it is a number to round.
  if (T->isIntegerTy() && T->getIntegerBitWidth() <= 32 && Directed) {
    V = fromInteger(V, B.getDoubleTy());
    T = V->getType();
  }
  if (T->isFloatingPointTy()) {
    Value *Nearest = B.CreateFPCast(V, Result);
    if (!Directed ||
        Result->getPrimitiveSizeInBits() >= T->getPrimitiveSizeInBits())
      return Nearest;
    Value *Back = B.CreateFPExt(Nearest, T);
    return directed(Nearest, B.CreateFCmpOGT(V, Back), B.CreateFCmpOLT(V, Back),
                    sign(V, llvm::CmpInst::FCMP_OLT));
  }
  Value *Nearest = fromInteger(V, Result);
  if (!Directed)
    return Nearest;
  Value *Back = B.CreateIntrinsic(FromSigned ? llvm::Intrinsic::fptosi_sat
                                             : llvm::Intrinsic::fptoui_sat,
                                  {T, Result}, {Nearest});
  // One above the largest integer saturates to that.
  llvm::Type *Wide = B.getDoubleTy();
  Value *TooLarge = B.CreateFCmpOGE(
      B.CreateFPCast(Nearest, Wide),
      llvm::ConstantFP::get(Wide, FromSigned ? 0x1p63 : 0x1p64));
  auto [Greater, Less] =
      FromSigned ? std::pair(llvm::CmpInst::ICMP_SGT, llvm::CmpInst::ICMP_SLT)
                 : std::pair(llvm::CmpInst::ICMP_UGT, llvm::CmpInst::ICMP_ULT);
  Value *Above = B.CreateICmp(Greater, V, Back);
  Value *Below = B.CreateOr(B.CreateICmp(Less, V, Back), TooLarge);
  return directed(Nearest, Above, Below,
                  sign(Nearest, llvm::CmpInst::FCMP_OLT));
}

Value *bankfix::convertedValue(llvm::IRBuilder<> &B, const OpenCLName &F,
                               llvm::Type *Result, Value *Argument) {
  llvm::StringRef Name = F.Name;
  if (!Name.consume_front("convert_"))
    return nullptr;
  auto How = llvm::StringSwitch<Rounding>(Name.take_back(4))
                 .Case("_rte", Rounding::Nearest)
                 .Case("_rtz", Rounding::Zero)
                 .Case("_rtp", Rounding::Up)
                 .Case("_rtn", Rounding::Down)
                 .Default(Rounding::Usual);
  Conversion C(B, F.Signed, !Name.starts_with("u"), How, Result);
  return Result->isFloatingPointTy()
             ? C.floating(Argument)
             : C.integer(Argument, Name.contains("_sat"));
}
