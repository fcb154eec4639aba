constexpr int Q2 = 32;
