import { nearest } from './did-you-mean.ts'
import { callbackNames, nestedOptions, options } from './options.ts'
import { configError } from './problems.ts'

/** What people write for something that is called otherwise here. */
const otherNames: Readonly<Record<string, string>> = {
  'theme.colour': 'theme.brandColor',
  'theme.color': 'theme.brandColor',
  'theme.primaryColor': 'theme.brandColor',
}

/**
 * Options that nobody reads: misspelt, or another library's. TypeScript sees most of them, but not all. A callback with nearly the
 * right name is refused, because it decides who gets in; anything else is named.
 */
export function unknownOptions(config: object): string[] {
  const top = strangers(config, options).map((name) => describe(name, Object.keys(options)))
  const inner = Object.entries(nestedOptions).flatMap(([option, names]) => {
    const value: unknown = Reflect.get(config, option)
    if (typeof value !== 'object' || value === null) return []
    const known = Object.keys(names).map((name) => `${option}.${name}`)
    const unread = strangers(value, names).filter((name) => names !== callbackNames || !meant(name))
    return unread.map((name) => describe(`${option}.${name}`, known))
  })
  return [...top, ...inner]
}

/** Refuses a callback that would never be called although somebody relies on it. */
export function assertCallbackNames(written: object | undefined): void {
  for (const name of strangers(written ?? {}, callbackNames)) {
    const intended = meant(name)
    if (!intended) continue
    throw configError(
      `callbacks.${name}`,
      `There is no callback "${name}": it would never be called`,
      `Did you mean "${intended}"?`,
    )
  }
}

/** The callback that a name is nearly. */
function meant(name: string): string | undefined {
  return nearest(name, Object.keys(callbackNames))
}

/** A class keeps its methods elsewhere than an object does. */
function strangers(written: object, known: object): string[] {
  const prototype: object = Object.getPrototypeOf(written) ?? Object.prototype
  const methods = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype)
  const names = [...Object.keys(written), ...methods.filter((name) => name !== 'constructor')]
  return names.filter((name) => !Object.hasOwn(known, name))
}

function describe(name: string, known: readonly string[]): string {
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : nearest(name, known)
  return `Unknown option "${name}": it is ignored.${other ? ` Did you mean "${other}"?` : ''}`
}
