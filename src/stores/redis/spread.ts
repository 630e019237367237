/** Changes keys if those that the changes are based on have not changed: one script, for keys of one server. */
type Apply<Change> = (
  based: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, Change>,
) => Promise<boolean>

/**
 * Changes keys on several servers, each by itself: a key only if it is as it was read, and none unless all were just before. Lists come
 * last. No browser gets the token of a session before the list names the session; if a list has changed meanwhile, what was made for it is
 * undone. So ending all sessions of a user finds every session that can be used.
 */
export async function applySpread<Change extends object>(
  read: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, Change | undefined>,
  apply: Apply<Change | undefined>,
  textOf: (change: Change) => string,
): Promise<boolean> {
  const basedOn = (key: string) => {
    const before = read.get(key)
    return new Map(before === undefined ? [] : [[key, before]])
  }
  const change = (key: string) => apply(basedOn(key), new Map([[key, changes.get(key)]]))
  const checks = await Promise.all([...read.keys()].map((key) => apply(basedOn(key), new Map())))
  if (!checks.every(Boolean)) return false
  const made: string[] = []
  const makeAll = async (keys: readonly string[]) => {
    const done = await Promise.all(keys.map(change))
    made.push(...keys.filter((_, place) => done[place]))
    return done.every(Boolean)
  }
  const keys = [...changes.keys()]
  const isWhole =
    (await makeAll(keys.filter((key) => !isList(key)))) && (await makeAll(keys.filter(isList)))
  if (!isWhole) await Promise.all(made.map(undo))
  return isWhole

  /** Removes a key that did not exist before. Other changes stay: the work that runs again allows for them. */
  async function undo(key: string): Promise<unknown> {
    const now = changes.get(key)
    if (read.get(key) !== '' || !now) return
    return apply(new Map([[key, textOf(now)]]), new Map([[key, undefined]]))
  }
}

function isList(key: string): boolean {
  return key.startsWith('sessions:')
}
