import { isEqual } from './state.ts'

/** A place on the device whose texts only this app can read: a keychain, or a file that the system encrypts. */
export interface NativeStore {
  get(name: string): PromiseLike<string | null | undefined> | string | null | undefined
  set(name: string, value: string): unknown
  remove(name: string): unknown
}

/** Expo's keychain takes 2,048 bytes. */
const chunk = /.{1,1900}/g

/** A value that is kept in chunks, under one name. */
export interface Kept<T> {
  /** Undefined if there is none, or it cannot be read. */
  read(): Promise<T | undefined>
  /** Writes and returns the value that `next` makes of the current one; undefined removes it. Changes run one by one. */
  change(next: (value: T | undefined) => T | undefined): Promise<T | undefined>
}

/**
 * Keeps a value. Its chunks are written under new names before the name that leads to them: whenever the app is ended, the old value or the
 * new one is there, never a part of each. Another process may do the same at any moment.
 */
export function kept<T>(store: NativeStore, name: string): Kept<T> {
  const head = async () => (await store.get(name)) ?? ''
  const namesIn = (written: string) => {
    const [turn, length] = written.split('.')
    return Array.from({ length: Number(length) }, (_, index) => `${name}.${turn}.${index}`)
  }
  const find = async (): Promise<{ found: string; value: T | undefined }> => {
    const found = await head()
    let text = ''
    // For a missing chunk: JSON cannot have this character, so parsing fails.
    for (const chunk of namesIn(found)) text += (await store.get(chunk)) ?? '\0'
    try {
      return { found, value: JSON.parse(text) }
    } catch {
      // Another process wrote meanwhile, and removed these chunks.
      return (await head()) === found ? { found, value: undefined } : find()
    }
  }
  const change: Kept<T>['change'] = async (next) => {
    const { found, value } = await find()
    const after = next(value)
    if (isEqual(value, after)) return after
    const chunks = ascii(JSON.stringify(after) ?? '').match(chunk) ?? []
    // Random names: two processes that write at once do not mix their chunks.
    const made = `${Math.random().toString(36).slice(-8)}.${chunks.length}`
    let rest = made
    try {
      for (const [index, name] of namesIn(made).entries()) await store.set(name, `${chunks[index]}`)
      // Another process was first: the change applies to its value.
      if ((await head()) !== found) return change(next)
      rest = ''
      await (after ? store.set(name, made) : store.remove(name))
      rest = found
    } finally {
      for (const chunk of namesIn(rest)) await store.remove(chunk)
    }
    return after
  }
  // Each operation waits for the one before.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <R>(work: () => Promise<R>): Promise<R> => {
    const done = last.then(work, work)
    last = done
    return done
  }
  return {
    read: () => inTurn(async () => (await find()).value),
    change: (next) => inTurn(() => change(next)),
  }
}

/** JSON in which every character is one byte. */
function ascii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
