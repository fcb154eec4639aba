//===- OpenCLMaths.cpp - Values of OpenCL's functions ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenCLMaths.h"
#include "Jit.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"
#include <numbers>

using namespace bankfix;
using llvm::Value;
using llvm::Intrinsic::ID;

/// Of a scalar type, mangled.
static unsigned scalarBytes(llvm::StringRef T) {
  if (T.starts_with("Dh"))
    return 2;
  return llvm::StringSwitch<unsigned>(T.take_front())
      .Cases({"c", "a", "h"}, 1)
      .Cases({"s", "t"}, 2)
      .Cases({"i", "j", "f"}, 4)
      .Cases({"l", "m", "d"}, 8)
      .Default(0);
}

std::optional<OpenCLName> OpenCLName::parse(llvm::StringRef Symbol) {
  OpenCLName F;
  unsigned Length = 0;
  if (!Symbol.consume_front("_Z") || Symbol.consumeInteger(10, Length) ||
      Length > Symbol.size())
    return std::nullopt;
  F.Name = Symbol.take_front(Length);
  F.Types = Symbol.drop_front(Length);
  llvm::StringRef T = F.Types;
  unsigned Elements = 1;
  for (bool More = true; More;) {
    More = T.consume_front("P") || T.consume_front("V") ||
           T.consume_front("K") || T.consume_front("U7_Atomic");
    if (T.consume_front("U3AS")) {
      T = T.drop_front();
      More = true;
    }
    if (T.consume_front("Dv")) {
      T.consumeInteger(10, Elements);
      T.consume_front("_");
      More = true;
    }
  }
  F.Bytes = scalarBytes(T) * (Elements == 3 ? 4 : Elements);
  F.Signed = !T.empty() && llvm::StringRef("casilx").contains(T.front());
  return F;
}

namespace {

/// Builds the value of one function for one element.
class Element {
public:
  Element(llvm::IRBuilder<> &B, const OpenCLName &F, llvm::Type *Result,
          llvm::ArrayRef<Value *> A)
      : B(B), F(F), Result(Result), A(A), T(A[0]->getType()) {}

  Value *build();

private:
  Value *floating(llvm::StringRef Name);
  Value *common(llvm::StringRef Name);
  Value *integer(llvm::StringRef Name);
  Value *relation(llvm::StringRef Name);
  Value *library(llvm::StringRef Name);

  Value *number(double V) { return llvm::ConstantFP::get(T, V); }
  Value *intrinsic(ID I) {
    return B.CreateIntrinsic(I, {T}, A.take_front(A.size()));
  }
  Value *least(Value *X, Value *Y) {
    if (T->isFloatingPointTy())
      return B.CreateBinaryIntrinsic(llvm::Intrinsic::minnum, X, Y);
    return B.CreateBinaryIntrinsic(
        F.Signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, X, Y);
  }
  Value *most(Value *X, Value *Y) {
    if (T->isFloatingPointTy())
      return B.CreateBinaryIntrinsic(llvm::Intrinsic::maxnum, X, Y);
    return B.CreateBinaryIntrinsic(
        F.Signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, X, Y);
  }
  /// In twice the width.
  Value *wide(Value *V) {
    llvm::Type *W = B.getIntNTy(2 * T->getIntegerBitWidth());
    return F.Signed ? B.CreateSExt(V, W) : B.CreateZExt(V, W);
  }
  Value *high(Value *X, Value *Y) {
    Value *P = B.CreateMul(wide(X), wide(Y));
    return B.CreateTrunc(B.CreateLShr(P, T->getIntegerBitWidth()), T);
  }
  /// The low 24 bits.
  Value *low24(Value *V) {
    V = B.CreateShl(V, 8);
    return F.Signed ? B.CreateAShr(V, 8) : B.CreateLShr(V, 8);
  }

  llvm::IRBuilder<> &B;
  const OpenCLName &F;
  llvm::Type *Result;
  llvm::ArrayRef<Value *> A;
  llvm::Type *T;
};

} // namespace

