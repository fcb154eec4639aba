//===- Printer.cpp - Kernels and expressions as text ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Kernel.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

llvm::StringRef bankfix::spelling(Op O) {
  static constexpr llvm::StringLiteral Names[] = {
      "-",     "~", "!",  "popcount", "clz", "reversed", "+",  "-",   "*",
      "/",     "%", "<<", ">>",       "&",   "|",        "^",  "min", "max",
      "mulhi", "<", "<=", ">",        ">=",  "==",       "!=", "&&",  "||"};
  return Names[unsigned(O)];
}

namespace {

std::string launchText(const Expr &E) {
  static constexpr llvm::StringLiteral Names[] = {"threadIdx", "blockIdx",
                                                  "blockDim", "gridDim"};
  return Names[unsigned(E.launchValue())].str() + "." + "xyz"[E.axis()];
}

std::string typeName(IntType T) {
  return (T.Signed ? "i" : "u") + std::to_string(T.Bits);
}

std::string binaryText(const Expr &E) {
  std::string A = toString(*E.operand(0)), B = toString(*E.operand(1));
  if (E.op() == Op::Min || E.op() == Op::Max || isBitFunction(E.op()))
    return spelling(E.op()).str() + "(" + A + ", " + B + ")";
  return "(" + A + " " + spelling(E.op()).str() + " " + B + ")";
}

class Printer {
public:
  Printer(llvm::raw_ostream &OS, const Kernel &K, const Program &P)
      : OS(OS), K(K), P(P) {}

  void list(const StmtList &Stmts, unsigned Indent) {
    for (const Stmt &S : Stmts) {
      OS.indent(Indent);
      std::visit([&](const auto &Node) { print(Node, Indent); }, S.Node);
    }
  }

private:
  void print(const Assign &A, unsigned) {
    OS << K.Variables[A.Var].Name << " = " << toString(*A.Value) << "\n";
  }
  void print(const If &I, unsigned Indent) {
    OS << "if " << toString(*I.Cond) << "\n";
    list(I.Then, Indent + 2);
    if (I.Else.empty())
      return;
    OS.indent(Indent) << "else\n";
    list(I.Else, Indent + 2);
  }
  void print(const Loop &L, unsigned Indent) {
    OS << (L.TestFirst ? "loop" : "loop-test-last") << " while "
       << (L.Cond ? toString(*L.Cond) : "true") << "\n";
    part("header", L.Header, Indent + 2);
    list(L.Body, Indent + 2);
    part("step", L.Step, Indent + 2);
  }
  void part(llvm::StringRef Name, const StmtList &Stmts, unsigned Indent) {
    if (Stmts.empty())
      return;
    OS.indent(Indent) << Name << ":\n";
    list(Stmts, Indent + 2);
  }
  void print(const Jump &J, unsigned) {
    static constexpr llvm::StringLiteral Names[] = {"break", "continue",
                                                    "leave", "return"};
    OS << Names[unsigned(J.Kind)] << "\n";
  }
  void print(const Scope &S, unsigned Indent) {
    OS << (S.Kind == ScopeKind::Call ? "call\n" : "block\n");
    list(S.Body, Indent + 2);
  }
  void print(const Barrier &, unsigned) { OS << "barrier\n"; }
  void print(const Access &A, unsigned) {
    static constexpr llvm::StringLiteral Ops[] = {
        "load",         "store",      "atomic", "load-matrix",
        "store-matrix", "async-copy", "atomic", "atomic"};
    const Site &S = K.Sites[A.Site];
    OS << Ops[unsigned(S.Op)] << " " << P.Arrays[S.Array].Name;
    for (const Expr *E : A.Subscripts)
      OS << "[" << toString(*E) << "]";
    if (A.Offset)
      OS << " +" << toString(*A.Offset);
    if (A.MemberOffset)
      OS << " +" << A.MemberOffset;
    if (A.Only)
      OS << " only " << toString(*A.Only);
    if (!A.Reason.empty())
      OS << " unknown: " << A.Reason;
    OS << "\n";
  }
  void print(const Assume &A, unsigned) {
    OS << "assume " << toString(*A.Cond) << "\n";
  }
  void print(const Unsupported &U, unsigned) {
    OS << "unsupported: " << U.Reason << "\n";
  }
  void print(const Work &W, unsigned) {
    llvm::ListSeparator Comma(",");
    OS << "work";
    for (auto [Count, Kind] :
         {std::pair(W.Integers, " integer"), std::pair(W.Floats, " float"),
          std::pair(W.Doubles, " double"), std::pair(W.Specials, " special"),
          std::pair(unsigned(W.Products), " product"),
          std::pair(unsigned(W.Shuffles), " shuffle")})
      if (Count)
        OS << Comma << " " << Count << Kind;
    for (const OutsideAccess &A : W.Outside)
      OS << Comma << (A.IsStore ? " store " : " load ") << A.Bytes << " at "
         << (A.Index ? toString(*A.Index) : "?");
    OS << "\n";
  }

  llvm::raw_ostream &OS;
  const Kernel &K;
  const Program &P;
};

} // namespace

std::string bankfix::toString(const Expr &E) {
  switch (E.kind()) {
  case ExprKind::Const:
    return std::to_string(E.value());
  case ExprKind::LaunchValue:
    return launchText(E);
  case ExprKind::Param:
  case ExprKind::Var:
    return E.name().str();
  case ExprKind::Opaque:
    return "<" + E.name().str() + ">";
  case ExprKind::Unary:
    if (isBitFunction(E.op()))
      return spelling(E.op()).str() + "(" + toString(*E.operand(0)) + ")";
    return spelling(E.op()).str() + toString(*E.operand(0));
  case ExprKind::Binary:
    return binaryText(E);
  case ExprKind::Select:
    return "(" + toString(*E.operand(0)) + " ? " + toString(*E.operand(1)) +
           " : " + toString(*E.operand(2)) + ")";
  case ExprKind::Cast:
    return typeName(E.type()) + "(" + toString(*E.operand(0)) + ")";
  }
  return "";
}

void bankfix::print(llvm::raw_ostream &OS, const Kernel &K, const Program &P) {
  OS << "kernel " << K.Name << K.Instance << "\n";
  Printer(OS, K, P).list(K.Body, 2);
}
