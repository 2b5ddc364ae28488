/** SHA-256 (FIPS 180-4) of short texts. The browser's asynchronous one is too slow for tens of thousands of calls. */

const ROUNDS = 64;
const BLOCK = 64;
/** Bytes at the end of the last block that hold the length in bits. */
const LENGTH_BYTES = 8;

/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) >>> 0;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

const PRIMES = primes(ROUNDS);
const CONSTANTS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The digest's eight words; valid until the next call of the same hasher. */
export type Hasher = (bytes: Uint8Array) => Uint32Array;

/** A hasher that uses the same memory over and over. */
export function createHasher(): Hasher {
  const state = new Uint32Array(8);
  const words = new Uint32Array(ROUNDS);
  return (bytes) => {
    state.set(START);
    const padded = pad(bytes);
    for (let offset = 0; offset < padded.byteLength; offset += BLOCK) {
      compress(state, words, padded, offset);
    }
    return state;
  };
}

function pad(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK);
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  return view;
}

const at = (words: Uint32Array, index: number): number => words[index] ?? 0;

function compress(state: Uint32Array, words: Uint32Array, block: DataView, offset: number): void {
  for (let round = 0; round < 16; round += 1) words[round] = block.getUint32(offset + round * 4);
  for (let round = 16; round < ROUNDS; round += 1) {
    const early = at(words, round - 15);
    const late = at(words, round - 2);
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[round] = at(words, round - 16) + low + at(words, round - 7) + high;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let round = 0; round < ROUNDS; round += 1) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + at(CONSTANTS, round) + at(words, round)) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word;
  });
}
