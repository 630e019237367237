/** The first 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4 §4.2.2, §5.3.3). */
const primes: number[] = []
for (let candidate = 2; primes.length < 64; candidate++)
  if (primes.every((prime) => candidate % prime)) primes.push(candidate)
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0
const constants = primes.map((prime) => fraction(Math.cbrt(prime)))
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** SHA-256 of a text of ASCII. React Native has no `crypto.subtle`, and nothing that is hashed here is longer than a block or two. */
export function sha256(text: string): Uint8Array {
  const bytes = [...text].map((character) => character.charCodeAt(0))
  const bits = bytes.length * 8
  bytes.push(0x80)
  while (bytes.length % 64 !== 56) bytes.push(0)
  bytes.push(0, 0, 0, 0, bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255)
  let state = start
  for (let at = 0; at < bytes.length; at += 64) state = block(state, bytes.slice(at, at + 64))
  return Uint8Array.from(
    state.flatMap((word) => [word >>> 24, word >>> 16, word >>> 8, word].map((byte) => byte & 255)),
  )
}

/** One round of 64 bytes (FIPS 180-4 §6.2.2). */
function block(state: readonly number[], bytes: readonly number[]): number[] {
  const at = (list: readonly number[], index: number) => list[index] ?? 0
  const words: number[] = []
  for (let index = 0; index < 64; index++) {
    if (index < 16) {
      const [a, b, c, d] = [0, 1, 2, 3].map((byte) => at(bytes, index * 4 + byte))
      words.push(((a ?? 0) << 24) | ((b ?? 0) << 16) | ((c ?? 0) << 8) | (d ?? 0))
      continue
    }
    const [x, y] = [at(words, index - 15), at(words, index - 2)]
    const sigma0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
    const sigma1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
    words.push((at(words, index - 16) + sigma0 + at(words, index - 7) + sigma1) | 0)
  }
  const working = [...state]
  for (let index = 0; index < 64; index++) {
    const [a = 0, b = 0, c = 0, , e = 0, f = 0, g = 0, h = 0] = working
    const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const choice = (e & f) ^ (~e & g)
    const one = (h + sum1 + choice + at(constants, index) + at(words, index)) | 0
    const sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    working.pop()
    working.unshift((one + sum0 + majority) | 0)
    working[4] = (at(working, 4) + one) | 0
  }
  return working.map((word, index) => (word + at(state, index)) | 0)
}
