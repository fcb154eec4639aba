// Lanes that surely leave a loop in its first iteration say nothing of where
// the others are in later ones. Found by a second run that went further than
// the first: only some values of the loop's variable were inside the array.

// RUN: %bankfix check %s > %t.log
// RUN: FileCheck %s --allow-empty --check-prefix=QUIET < %t.log
// RUN: %bankfix check --format=json %s > %t.json
// RUN: FileCheck %s < %t.json

// QUIET-NOT: conflict
// CHECK: "degree":
// CHECK: "max": 1,
// CHECK: "wavefronts": 2
__kernel __attribute__((reqd_work_group_size(2, 2, 16)))
void leaves(__global unsigned *out, int m) {
  __local __attribute__((aligned(16))) float a[4][11];
  unsigned tid = (get_local_id(2) * 2 + get_local_id(1)) * 2 + get_local_id(0);
  unsigned sum = 1;
  for (int i = 0; i < 3; ++i) {
    sum = sum * 31 + (unsigned)a[tid % 4][i];
    if (i >= (tid & 2) || i + 1 >= (m & 3))
      break;
  }
  out[tid] = sum;
}
