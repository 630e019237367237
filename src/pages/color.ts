/** Reads `#rgb` or `#rrggbb` as six lower-case hex digits; anything else is no colour. */
export function readColor(value: string | null | undefined): string | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(String(value ?? '').trim())?.[1]?.toLowerCase()
  return digits?.length === 3 ? digits.replace(/./g, '$&$&') : digits
}

/**
 * Chooses what to write with on a background: the wish if it is legible there, else white if that is, else black. Text
 * needs a contrast of 4.5 (WCAG 2.2 §1.4.3), which one of them always has; a graphic needs 3 (§1.4.11).
 */
export function inkOn(background: string, wish?: string, needed = 4.5): string {
  const legible = [wish, 'ffffff'].find((ink) => ink && contrast(ink, background) >= needed)
  return legible ?? '000000'
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

// WCAG 2.2, "relative luminance".
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
