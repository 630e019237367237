import { isEqual } from './state.ts'

/** A place of the device that keeps texts for this app alone: a keychain, or a file that the system encrypts. */
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
  /** Writes what becomes of the value, and returns it; undefined removes it. Changes follow one another. */
  change(next: (value: T | undefined) => T | undefined): Promise<T | undefined>
}

/**
 * Keeps a value. Its chunks are written under new names before the name that leads to them: whenever the program is ended, the value before
 * or the new one is there, and never a part of each. Another program of the device may do the same at any moment.
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
    // No JSON has this character.
    for (const chunk of namesIn(found)) text += (await store.get(chunk)) ?? '\0'
    try {
      return { found, value: JSON.parse(text) }
    } catch {
      // Another program wrote meanwhile, and removed what was to be read.
      return (await head()) === found ? { found, value: undefined } : find()
    }
  }
  const change: Kept<T>['change'] = async (next) => {
    const { found, value } = await find()
    const after = next(value)
    if (isEqual(value, after)) return after
    const chunks = ascii(JSON.stringify(after) ?? '').match(chunk) ?? []
    // Names of its own: two programs that write at once do not mix their chunks.
    const made = `${Math.random().toString(36).slice(-8)}.${chunks.length}`
    let rest = made
    try {
      for (const [index, name] of namesIn(made).entries()) await store.set(name, `${chunks[index]}`)
      // Another program was first: its value is the one that changes.
      if ((await head()) !== found) return change(next)
      rest = ''
      await (after ? store.set(name, made) : store.remove(name))
      rest = found
    } finally {
      for (const chunk of namesIn(rest)) await store.remove(chunk)
    }
    return after
  }
  // What one begins, the next one finds done.
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

/** JSON in which a character is a byte. */
function ascii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
