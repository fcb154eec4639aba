#pragma pack(1)
