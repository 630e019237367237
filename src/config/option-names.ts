import { nearest } from './did-you-mean.ts'
import { callbackNames } from './options.ts'
import { configError } from './problems.ts'

/** Refuses a misspelt callback, which would never be called: callbacks decide who gets in. */
export function assertCallbackNames(written: object | undefined): void {
  for (const name of unknownNames(written ?? {}, callbackNames)) {
    const intended = intendedCallback(name)
    if (!intended) continue
    throw configError(
      `callbacks.${name}`,
      `There is no callback "${name}": it would never be called`,
      `Did you mean "${intended}"?`,
    )
  }
}

/** The callback that a misspelt name probably means. */
export function intendedCallback(name: string): string | undefined {
  return nearest(name, Object.keys(callbackNames))
}

/** The names that are not known. A class has its methods on the prototype. */
export function unknownNames(written: object, known: object): string[] {
  const prototype: object = Object.getPrototypeOf(written) ?? Object.prototype
  const methods = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype)
  const names = [...Object.keys(written), ...methods.filter((name) => name !== 'constructor')]
  return names.filter((name) => !Object.hasOwn(known, name))
}
