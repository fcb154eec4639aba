// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command lines, as NVIDIA's samples read them: --name or --name=value.

#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The text after --name, which begins with '=' or is empty; null if absent.
inline const char *__bankfix_argument(int argc, const char **argv,
                                      const char *name) {
  size_t length = strlen(name);
  for (int i = 1; i < argc; ++i) {
    const char *argument = argv[i];
    while (*argument == '-')
      ++argument;
    if (argument != argv[i] && !strncmp(argument, name, length) &&
        (argument[length] == 0 || argument[length] == '='))
      return argument + length;
  }
  return nullptr;
}
inline bool checkCmdLineFlag(int argc, const char **argv, const char *name) {
  return __bankfix_argument(argc, argv, name) != nullptr;
}
inline int getCmdLineArgumentInt(int argc, const char **argv,
                                 const char *name) {
  const char *text = __bankfix_argument(argc, argv, name);
  return text && *text ? atoi(text + 1) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char **argv,
                                     const char *name) {
  const char *text = __bankfix_argument(argc, argv, name);
  return text && *text ? static_cast<float>(atof(text + 1)) : 0.0f;
}
inline bool getCmdLineArgumentString(int argc, const char **argv,
                                     const char *name, char **value) {
  const char *text = __bankfix_argument(argc, argv, name);
  *value = text && *text ? const_cast<char *>(text + 1) : nullptr;
  return *value != nullptr;
}
template <class __T>
inline bool getCmdLineArgumentValue(int argc, const char **argv,
                                    const char *name, __T *value) {
  const char *text = __bankfix_argument(argc, argv, name);
  if (text && *text)
    *value = static_cast<__T>(atoi(text + 1));
  return text && *text;
}
inline int stringRemoveDelimiter(char delimiter, const char *text) {
  int start = 0;
  while (text[start] == delimiter)
    ++start;
  return start;
}
// Where a sample's data file is; here always as named.
inline char *sdkFindFilePath(const char *file, const char *) {
  return const_cast<char *>(file);
}