/// A function of the C library, in double for a half.
Value *Element::library(llvm::StringRef Name) {
  llvm::Type *In = T->isHalfTy() ? B.getFloatTy() : T;
  std::string Symbol = (Name + (In->isFloatTy() ? "f" : "")).str();
  static const llvm::StringRef Own[] = {"rsqrt", "sinpi", "cospi", "exp10"};
  if (!isHostFunction(Symbol) && !llvm::is_contained(Own, Name))
    return nullptr;
  llvm::SmallVector<Value *, 3> Arguments;
  llvm::SmallVector<llvm::Type *, 3> Types;
  for (Value *V : A) {
    if (V->getType()->isPointerTy())
      return nullptr;
    Arguments.push_back(V->getType()->isHalfTy() ? B.CreateFPExt(V, In) : V);
    Types.push_back(Arguments.back()->getType());
  }
  llvm::Type *Out = Result->isHalfTy() ? In : Result;
  llvm::Module &M = *B.GetInsertBlock()->getModule();
  Value *V = B.CreateCall(
      M.getOrInsertFunction(Symbol, llvm::FunctionType::get(Out, Types, false)),
      Arguments);
  return Result->isHalfTy() ? B.CreateFPTrunc(V, Result) : V;
}

Value *Element::floating(llvm::StringRef Name) {
  if (!T->isFloatingPointTy())
    return nullptr;
  Name.consume_front("native_") || Name.consume_front("half_");
  if (Name == "mad" || Name == "fma")
    return Name == "fma" ? intrinsic(llvm::Intrinsic::fma)
                         : B.CreateFAdd(B.CreateFMul(A[0], A[1]), A[2]);
  if (Name == "recip")
    return B.CreateFDiv(number(1), A[0]);
  if (Name == "divide")
    return B.CreateFDiv(A[0], A[1]);
  if (Name == "degrees")
    return B.CreateFMul(A[0], number(180 / std::numbers::pi));
  if (Name == "radians")
    return B.CreateFMul(A[0], number(std::numbers::pi / 180));
  if (Name == "mix")
    return B.CreateFAdd(A[0], B.CreateFMul(B.CreateFSub(A[1], A[0]), A[2]));
  if (Name == "step")
    return B.CreateSelect(B.CreateFCmpOLT(A[1], A[0]), number(0), number(1));
  if (Name == "powr")
    Name = "pow";
  auto I = llvm::StringSwitch<ID>(Name)
               .Case("sqrt", llvm::Intrinsic::sqrt)
               .Case("fabs", llvm::Intrinsic::fabs)
               .Case("floor", llvm::Intrinsic::floor)
               .Case("ceil", llvm::Intrinsic::ceil)
               .Case("trunc", llvm::Intrinsic::trunc)
               .Case("rint", llvm::Intrinsic::rint)
               .Case("round", llvm::Intrinsic::round)
               .Case("copysign", llvm::Intrinsic::copysign)
               .Case("fmin", llvm::Intrinsic::minnum)
               .Case("fmax", llvm::Intrinsic::maxnum)
               .Default(llvm::Intrinsic::not_intrinsic);
  return I ? intrinsic(I) : library(Name);
}

/// Of integers and floating-point numbers alike.
Value *Element::common(llvm::StringRef Name) {
  if (Name == "min" && A.size() == 2)
    return least(A[0], A[1]);
  if (Name == "max" && A.size() == 2)
    return most(A[0], A[1]);
  if (Name == "clamp")
    return least(most(A[0], A[1]), A[2]);
  if (Name == "bitselect" && T->isIntegerTy())
    return B.CreateOr(B.CreateAnd(A[0], B.CreateNot(A[2])),
                      B.CreateAnd(A[1], A[2]));
  return nullptr;
}

Value *Element::integer(llvm::StringRef Name) {
  if (!T->isIntegerTy())
    return nullptr;
  if (Name == "abs")
    return F.Signed ? B.CreateBinaryIntrinsic(llvm::Intrinsic::abs, A[0],
                                              B.getInt1(false))
                    : A[0];
  if (Name == "abs_diff")
    return B.CreateSub(most(A[0], A[1]), least(A[0], A[1]));
  if (Name == "mul24")
    return B.CreateMul(low24(A[0]), low24(A[1]));
  if (Name == "mad24")
    return B.CreateAdd(B.CreateMul(low24(A[0]), low24(A[1])), A[2]);
  if (Name == "mul_hi")
    return high(A[0], A[1]);
  if (Name == "mad_hi")
    return B.CreateAdd(high(A[0], A[1]), A[2]);
  if (Name == "hadd" || Name == "rhadd") {
    Value *Sum = B.CreateAdd(wide(A[0]), wide(A[1]));
    if (Name == "rhadd")
      Sum = B.CreateAdd(Sum, llvm::ConstantInt::get(Sum->getType(), 1));
    return B.CreateTrunc(B.CreateLShr(Sum, 1), T);
  }
  if (Name == "add_sat" || Name == "sub_sat") {
    bool Add = Name == "add_sat";
    return intrinsic(F.Signed ? Add ? llvm::Intrinsic::sadd_sat
                                    : llvm::Intrinsic::ssub_sat
                     : Add    ? llvm::Intrinsic::uadd_sat
                              : llvm::Intrinsic::usub_sat);
  }
  if (Name == "rotate")
    return B.CreateIntrinsic(llvm::Intrinsic::fshl, {T}, {A[0], A[0], A[1]});
  if (Name == "popcount")
    return intrinsic(llvm::Intrinsic::ctpop);
  if (Name == "clz" || Name == "ctz")
    return B.CreateIntrinsic(Name == "clz" ? llvm::Intrinsic::ctlz
                                           : llvm::Intrinsic::cttz,
                             {T}, {A[0], B.getInt1(false)});
  return nullptr;
}

