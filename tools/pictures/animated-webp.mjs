/**
 * Puts still WebP pictures of one size into one that shows them in turn, for ever: RIFF chunks VP8X, ANIM and one ANMF for each
 * (https://developers.google.com/speed/webp/docs/riff_container).
 *
 * @param {readonly { picture: Buffer, milliseconds: number }[]} frames
 * @param {{ width: number, height: number }} size
 * @returns {Buffer}
 */
export function animatedWebp(frames, { width, height }) {
  const animates = Buffer.from([0b10, 0, 0, 0])
  const canvas = chunk('VP8X', [animates, uint24(width - 1), uint24(height - 1)])
  // A white background, and no last round.
  const animation = chunk('ANIM', [Buffer.from([255, 255, 255, 255, 0, 0])])
  const shown = frames.map(({ picture, milliseconds }) =>
    chunk('ANMF', [
      ...[0, 0, width - 1, height - 1, milliseconds].map(uint24),
      // Each replaces what was there.
      Buffer.from([0b10]),
      imageOf(picture),
    ]),
  )
  return chunk('RIFF', [Buffer.from('WEBP'), canvas, animation, ...shown])
}

/**
 * The image of a still picture, without what surrounds it.
 *
 * @param {Buffer} picture
 */
function imageOf(picture) {
  for (let at = 12; at < picture.length; ) {
    const name = picture.toString('latin1', at, at + 4)
    const length = picture.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (name === 'VP8 ' || name === 'VP8L') return picture.subarray(at, end)
    at = end
  }
  throw new Error('This is no still WebP picture')
}

/**
 * @param {string} name
 * @param {readonly Buffer[]} content
 */
function chunk(name, content) {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** @param {number} value */
function uint24(value) {
  return Buffer.from([value & 255, (value >> 8) & 255, value >> 16])
}
