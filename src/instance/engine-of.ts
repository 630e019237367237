import type { Engine } from '../engine.ts'

const engines = new WeakMap<object, Engine>()

/** Remembers the engine of an instance. Our doors answer some requests by it; nobody else can reach it. */
export function rememberEngine<T extends object>(auth: T, engine: Engine): T {
  engines.set(auth, engine)
  return auth
}

/** The engine of an instance; undefined for a copy of one, and while it is being completed. */
export function engineOf(auth: object): Engine | undefined {
  return engines.get(auth)
}
