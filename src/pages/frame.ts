import type { CommonText, PageFrame } from '../types/language.ts'
import type { Theme } from '../types/theme.ts'
import { inkOn, readColor } from './color.ts'
import { text } from './text.ts'

/** The sentences of a frame: its own, and ours for the rest. */
export function pageText(frame: PageFrame): CommonText {
  return { ...text, ...frame.text }
}

/** The sentences of a method: the frame's own, and the method's for the rest. */
export function methodText<Text extends object>(
  { methods }: PageFrame,
  type: string,
  english: Text,
): Text {
  return { ...english, ...methods?.[type] }
}

/** A text that keeps its own direction inside a sentence that runs from right to left, such as an address (Unicode FSI and PDI). */
export function isolated(text: string, { dir }: PageFrame): string {
  return dir === 'rtl' ? `\u2068${text}\u2069` : text
}

const light =
  '--page:#f5f5f6;--card:#fff;--ink:#18181b;--soft:#5b5d66;--line:#dcdce0;--hover:#f5f5f6;--bad:#b3261e;--bad-card:#fdf2f1;'
const dark =
  '--page:#0b0b0d;--card:#17171a;--ink:#f4f4f5;--soft:#a5a7b0;--line:#34353b;--hover:#222327;--bad:#ffb4ab;--bad-card:#2b1715;'

/** The theme as CSS, in three parts of the cascade: colours and shapes, then `base`, then the application's own rules. */
export function stylesheet(theme: Theme, base: string): string {
  const { colorScheme, brandColor, brandColorDark = brandColor, buttonText, css = '' } = theme
  const day = light + brandRule(brandColor, buttonText)
  const night = dark + brandRule(brandColorDark, buttonText)
  const schemes = {
    light: `:root{color-scheme:light;${day}}`,
    dark: `:root{color-scheme:dark;${night}}`,
    auto: `:root{color-scheme:light dark;${day}}@media(prefers-color-scheme:dark){:root{${night}}}`,
  }
  const shape = `:root{--radius:${safe(theme.radius) ?? '.625rem'};--font:${safe(theme.font) ?? 'system-ui,sans-serif'}}`
  return inStyleElement((schemes[colorScheme ?? 'auto'] ?? schemes.auto) + shape + base + css)
}

function brandRule(color: string | undefined, text: string | undefined): string {
  const brand = readColor(color)
  return brand
    ? `--brand:#${brand};--on-brand:#${inkOn(brand, readColor(text))}`
    : '--brand:var(--ink);--on-brand:var(--card)'
}

/** A length or the names of fonts; what could end a rule is left out. */
function safe(value: string | undefined): string | undefined {
  return value && /^[\w\s.,'"%-]+$/.test(value) ? value : undefined
}

// `</` would end the element; written as a CSS escape it means the same inside a CSS string.
function inStyleElement(css: string): string {
  return css.replaceAll('</', '\\3c /')
}
