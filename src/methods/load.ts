import type { Part, ResolvedProvider } from '../config/part.ts'
import type { Config } from '../config.ts'
import type { Method } from './method.ts'
import type { PartCode } from './part-code.ts'

/** The code of a provider's method. */
export async function loadMethod({ memo }: Config, provider: ResolvedProvider): Promise<Method> {
  // An import that was made before still takes longer than the rest of a sign-in's start.
  const load = () => provider.method.load()
  return (await memo(`method ${provider.id}`, Number.POSITIVE_INFINITY, load)) as Method
}

/** Every configured provider with the method that serves it. */
export function loadMethods(config: Config): Promise<(readonly [ResolvedProvider, Method])[]> {
  return Promise.all(
    Array.from(
      config.providers.values(),
      async (provider) => [provider, await loadMethod(config, provider)] as const,
    ),
  )
}

/** The code of a part, for what needs no provider of it. */
export async function loadPart({ memo }: Config, part: Part): Promise<PartCode> {
  return (await memo(`part ${part.name}`, Number.POSITIVE_INFINITY, () => part.load())) as PartCode
}

/** The code of a method or of another part; whichever it is, it is asked with the provider that it serves. */
export type AnyCode = PartCode<ResolvedProvider | undefined>

/** Everything that is configured: each provider with its method, then the parts that are no methods. */
export async function loadEverything(
  config: Config,
): Promise<(readonly [ResolvedProvider | undefined, AnyCode])[]> {
  const parts = config.parts.map(async (part) => [undefined, await loadPart(config, part)] as const)
  const everything = [...(await loadMethods(config)), ...(await Promise.all(parts))]
  // A method is only ever asked with a provider of its own, which is what it was paired with here.
  return everything as (readonly [ResolvedProvider | undefined, AnyCode])[]
}
