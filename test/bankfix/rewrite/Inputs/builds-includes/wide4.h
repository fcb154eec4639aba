constexpr int Q4 = 32;
