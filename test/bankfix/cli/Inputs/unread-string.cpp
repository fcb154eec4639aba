const char *Source = R"(__kernel void k(__global float *out) {
  })" "__local float tile[32];";
