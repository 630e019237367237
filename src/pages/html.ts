/** Markup that is safe to send: everything interpolated into it was escaped or was itself `Html`. */
export type Html = { readonly markup: string }

/** What may stand inside an `html` template. */
export type Fragment = Html | string | number | false | null | undefined | readonly Fragment[]

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes text inert in element content and in quoted attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}

/** Builds markup from a template; values are escaped unless they are `Html` themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  let markup = parts[0] ?? ''
  values.forEach((value, index) => {
    markup += render(value) + (parts[index + 1] ?? '')
  })
  return { markup }
}

function render(value: Fragment): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  if (isList(value)) return value.map(render).join('')
  return value.markup
}

function isList(value: Fragment): value is readonly Fragment[] {
  return Array.isArray(value)
}
