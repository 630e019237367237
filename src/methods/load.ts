import type { ResolvedProvider } from '../config/part.ts'
import { isMethod } from '../config/parts.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type AnyCode, loadPart } from './load-part.ts'
import type { Method } from './method.ts'
import type { Promotion } from './part-code.ts'

/** The provisional user of this browser, whose place a sign-in takes. */
export async function promotionIn(context: Context): Promise<Promotion | undefined> {
  const part = context.config.parts.find(({ promotes }) => promotes)
  return part && (await loadPart(part)).promotion?.(context)
}

/** The code of a provider's method. */
export function loadMethod({ method }: ResolvedProvider): Promise<Method> {
  return loadPart(method) as Promise<Method>
}

/** Every configured provider with the method that serves it. */
export function loadMethods(config: Config): Promise<(readonly [ResolvedProvider, Method])[]> {
  const load = async (provider: ResolvedProvider) => [provider, await loadMethod(provider)] as const
  return Promise.all(Array.from(config.providers.values(), load))
}

/** Everything that is configured: each provider with its method, then the parts that are no methods. */
export async function loadEverything(
  config: Config,
): Promise<(readonly [ResolvedProvider | undefined, AnyCode])[]> {
  const everything: unknown[] = await loadMethods(config)
  for (const part of config.parts)
    if (!isMethod(part)) everything.push([undefined, await loadPart(part)])
  // A method is only ever asked with a provider of its own, which is what it was paired with here.
  return everything as (readonly [ResolvedProvider | undefined, AnyCode])[]
}
