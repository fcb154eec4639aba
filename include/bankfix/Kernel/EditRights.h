//===- EditRights.h - What of an array's text may change --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_EDITRIGHTS_H
#define BANKFIX_KERNEL_EDITRIGHTS_H

namespace bankfix {

/// What a layout may change of the text around an array. The frontend says it
/// of the source; what the kernels compute does not depend on it.
struct EditRights {
  /// The declaration is of this array alone, in text that may be edited.
  bool OwnsDeclaration = true;
  /// The element's type is named for this array and its group alone, in text
  /// that may be replaced, ...
  bool OwnsType = true;
  /// ... and so ends each access, behind the last bracket.
  bool OwnsAccesses = true;
  /// The elements are of a struct of the file's, and nothing but this array and
  /// its group depends on how large that is: it may get another member.
  bool OwnsStruct = false;
  /// The type has no name outside of the function or class that declares it.
  bool IsLocalType = false;
  /// A class with bases, constructors or the like: a packed struct keeps a
  /// member of that type as aligned as it is by itself.
  bool IsAlignedType = false;
  /// The declaration of a variable that leads into it names the elements' type,
  /// or binds a reference to an element.
  bool IsPointedTo = false;
  /// The types of pointers to its rows name its sizes from this dimension on;
  /// 0: there are no such pointers.
  unsigned PointersFrom = 0;
  /// Calls are told how far apart rows are that its last subscript alone tells
  /// of.
  bool TellsRows = false;

  bool operator==(const EditRights &) const = default;
};

} // namespace bankfix

#endif // BANKFIX_KERNEL_EDITRIGHTS_H
