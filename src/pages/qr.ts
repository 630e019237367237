import { encode } from '../crypto/runtime.ts'
import { codewordsOf } from './qr/codewords.ts'
import { matrixOf } from './qr/matrix.ts'
import type { Matrix } from './qr/penalty.ts'

/** Modules that stay light around a QR code, or readers don't find it. */
const quiet = 4

/**
 * A QR code as SVG. It is black on white on every page: many readers don't know light modules on a dark ground. Texts may have 666
 * bytes, and should have fewer than 200, which cameras read from any screen.
 */
export function qrSvg(text: string): string {
  return svgOf(matrixOf(codewordsOf(encode(text))))
}

/** The drawing of a QR code. */
export function svgOf(matrix: Matrix): string {
  const size = matrix.length + 2 * quiet
  const dark = matrix.flatMap((row, y) =>
    runs(row).map(([x, width]) => `M${x + quiet} ${y + quiet}h${width}v1h-${width}z`),
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${dark.join('')}"/></svg>`
  )
}

/** Dark modules that stand side by side: where each row of them begins, and how many they are. */
function runs(row: readonly boolean[]): [from: number, length: number][] {
  const found: [number, number][] = []
  for (const [x, dark] of row.entries()) {
    const last = found.at(-1)
    if (dark && last && last[0] + last[1] === x) last[1]++
    else if (dark) found.push([x, 1])
  }
  return found
}
