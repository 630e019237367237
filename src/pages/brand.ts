import type { OAuthProviderButtonStyles } from '../types/provider.ts'
import { inkOn, readColor } from './color.ts'
import { type Html, html } from './html.ts'
import { imageUrl } from './url.ts'

/** A platform's mark and the rule that colours what is behind it. */
export type Brand = { readonly mark: Html; readonly css: string }

/**
 * Draws a platform's mark. A drawing in `currentColor` stands on the brand's colour, any other keeps its colours and stands on
 * white; without one, the first letter of the name stands there, on the colour if one was given.
 */
export function brand(name: string, style: OAuthProviderButtonStyles = {}): Brand {
  const given = readColor(style.brandColor) ?? readColor(style.bg)
  const color = given ?? '52525b'
  const inked = style.logo?.includes('currentColor')
  const on = given || inked ? ` on-${color}` : ''
  // A drawing is seen with less contrast than a letter is read with.
  const ink = `#${inkOn(color, readColor(style.text), inked ? 3 : undefined)}`
  const logo = imageUrl(style.logo?.replaceAll('currentColor', ink))
  const css = `.tile.on-${color}{background:#${color};color:${ink}}`
  if (!logo) {
    return {
      mark: html`<span class="tile${on}" aria-hidden="true">${initial(name)}</span>`,
      css: on && css,
    }
  }
  const mark = html`<img class="tile${inked ? on : ''}" src="${logo}" alt="">`
  return { mark, css: inked ? css : '' }
}

/** The rules of several brands, each once. */
export function brandRules(brands: readonly Brand[]): string {
  return [...new Set(brands.map((one) => one.css))].join('')
}

/**
 * A person's picture over the first letter of their name. It is drawn by the style sheet, because a picture that has expired is
 * nothing there, and a broken one in an `<img>`.
 */
export function portrait({ name, email, image }: Face): Brand {
  const src = imageUrl(image)?.replace(/["\\<>\s]/g, encodeURIComponent)
  return {
    mark: html`<span class="tile portrait" aria-hidden="true">${initial(name || email || '')}</span>`,
    css: src
      ? `.portrait:after{content:"";position:absolute;inset:0;background:url("${src}") center/cover}`
      : '',
  }
}

/** A person as a page shows them. */
interface Face {
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  readonly image?: string | null | undefined
}

function initial(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? '?'
}
