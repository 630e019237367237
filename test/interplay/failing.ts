import { AuthError } from '../../src/errors.ts'
import type { Storage } from '../../src/types/storage.ts'

/** The call of a storage that fails. */
export interface Fault {
  /** So many transactions are committed before the calls are counted. */
  readonly commits: number
  /** The first is 0. */
  readonly call: number
  /** All calls after it fail too. */
  readonly stays: boolean
}

/** A storage that can be told to fail. */
export interface Failing extends Required<Storage> {
  failAt(fault: Fault): void
  /** The storage answers again. */
  recover(): void
}

/** The same storage, whose calls fail when they are told to, also those in a transaction. */
export function failing(storage: Required<Storage>): Failing {
  let left: Fault | undefined
  const count = () => {
    if (!left || left.commits > 0) return
    const { call, stays } = left
    left = { ...left, call: call - 1 }
    if (call === 0 || (call < 0 && stays))
      throw new AuthError('StorageError', 'The storage is away')
  }
  const orders: Pick<Failing, 'failAt' | 'recover'> = {
    failAt: (fault) => {
      left = fault
    },
    recover: () => {
      left = undefined
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
          if (left && left.commits > 0) left = { ...left, commits: left.commits - 1 }
          return made
        }
      },
    })
  return watch(storage) as Failing
}
