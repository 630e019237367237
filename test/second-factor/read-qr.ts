import jsqr from 'jsqr'

/** Reads a QR code out of its SVG as a camera would: from pixels, several for each module. */
export function readQr(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let down = 0; down < scale; down++) {
      const from = ((Number(y) * scale + down) * width + Number(x) * scale) * 4
      for (let at = from; at < from + Number(length) * scale * 4; at += 4)
        pixels.fill(0, at, at + 3)
    }
  }
  return jsqr.default(pixels, width, width)?.data
}
