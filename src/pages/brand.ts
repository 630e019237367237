import type { OAuthProviderButtonStyles } from '../types/provider.ts'
import { inkOn, readColor } from './color.ts'
import { attributes, type Html, html } from './html.ts'
import { imageUrl } from './url.ts'

/** A platform's mark and the rules that colour it. */
export type Brand = { readonly mark: Html; readonly css: string }

/**
 * Draws a platform's mark: its logo, or the first letter of its name. Inline SVG drawn in `currentColor` stands on
 * the brand's colour; any other logo keeps its own colours and stands on white.
 */
export function brand(name: string, style: OAuthProviderButtonStyles = {}): Brand {
  const color = readColor(style.brandColor) ?? readColor(style.bg) ?? '52525b'
  const inked = style.logo?.includes('currentColor')
  const ink = inkOn(color, readColor(style.text), inked ? 3 : undefined)
  const logo = imageUrl(style.logo?.replaceAll('currentColor', `#${ink}`))
  if (logo && !inked) return { mark: html`<img class="tile" src="${logo}" alt="">`, css: '' }
  const tile = { class: `tile on-${color}-${ink}` }
  const mark = logo
    ? html`<img${attributes({ ...tile, src: logo, alt: '' })}>`
    : html`<span${attributes({ ...tile, 'aria-hidden': 'true' })}>${initial(name)}</span>`
  return {
    mark,
    css: `.on-${color}-${ink}{--tile:#${color};--on-tile:#${ink}}`,
  }
}

/** The rules of several brands, each once. */
export function brandRules(brands: readonly Brand[]): string {
  return [...new Set(brands.map((one) => one.css))].join('')
}

/** A person's picture; the first letter of their name stands behind it, for pictures that have expired. */
export function portrait(name: string, image: string | null | undefined): Html {
  const src = imageUrl(image)
  return html`<span class="tile portrait" aria-hidden="true">${initial(name)}${
    src && html`<img src="${src}" alt="" referrerpolicy="no-referrer">`
  }</span>`
}

function initial(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? '?'
}