/// Results are 0 and 1 for scalars, 0 and -1 for the elements of vectors; only
/// the former come here with 32 bits.
Value *Element::relation(llvm::StringRef Name) {
  if (Name == "select") {
    llvm::Type *C = A[2]->getType();
    Value *Zero = llvm::ConstantInt::get(C, 0);
    return B.CreateSelect(B.CreateICmpNE(A[2], Zero), A[1], A[0]);
  }
  if (!T->isFloatingPointTy())
    return nullptr;
  auto Truth = [&](Value *V) { return B.CreateZExt(V, Result); };
  if (Name == "isnan")
    return Truth(B.CreateFCmpUNO(A[0], A[0]));
  if (Name == "isequal")
    return Truth(B.CreateFCmpOEQ(A[0], A[1]));
  if (Name == "isless")
    return Truth(B.CreateFCmpOLT(A[0], A[1]));
  if (Name == "isgreater")
    return Truth(B.CreateFCmpOGT(A[0], A[1]));
  return nullptr;
}

Value *Element::build() {
  for (Value *V : A)
    if (V->getType()->isPointerTy())
      return nullptr;
  if (Value *V = common(F.Name))
    return V;
  if (Value *V = convertedValue(B, F, Result, A[0]))
    return V;
  if (Value *V = relation(F.Name))
    return V;
  return T->isFloatingPointTy() ? floating(F.Name) : integer(F.Name);
}

Value *bankfix::elementValue(llvm::IRBuilder<> &B, const OpenCLName &F,
                             llvm::Type *Result,
                             llvm::ArrayRef<Value *> Arguments) {
  return Arguments.empty() ? nullptr : Element(B, F, Result, Arguments).build();
}

static Value *dot(llvm::IRBuilder<> &B, Value *X, Value *Y) {
  auto *T = llvm::dyn_cast<llvm::FixedVectorType>(X->getType());
  if (!T)
    return B.CreateFMul(X, Y);
  Value *Products = B.CreateFMul(X, Y), *Sum = nullptr;
  for (unsigned I = 0; I < T->getNumElements(); ++I) {
    Value *P = B.CreateExtractElement(Products, I);
    Sum = Sum ? B.CreateFAdd(Sum, P) : P;
  }
  return Sum;
}

static Value *cross(llvm::IRBuilder<> &B, Value *X, Value *Y) {
  Value *Out = llvm::Constant::getNullValue(X->getType());
  auto At = [&](Value *V, unsigned I) {
    return B.CreateExtractElement(V, I % 3);
  };
  for (unsigned I = 0; I < 3; ++I)
    Out = B.CreateInsertElement(
        Out,
        B.CreateFSub(B.CreateFMul(At(X, I + 1), At(Y, I + 2)),
                     B.CreateFMul(At(X, I + 2), At(Y, I + 1))),
        I);
  return Out;
}

Value *bankfix::vectorValue(llvm::IRBuilder<> &B, const OpenCLName &F,
                            llvm::Type *Result, llvm::ArrayRef<Value *> A) {
  if (A.empty() || !A[0]->getType()->isFPOrFPVectorTy())
    return nullptr;
  llvm::StringRef Name = F.Name;
  bool Fast = Name.consume_front("fast_");
  (void)Fast;
  auto Length = [&](Value *V) {
    return B.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, dot(B, V, V));
  };
  if (Name == "dot" && A.size() == 2)
    return dot(B, A[0], A[1]);
  if (Name == "length")
    return Length(A[0]);
  if (Name == "distance")
    return Length(B.CreateFSub(A[0], A[1]));
  if (Name == "cross")
    return cross(B, A[0], A[1]);
  if (Name != "normalize")
    return nullptr;
  Value *L = Length(A[0]);
  if (auto *T = llvm::dyn_cast<llvm::FixedVectorType>(Result))
    L = B.CreateVectorSplat(T->getNumElements(), L);
  return B.CreateFDiv(A[0], L);
}
