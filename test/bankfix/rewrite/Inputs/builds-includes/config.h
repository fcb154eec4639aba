constexpr int Q3 = 0;
