typedef float InHeader[32][32];
