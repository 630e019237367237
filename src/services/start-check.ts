/** The key of a check that a storage or a sender runs at the start. Every copy of this library in a process knows it. */
const startCheck: unique symbol = Symbol.for('portico.start-check')

type Check = () => Promise<void>

/** Adds a check to a storage, which rejects at the start if its first use would lack something: a package, code, access to the server. */
export function withStartCheck<S extends object>(storage: S, check: Check): S {
  return { ...storage, [startCheck]: check }
}

/** Adds a check to a function. Another function in its place needs none. */
export function functionWithStartCheck<F extends (...args: never[]) => unknown>(
  does: F,
  check: Check,
): F {
  return Object.assign(does, { [startCheck]: check })
}

/** Runs the check of a storage or of a provider's function, if it has one. Leaves nothing open. */
export async function checkAtStart(checked: unknown): Promise<void> {
  const { [startCheck]: check }: { [startCheck]?: Check } = Object(checked)
  await check?.()
}
