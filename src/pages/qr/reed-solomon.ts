/** The product of two numbers of the field GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1, in which QR codes compute. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** The generator polynomial of so many error correction codewords, without its leading 1. */
function generator(degree: number): number[] {
  let polynomial = [1]
  let root = 1
  for (let each = 0; each < degree; each++) {
    const shifted = [...polynomial, 0]
    polynomial = shifted.map((value, at) => value ^ multiply(polynomial[at - 1] ?? 0, root))
    root = multiply(root, 2)
  }
  return polynomial.slice(1)
}

/** The error correction codewords of one block: what is left of its division by the generator. */
export function correction(block: readonly number[], count: number): number[] {
  const divisor = generator(count)
  let rest = new Array<number>(count).fill(0)
  for (const value of block) {
    const factor = value ^ (rest[0] ?? 0)
    rest = [...rest.slice(1), 0].map((each, at) => each ^ multiply(divisor[at] ?? 0, factor))
  }
  return rest
}
