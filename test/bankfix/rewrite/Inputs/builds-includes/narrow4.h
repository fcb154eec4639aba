constexpr int Q4 = 0;
