__shared__ float headerTile[32][32];
