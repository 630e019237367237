/** Under this key a storage or a sender looks at the start for what it will need. Every copy of this library in a process knows it. */
const startCheck: unique symbol = Symbol.for('portico.start-check')

type Check = () => Promise<void>

/** A storage that rejects at the start where its first use will lack something: a package, code, a server that lets it in. */
export function withStartCheck<S extends object>(storage: S, check: Check): S {
  return { ...storage, [startCheck]: check }
}

/** A function that does the same: whoever puts another in its place needs nothing of it. */
export function functionWithStartCheck<F extends (...args: never[]) => unknown>(
  does: F,
  check: Check,
): F {
  return Object.assign(does, { [startCheck]: check })
}

/** Looks for what a storage or one of a provider's functions will need. Leaves nothing open. */
export async function checkAtStart(checked: unknown): Promise<void> {
  const { [startCheck]: check }: { [startCheck]?: Check } = Object(checked)
  await check?.()
}
