// What one layout leaves is another one's to remove: rows that are longer, and
// then aligned. Found by a second run that went further than the first.

// RUN: %bankfix --objective=wavefronts %s -o %t.cl > %t.log
// RUN: %code %t.cl | FileCheck %s
// RUN: %bankfix --objective=wavefronts %t.cl -o %t.again.cl > %t.log
// RUN: cmp %t.cl %t.again.cl

// Whether some m costs more is asked of the rows before, aligned as they were.
__kernel __attribute__((reqd_work_group_size(96, 1, 1)))
void unknown(__global unsigned *out, int m) {
  // CHECK: __local unsigned short b[17][42];
  __local unsigned short b[32][17];
  int lane = get_local_id(0) & 31, w = get_local_id(0) & 3;
  unsigned sum = 0;
  for (int i = 0; i < 17; i += 96)
    b[lane][i] = out[i];
  for (int i = 0; i <= (get_local_id(0) & 3); ++i) {
    sum += b[get_local_id(0) % 32][lane >> 1];
    for (int k = 0; k < (m & 3); k += (get_local_id(0) & 7) / 4 + 1)
      sum += b[(w + lane) >> 1][(k << 1) & 15] + b[8 ^ (i + i)][(w & 12) / 8];
  }
  out[lane] = sum;
}

// Random values have a mean in the longer rows, too.
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void gathered(__global unsigned *out, __global const unsigned *in) {
  // CHECK: __local __attribute__((aligned(4))) unsigned short a[32][18];
  __local unsigned short a[32][17];
  int lane = get_local_id(0);
  unsigned sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += a[lane][i];
  out[lane] = sum + a[in[lane] & 31][(lane >> 1) & 15];
}

// As often as something is left that a layout lowers.
__kernel __attribute__((reqd_work_group_size(20, 1, 1)))
void walked(__global unsigned *out) {
  // CHECK: __local __attribute__((aligned(4))) unsigned char c[4][22][4];
  __local unsigned char c[4][4][17];
  __local long room[512];
  int lane = get_local_id(0);
  unsigned sum = 0;
  for (int i = 0; i < 600; ++i)
    sum += c[((lane & 7) * i) % 272 / 68][((lane & 7) * i) % 272 / 17 % 4]
            [((lane & 7) * i) % 272 % 17];
  out[lane] = sum;
}
