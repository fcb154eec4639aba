//===- SourceLines.cpp - The line that a finding is about -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::StringRef;

namespace {
/// One character of a line as it is shown.
struct Shown {
  std::string Text;
  unsigned Width; ///< Columns of the screen.
  size_t Byte;    ///< In the line, from 0.
};
} // namespace

SourceLines::SourceLines(const Report &R) {
  for (const FileReport &F : R.Files)
    Analysed[F.Path] = F.Text;
}

StringRef SourceLines::textOf(StringRef File) {
  if (auto It = Analysed.find(File); It != Analysed.end())
    return It->second;
  auto [It, IsNew] = Headers.try_emplace(File);
  if (IsNew)
    if (auto Buffer = llvm::MemoryBuffer::getFile(File))
      It->second = (*Buffer)->getBuffer().str();
  return It->second;
}

std::optional<StringRef> SourceLines::find(StringRef MainFile,
                                           const SourcePlace &P) {
  if (!P.Line || !P.Column)
    return std::nullopt;
  StringRef File = P.File.empty() ? MainFile : StringRef(P.File);
  StringRef Text = textOf(File);
  std::vector<size_t> &Lines = Starts[File];
  if (Lines.empty()) {
    Lines.push_back(0);
    for (size_t At = Text.find('\n'); At != StringRef::npos;
         At = Text.find('\n', At + 1))
      Lines.push_back(At + 1);
  }
  if (P.Line > Lines.size())
    return std::nullopt;
  StringRef Line = Text.drop_front(Lines[P.Line - 1]).split('\n').first;
  Line.consume_back("\r");
  if (P.Column > Line.size())
    return std::nullopt;
  return Line;
}

unsigned SourceLines::endColumn(StringRef MainFile, const SourcePlace &P,
                                StringRef Text) {
  std::optional<StringRef> Line = find(MainFile, P);
  bool StandsThere =
      Line && Line->drop_front(P.Column - 1).starts_with(Text) && P.Column;
  return P.Column + (StandsThere ? std::max<unsigned>(Text.size(), 1) : 1);
}

/// The character that \p Line starts with, at column \p At of the screen.
static Shown show(StringRef Line, unsigned At) {
  constexpr unsigned TabStop = 8; // Clang's.
  if (Line.front() == '\t') {
    unsigned Width = TabStop - At % TabStop;
    return {std::string(Width, ' '), Width, 1};
  }
  size_t Bytes = llvm::getNumBytesForUTF8(Line.front());
  StringRef Text = Line.take_front(Bytes);
  int Width = llvm::sys::unicode::columnWidthUTF8(Text);
  if (Text.size() == Bytes && Width >= 0)
    return {Text.str(), unsigned(Width), Bytes};
  std::string Escaped;
  llvm::raw_string_ostream(Escaped)
      << llvm::format("<%02X>", (unsigned char)Line.front());
  return {Escaped, unsigned(Escaped.size()), 1};
}

/// \p Line as it is shown; Byte is where each character begins.
static std::vector<Shown> showAll(StringRef Line) {
  std::vector<Shown> Out;
  unsigned At = 0;
  for (size_t Byte = 0; Byte < Line.size();) {
    Shown Next = show(Line.substr(Byte), At);
    At += Next.Width;
    Byte += std::exchange(Next.Byte, Byte);
    Out.push_back(std::move(Next));
  }
  return Out;
}

void bankfix::printSnippet(llvm::raw_ostream &OS, StringRef Line,
                           unsigned Number, unsigned Column) {
  constexpr size_t Before = 60, Behind = 60; // Characters around the caret.
  std::vector<Shown> All = showAll(Line.rtrim());
  size_t Caret = 0;
  while (Caret + 1 < All.size() && All[Caret + 1].Byte < Column)
    ++Caret;
  size_t Begin = 0, End = All.size();
  if (All.size() > Before + Behind) {
    Begin = Caret > Before ? Caret - Before : 0;
    End = std::min(All.size(), Begin + Before + Behind);
  }
  std::string Text = Begin ? "..." : "";
  size_t Indent = Text.size();
  for (size_t I = Begin; I < End; ++I) {
    Text += All[I].Text;
    Indent += I < Caret ? All[I].Width : 0;
  }
  if (End < All.size())
    Text += "...";
  OS << llvm::format("%5u | ", Number) << Text << "\n      | "
     << std::string(Indent, ' ');
  OS.changeColor(llvm::raw_ostream::GREEN, /*Bold=*/true) << '^';
  OS.resetColor();
  OS << '\n';
}
