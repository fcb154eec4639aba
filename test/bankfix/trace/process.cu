// The program's own life: arguments, exit status, output, exit functions,
// destructors, exceptions, threads. No kernel is needed for that.
//
// RUN: %exits 3 %bankfix trace %s > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: count 0 < %t.err
// RUN: %exits 7 %bankfix trace %s -- exit --flag "two words" > %t.out
// RUN: FileCheck %s --check-prefix=EXIT < %t.out
// RUN: %exits 5 %bankfix trace %s -- quick > %t.out
// RUN: FileCheck %s --check-prefix=QUICK < %t.out
// RUN: echo 12 30 > %t.in
// RUN: %exits 42 %bankfix trace %s -- read < %t.in
//
// What ends it by force.
// RUN: %exits 2 %bankfix trace %s -- null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: %exits 2 %bankfix trace %s -- divide 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: %exits 2 %bankfix trace %s -- throw 2>&1 | FileCheck %s --check-prefix=THROW
// RUN: %exits 2 %bankfix trace %s -- kill 2>&1 | FileCheck %s --check-prefix=KILL
// RUN: %exits 2 %bankfix trace %s -- recurse 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: %exits 2 %bankfix trace --time-limit=1 %s -- hang 2>&1 | FileCheck %s --check-prefix=HANG
// RUN: %exits 9 %bankfix trace --memory-limit=2048 %s -- memory
//
// A forked process is the program's own affair.
// RUN: %exits 11 %bankfix trace %s -- fork
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

struct Loud {
  const char *name;
  explicit Loud(const char *name) : name(name) {
    std::cout << "+" << name << "\n";
  }
  ~Loud() { std::cout << "-" << name << "\n"; }
};
static Loud global("global");
thread_local int perThread = 5;

static void atEnd() { printf("at exit\n"); }
__attribute__((destructor)) static void last() { printf("destructor\n"); }
static int recurse(volatile int *p) {
  volatile int here[1024];
  here[0] = *p;
  return here[0] ? recurse(here) + here[0] : 0;
}

int main(int argc, char **argv) {
  std::atexit(atEnd);
  static Loud local("local");
  std::string what = argc > 1 ? argv[1] : "";
  for (int i = 1; i < argc; ++i)
    printf("[%s]", argv[i]);
  printf("%d\n", argc);
  try {
    std::vector<int>(3).at(5);
  } catch (const std::out_of_range &) {
    std::cout << "caught" << std::endl;
  }
  std::thread([] { perThread = 6; }).join();
  std::cout << "tls " << perThread << "\n";
  volatile int zero = 0, one = 1;
  if (what == "exit")
    exit(7);
  if (what == "quick")
    _Exit((std::cout.flush(), fflush(stdout), 5));
  if (what == "read") {
    int a, b;
    std::cin >> a >> b;
    return a + b;
  }
  if (what == "null")
    *(volatile int *)(long)zero = 1;
  if (what == "divide")
    one = one / zero;
  if (what == "throw")
    throw std::runtime_error("oops");
  if (what == "kill")
    kill(getpid(), SIGKILL);
  if (what == "recurse")
    return recurse(&one);
  while (what == "hang")
    zero = 0;
  if (what == "memory") {
    try {
      memset(::operator new(size_t(4) << 30), 1, size_t(4) << 30);
    } catch (const std::bad_alloc &) {
      return 9;
    }
  }
  if (what == "fork") {
    if (fork() == 0)
      exit(11);
    int status;
    wait(&status);
    return WEXITSTATUS(status);
  }
  return 3;
}

// CHECK: {{^}}+global
// CHECK-NEXT: {{^}}+local
// CHECK-NEXT: {{^}}1{{$}}
// CHECK-NEXT: caught
// CHECK-NEXT: tls 5
// CHECK-NEXT: -local
// CHECK-NEXT: at exit
// CHECK-NEXT: -global
// CHECK-NEXT: destructor
// EXIT: [exit][--flag][two words]4
// EXIT: -local
// EXIT-NEXT: at exit
// EXIT-NEXT: -global
// EXIT-NEXT: destructor
// QUICK: tls 5
// QUICK-NOT: at exit
// NULL: bankfix: error: the program crashed: segmentation fault in the host's code, at address 0x
// DIVIDE: bankfix: error: the program crashed: arithmetic error (a division by zero?) in the host's code
// THROW: oops
// THROW: bankfix: error: the program crashed: abort in the host's code
// KILL: bankfix: error: the program was ended by signal 9
// HANG: bankfix: error: the program ran for more than 1 seconds (--time-limit) and was stopped
