// Packs nothing.
