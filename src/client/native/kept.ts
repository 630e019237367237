/** A place of the device that keeps texts for this app alone: a keychain, or a file that the system encrypts. */
export interface NativeStore {
  get(name: string): PromiseLike<string | null | undefined> | string | null | undefined
  set(name: string, value: string): unknown
  remove(name: string): unknown
}

/** Expo's keychain takes 2,048 bytes. */
const chunkLength = 1900

/** A value that is kept in chunks, under one name. */
export interface Kept<T> {
  /** Undefined if there is none, or it cannot be read. */
  read(): Promise<T | undefined>
  write(value: T): Promise<void>
  remove(): Promise<void>
  /** Writes what becomes of the value; undefined removes it. Changes follow one another. */
  change(next: (value: T | undefined) => T | undefined): Promise<void>
}

/**
 * Keeps a value. Its chunks are written under new names before the name that leads to them: whenever the program is ended, the value before
 * or the new one is there, and never a part of each.
 */
export function kept<T>(store: NativeStore, name: string): Kept<T> {
  const chunk = (turn: string, index: number) => `${name}.${turn}.${index}`
  const head = async () => {
    const [, turn, count] = /^([ab])(\d{1,3})$/.exec((await store.get(name)) ?? '') ?? []
    return turn && count ? { turn, count: Number(count) } : undefined
  }
  const clear = async ({ turn, count }: { turn: string; count: number }) => {
    for (let index = 0; index < count; index++) await store.remove(chunk(turn, index))
  }
  const read = async (): Promise<T | undefined> => {
    const found = await head()
    let text = ''
    for (let index = 0; index < (found?.count ?? 0); index++)
      text += (await store.get(chunk(found?.turn ?? '', index))) ?? ''
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }
  const write = async (value: T | undefined) => {
    const before = await head()
    if (value === undefined) await store.remove(name)
    else {
      const turn = before?.turn === 'a' ? 'b' : 'a'
      const text = ascii(JSON.stringify(value))
      const count = Math.ceil(text.length / chunkLength)
      for (let index = 0; index < count; index++)
        await store.set(chunk(turn, index), text.slice(index * chunkLength).slice(0, chunkLength))
      await store.set(name, turn + count)
    }
    if (before) await clear(before)
  }
  // Two that write at once would mix their chunks.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <R>(work: () => Promise<R>): Promise<R> => {
    const done = last.then(work, work)
    last = done
    return done
  }
  return {
    read: () => inTurn(read),
    write: (value) => inTurn(() => write(value)),
    remove: () => inTurn(() => write(undefined)),
    change: (next) => inTurn(async () => write(next(await read()))),
  }
}

/** JSON in which a character is a byte. */
function ascii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
