// What a kernel's __constant pointer leads to is the same for all lanes, as long
// as it always leads there.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | %FileCheck %s

__constant int table[4] = {1, 2, 3, 4};
typedef struct { int pitch; int4 at; } Plan;

int twice(__constant int *of, int i) { return of[i] * 2; }

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void k(__global float *out, __constant int *c, __constant Plan *plan,
       __global const int *g, __constant int *moved, int n) {
  __local float s[1024];
  int t = get_local_id(0);
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 4,
  s[t * table[3]] = 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[t + c[0]] = 1;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"requests": 8, "wavefronts": 16,
  for (int i = 0; i < 8; ++i)
    s[t * 2 + c[i]] = 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[t + plan->at.y + plan[n].pitch + *(c + n) + twice(c, n)] = 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1{{[.0]*}}, "max": 32
  s[t * plan->pitch] = 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"reason": "the index depends on 'g[0]', which only the run knows"
  s[t + g[0]] = 1;
  moved += t & 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"reason": "the index depends on 'moved[0]', which only the run knows"
  s[t + moved[0]] = 1;
  out[t] = s[t];
}
