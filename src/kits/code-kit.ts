import type { Method } from '../methods/method.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { CodeKitName, Kit } from '../types/kit.ts'
import type { AnyPart } from '../types/part.ts'
import type { CodeRules } from './code-rules.ts'

/** A kit whose library gives an app a code. */
export function codeKit<const Name extends CodeKitName>(
  rules: CodeRules<Name>,
  problem?: Kit['problem'],
): Kit<Name> {
  return {
    name: rules.name,
    problem,
    extend: (method) =>
      extended(method, async (code) => (await import('./take-codes.ts')).takeCodes(code, rules)),
  }
}

/** A method whose code is extended by `add` when it is loaded. */
export function extended<Part extends AnyPart>(
  method: Part,
  add: (code: Method<ResolvedOAuth>) => Promise<Method<ResolvedOAuth>>,
): Part {
  // The public type of a method does not show `load`.
  const { load } = method as unknown as { load(): Promise<Method<ResolvedOAuth>> }
  return { ...method, load: async () => add(await load()) }
}
