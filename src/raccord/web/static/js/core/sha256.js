// SHA-256 and HMAC (FIPS 180-4, RFC 2104), since a page without https has no crypto.subtle.
const BLOCK = 64;

/** The first 32 bits of the fractional part of a number. */
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
const isPrime = (n) => {
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return false;
  return true;
};
const PRIMES = Array.from({ length: 310 }, (_, i) => i + 2).filter(isPrime);
const ROUNDS = PRIMES.map((p) => fraction(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const turned = (x, n) => (x >>> n) | (x << (32 - n));

/** The message, a 1 bit, zeros, and its length in bits: a whole number of blocks. */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length << 3);
  return view;
}

function schedule(view, offset) {
  const w = Array.from({ length: 16 }, (_, i) => view.getUint32(offset + 4 * i));
  for (let i = 16; i < 64; i += 1) {
    const a = w[i - 15];
    const b = w[i - 2];
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w.push((w[i - 16] + s0 + w[i - 7] + s1) >>> 0);
  }
  return w;
}

function compressed(state, w) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) >>> 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  return [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]) >>> 0);
}

export function sha256(bytes) {
  const view = padded(bytes);
  let state = START;
  for (let at = 0; at < view.byteLength; at += BLOCK) state = compressed(state, schedule(view, at));
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => found.setUint32(4 * i, word));
  return new Uint8Array(found.buffer);
}

export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** HMAC-SHA-256; the key has one block at most. */
export function hmac(key, message) {
  const pad = (mask) => Uint8Array.from({ length: BLOCK }, (_, i) => (key[i] ?? 0) ^ mask);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}
