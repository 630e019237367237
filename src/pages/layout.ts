import type { PageFrame } from '../types/language.ts'
import type { Theme } from '../types/theme.ts'
import type { FormView } from '../types/views.ts'
import { css } from './css.ts'
import { pageText, stylesheet } from './frame.ts'
import { attributes, type Fragment, type Html, html, verbatim } from './html.ts'
import { imageUrl, linkUrl } from './url.ts'

/** The scripts of a form. */
type FormScript = Pick<FormView, 'script' | 'scriptOrigin'>

/** A page before it is sent: `respond` adds the nonce and the headers. */
export type Page = {
  readonly frame: PageFrame
  readonly title: string
  readonly body: Fragment
  /** A sentence or two under the title. */
  readonly lead?: Fragment
  /** Rules that only this page needs. */
  readonly css?: string | undefined
  /** The forms whose modules the page loads; without any it may run no script at all. */
  readonly forms?: readonly (FormScript | undefined)[] | undefined
}

/** Inside a tagged template, the build would add a helper for it to every bundle. */
const scriptEnd = verbatim('</script>')

/** Writes the whole document; the nonce is the one that its Content-Security-Policy names. */
export function renderPage(page: Page, nonce: string): Html {
  const { theme, lang = 'en', dir, developer } = page.frame
  const style = stylesheet(theme, css + (page.css ?? ''))
  const name = theme.name && !page.title.includes(theme.name) && ` · ${theme.name}`
  return html`<!doctype html><html${attributes({ lang, dir })}><head><meta charset="utf-8"
><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"
><title>${page.title}${name}</title><style nonce="${nonce}">${verbatim(style)}</style>${[
    ...new Set(page.forms?.map((form) => form?.script)),
  ].map(
    (script) => script && html`<script type="module" src="${script}">${scriptEnd}`,
  )}</head><body><main>${page.frame.bar as Fragment}<header>${logo(
    theme,
  )}<h1>${page.title}</h1>${page.lead && html`<p>${page.lead}</p>`}</header>${page.body}${
    developer && html`<p class="dev"><a href="${developer.href}">${developer.label}</a></p>`
  }${ownLinks(page.frame)}</main></body></html>`
}

/** The application's own pages, in its order. */
function ownLinks(frame: PageFrame): Fragment {
  const { links = {} } = frame.theme
  const say = pageText(frame)
  const found = Object.entries(links).map(([name, url]) => {
    const href = linkUrl(url)
    return href && html`<a href="${href}">${say[name as keyof typeof links]}</a>`
  })
  return found.some(Boolean) && html`<footer class="links">${found}</footer>`
}

/** The application's logo, in the variant of the scheme that is shown. */
function logo({ logo, logoDark, colorScheme, name = '' }: Theme): Fragment {
  const [light, dark] = [imageUrl(logo), imageUrl(logoDark)]
  const src = colorScheme === 'dark' ? (dark ?? light) : light
  const isAuto = (colorScheme ?? 'auto') === 'auto'
  // A logo that has no variant for dark pages stands on a light tile there.
  const lit = isAuto && !dark && ' lit'
  const image = src && html`<img class="brand${lit}" src="${src}" alt="${name}">`
  if (!image || !dark || !isAuto) return image
  return html`<picture><source media="(prefers-color-scheme:dark)" srcset="${dark.replace(/\s/g, '%20')}">${image}</picture>`
}
