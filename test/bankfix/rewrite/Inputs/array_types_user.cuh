__device__ NamedLater later;
