import type { Part, ResolvedProvider } from '../config/part.ts'
import { isMethod } from '../config/parts.ts'
import type { Config } from '../config.ts'
import type { Method } from './method.ts'
import type { PartCode } from './part-code.ts'

/** The code of a method or of another part; whichever it is, it is asked with the provider that it serves. */
type AnyCode = PartCode<ResolvedProvider | undefined>

/** Each part has one code, whoever asks for it. Repeating an import takes longer than the rest of a sign-in's start. */
const codes = new WeakMap<Part, Promise<object>>()

/** The code of a part. A failure is tried again. */
export function loadPart(part: Part): Promise<AnyCode> {
  const loading = codes.get(part) ?? part.load()
  codes.set(part, loading)
  loading.catch(() => codes.delete(part))
  // What a part loads is for itself to say; `Part` and `MethodPart` of porticojs/method tell the compiler.
  return loading as Promise<AnyCode>
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
