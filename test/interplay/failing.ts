import { AuthError } from '../../src/errors.ts'
import type { Storage } from '../../src/types/storage.ts'

/** A storage that can be told to fail. */
export interface Failing extends Required<Storage> {
  /** Lets a call of the storage fail, the first being 0: that one alone, or with `stays` all after it too. */
  failAt(call: number, stays: boolean): void
  /** The storage answers again. */
  recover(): void
}

/** The same storage, whose calls fail when they are told to, also those in a transaction. */
export function failing(storage: Required<Storage>): Failing {
  let left = Number.POSITIVE_INFINITY
  let stays = false
  const count = () => {
    const fails = left === 0 || (left < 0 && stays)
    left--
    if (fails) throw new AuthError('StorageError', 'The storage is away')
  }
  const orders: Pick<Failing, 'failAt' | 'recover'> = {
    failAt: (call, forGood) => {
      left = call
      stays = forGood
    },
    recover: () => {
      left = Number.POSITIVE_INFINITY
    },
  }
  const watch = (inside: object): object =>
    new Proxy(inside, {
      get(target, name) {
        if (name === 'failAt' || name === 'recover') return orders[name]
        const method: unknown = Reflect.get(target, name)
        // An application configures its storage before it asks anything.
        if (typeof method !== 'function' || name === 'configure') return method
        return async (...values: unknown[]) => {
          count()
          const [work] = values
          if (name !== 'transaction' || typeof work !== 'function')
            return Reflect.apply(method, target, values)
          const made = await Reflect.apply(method, target, [(inner: object) => work(watch(inner))])
          // What was committed stays so, even if the answer is lost.
          count()
          return made
        }
      },
    })
  return watch(storage) as Failing
}
