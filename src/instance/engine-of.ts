import type { Engine } from '../engine.ts'

const engines = new WeakMap<object, Engine>()

/** Remembers the engine of an instance. Portico's own entry points answer some requests with it; other code cannot reach it. */
export function rememberEngine<T extends object>(auth: T, engine: Engine): T {
  engines.set(auth, engine)
  return auth
}

/** The engine of an instance; undefined for a copy of one, and while it is being completed. */
export function engineOf(auth: object): Engine | undefined {
  return engines.get(auth)
}
