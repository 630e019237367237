/** Under this key a storage looks at the start for what it will need. Every copy of this library in a process knows it. */
const startCheck: unique symbol = Symbol.for('portico.start-check')

type Check = () => Promise<void>

/** A storage that rejects at the start where a package or code is not to be had that its first use will need. */
export function withStartCheck<S extends object>(storage: S, check: Check): S {
  return { ...storage, [startCheck]: check }
}

/** Looks for what a storage will need. Opens nothing. */
export async function checkAtStart(storage: object | undefined): Promise<void> {
  const checked: { [startCheck]?: Check } | undefined = storage
  await checked?.[startCheck]?.()
}
