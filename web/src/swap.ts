/** The swap rule of Hex: after the first stone, the players may exchange colours. */

/** The name of the exchange among the moves of a line. */
export const SWAP = "swap";
