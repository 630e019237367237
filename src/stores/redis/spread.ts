/** Changes keys if those that the changes are based on are as they were; one script, and so one server. */
type Apply<Change> = (
  based: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, Change>,
) => Promise<boolean>

/**
 * Makes changes of keys that are on several servers, one key after the other: each if it is as it was read, and all only if all of them
 * were just before. Lists come last. Nobody gets the key of a session before the list names it, and a list that somebody else has
 * changed meanwhile undoes what was made for it; so whoever ends all sessions of a user finds each that anybody can use.
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

  /** Takes back what was not there before. All else stays: what is gone or newer may be so when the work runs again. */
  async function undo(key: string): Promise<unknown> {
    const now = changes.get(key)
    if (read.get(key) !== '' || !now) return
    return apply(new Map([[key, textOf(now)]]), new Map([[key, undefined]]))
  }
}

function isList(key: string): boolean {
  return key.startsWith('sessions:')
}
