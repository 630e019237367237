const made: unique symbol = Symbol('html')

/** Markup that is safe to send: everything interpolated into it was escaped or was itself `Html`. */
export type Html = { readonly markup: string; readonly [made]: true }

/** A value that may stand inside an `html` template. */
export type Fragment = Html | string | number | false | null | undefined | readonly Fragment[]

/** Makes text inert in element content and in quoted attributes. */
function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Builds markup from a template; values are escaped unless they are `Html` themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  return verbatim(String.raw({ raw: parts }, ...values.map(render)))
}

/** Takes text as markup, unescaped: only for text that this library wrote or made safe itself. */
export function verbatim(markup: string): Html {
  return { markup, [made]: true }
}

/** Writes the attributes that have a value; `true` stands alone, `false` and nothing are left out. */
export function attributes(values: Readonly<Record<string, Attribute>>): Html {
  const written = Object.entries(values).map(([name, value]) => {
    if (value === undefined || value === null || value === false) return ''
    return value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`
  })
  return verbatim(written.join(''))
}

type Attribute = string | number | boolean | null | undefined

function render(value: Fragment): string {
  if (value === null || value === undefined || value === false) return ''
  if (isList(value)) return value.map(render).join('')
  // The mark is a symbol, so an object that came in as JSON can never pass for markup.
  if (typeof value === 'object' && made in value) return value.markup
  return escapeText(String(value))
}

function isList(value: Fragment): value is readonly Fragment[] {
  return Array.isArray(value)
}
