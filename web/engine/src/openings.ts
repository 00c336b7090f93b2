/** The openings that the program carries, by the specs of their games, in the order in which they are asked. */

// Bundlers find the files by addresses that are written out.
const CONNECT_FOUR = [
  new URL("./openings/connect-four-7x6.sol", import.meta.url),
  new URL("./openings/connect-four-7x6-strong.sol", import.meta.url),
];

export const OPENINGS: Readonly<Record<string, readonly URL[]>> = {
  "connect-four:7x6": [new URL("./openings/connect-four-7x6-outcome.sol", import.meta.url), ...CONNECT_FOUR],
  "connect-four:7x6?utility=score": CONNECT_FOUR,
  "othello:6x6": [
    new URL("./openings/othello-6x6.sol", import.meta.url),
    new URL("./openings/othello-6x6-strong.sol", import.meta.url),
  ],
  "hex:7x7": [
    new URL("./openings/hex-7x7.sol", import.meta.url),
    new URL("./openings/hex-7x7-strong.sol", import.meta.url),
  ],
  "go:4x4": [new URL("./openings/go-4x4.proof", import.meta.url)],
};
