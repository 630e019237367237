import type { RequireOptions } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'

/** Options for a guard that is called in a page. */
export type GuardOptions = Omit<RequireOptions, 'response'>

/** The session that a request's other parts have read too; null where the engine has to look what was proven and when, or what a token may do. */
export async function sharedSession<S extends Session>(
  read: () => Promise<S | null>,
  { maxAge, level, scopes }: GuardOptions = {},
): Promise<S | null> {
  const isPlain = maxAge === undefined && level === undefined && scopes === undefined
  return isPlain ? read() : null
}

/**
 * A guard that is used as it is, or made for what its options ask: `requireSession`, `requireSession({ level: 2 })`. The guard itself
 * stands last: frameworks infer what it adds from the last signature.
 */
export type GuardMaker<Guard> = ((options: GuardOptions) => Guard) & Guard

/** Makes such a guard. Frameworks call a guard with more than one argument. */
export function guardMaker<Args extends readonly unknown[], Result>(
  make: (options: GuardOptions) => (...args: Args) => Result,
): GuardMaker<(...args: Args) => Result> {
  const plain = make({})
  const guard = (...args: Args | readonly [GuardOptions]) =>
    isOptions(args) ? make(args[0]) : plain(...args)
  // What it is called with decides what it returns, which only several signatures can say.
  return guard as GuardMaker<(...args: Args) => Result>
}

function isOptions(args: readonly unknown[]): args is readonly [GuardOptions] {
  return args.length === 1
}
