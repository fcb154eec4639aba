constexpr int Q2 = 0;
