import type { RequireOptions } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'

/** Options for a guard that is called in a page. */
export type GuardOptions = Omit<RequireOptions, 'response'>

/** The session that all parts of a request share; null if the options demand a proof or scopes, which only the engine can check. */
export async function sharedSession<S extends Session>(
  read: () => Promise<S | null>,
  { maxAge, level, scopes }: GuardOptions = {},
): Promise<S | null> {
  const isPlain = maxAge === undefined && level === undefined && scopes === undefined
  return isPlain ? read() : null
}

/**
 * A guard that is used as it is, or made with options: `requireSession`, `requireSession({ level: 2 })`. The guard itself comes last:
 * frameworks infer what it adds from the last signature.
 */
export type GuardMaker<Guard> = ((options: GuardOptions) => Guard) & Guard

/** Makes such a guard. A single argument is its options: frameworks call a guard with several. */
export function guardMaker<Args extends readonly unknown[], Result>(
  make: (options: GuardOptions) => (...args: Args) => Result,
): GuardMaker<(...args: Args) => Result> {
  const plain = make({})
  const guard = (...args: Args | readonly [GuardOptions]) =>
    isOptions(args) ? make(args[0]) : plain(...args)
  // The arguments decide what it returns, which only overloads can express.
  return guard as GuardMaker<(...args: Args) => Result>
}

function isOptions(args: readonly unknown[]): args is readonly [GuardOptions] {
  return args.length === 1
}
