// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What hosts use of C++'s library, as far as it decides how they are followed:
// which functions there are, and which arguments they only read. Nothing has a
// body: what such a function returns is not known. ([namespace.std] of C++17.)

#pragma once
#pragma clang system_header

#include "bankfix_opencl_host.h"

#ifdef __cplusplus
namespace std {

using ::FILE;
using ::ptrdiff_t;
using ::int8_t;
using ::int16_t;
using ::uint8_t;
using ::uint16_t;
using nullptr_t = decltype(nullptr);

template <class __T> struct initializer_list {
  const __T *First;
  size_t Count;
  const __T *begin() const;
  const __T *end() const;
  size_t size() const;
};

template <class __A, class __B> struct pair {
  __A first;
  __B second;
  pair();
  pair(const __A &, const __B &);
};
template <class __A, class __B>
pair<__A, __B> make_pair(const __A &, const __B &);
template <class __A, class __B>
bool operator==(const pair<__A, __B> &, const pair<__A, __B> &);

template <class __T> const __T &min(const __T &, const __T &);
template <class __T> const __T &max(const __T &, const __T &);
template <class __T> void swap(__T &, __T &);
template <class It, class __T> void fill(It, It, const __T &);
template <class It, class __N, class __T> It fill_n(It, __N, const __T &);
template <class It, class To> To copy(It, It, To);
template <class It> void sort(It, It);
template <class It, class __F> void sort(It, It, __F);
template <class It, class __T> It find(It, It, const __T &);
template <class It, class __T> __T accumulate(It, It, __T);

class string {
public:
  static const size_t npos = size_t(-1);
  typedef size_t size_type;
  typedef char *iterator;
  typedef const char *const_iterator;
  string();
  string(const string &);
  string(const char *);
  string(const char *, size_t);
  string(size_t, char);
  template <class It> string(It, It);
  ~string();
  string &operator=(const string &);
  string &operator=(const char *);
  string &operator+=(const string &);
  string &operator+=(const char *);
  string &operator+=(char);
  char &operator[](size_t);
  const char &operator[](size_t) const;
  const char *c_str() const;
  const char *data() const;
  size_t size() const;
  size_t length() const;
  bool empty() const;
  void clear();
  void resize(size_t);
  void reserve(size_t);
  void push_back(char);
  string &append(const string &);
  string &append(const char *);
  string &append(const char *, size_t);
  string &assign(const string &);
  string &assign(const char *, size_t);
  string &erase(size_t = 0, size_t = npos);
  string &insert(size_t, const string &);
  string &replace(size_t, size_t, const string &);
  string substr(size_t = 0, size_t = npos) const;
  size_t find(const string &, size_t = 0) const;
  size_t find(char, size_t = 0) const;
  size_t rfind(const string &, size_t = npos) const;
  size_t rfind(char, size_t = npos) const;
  size_t find_first_of(const string &, size_t = 0) const;
  size_t find_first_of(char, size_t = 0) const;
  size_t find_last_of(const string &, size_t = npos) const;
  size_t find_last_of(char, size_t = npos) const;
  size_t find_first_not_of(const string &, size_t = 0) const;
  size_t find_first_not_of(char, size_t = 0) const;
  size_t find_last_not_of(const string &, size_t = npos) const;
  size_t find_last_not_of(char, size_t = npos) const;
  int compare(const string &) const;
  int compare(size_t, size_t, const string &) const;
  char &at(size_t);
  const char &at(size_t) const;
  char *begin();
  char *end();
  const char *begin() const;
  const char *end() const;
};
string operator+(const string &, const string &);
string operator+(const string &, char);
string operator+(char, const string &);
bool operator==(const string &, const string &);
bool operator!=(const string &, const string &);
bool operator<(const string &, const string &);
string to_string(int);
string to_string(unsigned);
string to_string(long);
string to_string(unsigned long);
string to_string(long long);
string to_string(unsigned long long);
string to_string(double);
int stoi(const string &);
unsigned long stoul(const string &);
float stof(const string &);

template <class __T> class vector {
public:
  typedef __T *iterator;
  typedef const __T *const_iterator;
  typedef __T value_type;
  typedef size_t size_type;
  vector();
  explicit vector(size_t);
  vector(size_t, const __T &);
  vector(const vector &);
  vector(initializer_list<__T>);
  template <class It> vector(It, It);
  ~vector();
  vector &operator=(const vector &);
  __T &operator[](size_t);
  const __T &operator[](size_t) const;
  __T &at(size_t);
  const __T &at(size_t) const;
  __T &front();
  const __T &front() const;
  __T &back();
  const __T &back() const;
  __T *data();
  const __T *data() const;
  __T *begin();
  __T *end();
  const __T *begin() const;
  const __T *end() const;
  size_t size() const;
  bool empty() const;
  void clear();
  void resize(size_t);
  void resize(size_t, const __T &);
  void reserve(size_t);
  void push_back(const __T &);
  template <class... Args> void emplace_back(Args &&...);
  void pop_back();
  __T *insert(__T *, const __T &);
  template <class It> __T *insert(__T *, It, It);
  __T *erase(__T *);
  void assign(size_t, const __T &);
};

template <class __K, class __T> class map {
public:
  typedef pair<const __K, __T> *iterator;
  typedef const pair<const __K, __T> *const_iterator;
  map();
  map(const map &);
  ~map();
  __T &operator[](const __K &);
  __T &at(const __K &);
  const __T &at(const __K &) const;
  iterator find(const __K &);
  const_iterator find(const __K &) const;
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  size_t count(const __K &) const;
  size_t size() const;
  bool empty() const;
  void clear();
};

class ios_base {
public:
  typedef int openmode, fmtflags, seekdir;
  static const int in, out, binary, ate, app, trunc, beg, cur, end, dec, hex,
      fixed, left, right;
  long width(long);
  long precision(long);
  int flags(int);
  int setf(int);
  int setf(int, int);
};
class ios : public ios_base {
public:
  explicit operator bool() const;
  bool operator!() const;
  bool good() const;
  bool fail() const;
  bool bad() const;
  bool eof() const;
  void clear();
};
ios_base &dec(ios_base &);
ios_base &hex(ios_base &);
ios_base &fixed(ios_base &);
ios_base &scientific(ios_base &);
ios_base &left(ios_base &);
ios_base &right(ios_base &);
ios_base &boolalpha(ios_base &);

class ostream : public virtual ios {
public:
  ostream &operator<<(ostream &(*)(ostream &));
  ostream &operator<<(ios_base &(*)(ios_base &));
  ostream &operator<<(bool);
  ostream &operator<<(char);
  ostream &operator<<(int);
  ostream &operator<<(unsigned);
  ostream &operator<<(long);
  ostream &operator<<(unsigned long);
  ostream &operator<<(long long);
  ostream &operator<<(unsigned long long);
  ostream &operator<<(float);
  ostream &operator<<(double);
  ostream &operator<<(const char *);
  ostream &operator<<(const void *);
  ostream &write(const char *, long);
  ostream &put(char);
  ostream &flush();
  ostream &seekp(long);
  long tellp();
};
ostream &operator<<(ostream &, const string &);
ostream &endl(ostream &);
ostream &flush(ostream &);

class istream : public virtual ios {
public:
  istream &operator>>(char &);
  istream &operator>>(int &);
  istream &operator>>(unsigned &);
  istream &operator>>(long &);
  istream &operator>>(unsigned long &);
  istream &operator>>(long long &);
  istream &operator>>(unsigned long long &);
  istream &operator>>(float &);
  istream &operator>>(double &);
  istream &read(char *, long);
  istream &get(char &);
  int get();
  istream &getline(char *, long);
  istream &seekg(long);
  istream &seekg(long, int);
  long tellg();
};
istream &operator>>(istream &, string &);
istream &getline(istream &, string &);
class iostream : public istream, public ostream {};
extern ostream cout, cerr, clog;
extern istream cin;

class ostringstream : public ostream {
public:
  ostringstream();
  explicit ostringstream(const string &);
  string str() const;
  void str(const string &);
};
class istringstream : public istream {
public:
  explicit istringstream(const string &);
  string str() const;
};
class stringstream : public iostream {
public:
  stringstream();
  explicit stringstream(const string &);
  string str() const;
  void str(const string &);
};
class ifstream : public istream {
public:
  ifstream();
  explicit ifstream(const char *, int = 8);
  explicit ifstream(const string &, int = 8);
  void open(const char *, int = 8);
  void open(const string &, int = 8);
  bool is_open() const;
  void close();
};
class ofstream : public ostream {
public:
  ofstream();
  explicit ofstream(const char *, int = 16);
  explicit ofstream(const string &, int = 16);
  void open(const char *, int = 16);
  void open(const string &, int = 16);
  bool is_open() const;
  void close();
};
class fstream : public iostream {
public:
  fstream();
  explicit fstream(const char *, int = 24);
  explicit fstream(const string &, int = 24);
  void open(const char *, int = 24);
  void open(const string &, int = 24);
  bool is_open() const;
  void close();
};

struct WidthSetter {
  int Value;
};
ostream &operator<<(ostream &, WidthSetter);
WidthSetter setw(int);
WidthSetter setprecision(int);
WidthSetter setfill(char);

template <class __C> class istreambuf_iterator {
public:
  istreambuf_iterator();
  istreambuf_iterator(istream &);
};

class exception {
public:
  exception();
  virtual ~exception();
  virtual const char *what() const;
};
class runtime_error : public exception {
public:
  explicit runtime_error(const string &);
  explicit runtime_error(const char *);
};
class logic_error : public exception {
public:
  explicit logic_error(const string &);
};
class invalid_argument : public logic_error {
public:
  explicit invalid_argument(const string &);
};

} // namespace std
#endif
