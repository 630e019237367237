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
export async function loadPart(part: Part): Promise<AnyCode> {
  const loading = codes.get(part) ?? part.load()
  codes.set(part, loading)
  try {
    // What a part loads is for itself to say; `Part` and `MethodPart` of porticojs/method tell the compiler.
    return (await loading) as AnyCode
  } catch (thrown) {
    codes.delete(part)
    throw thrown
  }
}

/** The code of a provider's method. */
export async function loadMethod({ method }: ResolvedProvider): Promise<Method> {
  return (await loadPart(method)) as Method
}

/** Every configured provider with the method that serves it. */
export function loadMethods({
  providers,
}: Config): Promise<(readonly [ResolvedProvider, Method])[]> {
  return Promise.all(
    Array.from(
      providers.values(),
      async (provider) => [provider, await loadMethod(provider)] as const,
    ),
  )
}

/** Everything that is configured: each provider with its method, then the parts that are no methods. */
export function loadEverything({
  providers,
  parts,
}: Config): Promise<(readonly [ResolvedProvider | undefined, AnyCode])[]> {
  const others = parts.filter((part) => !isMethod(part))
  return Promise.all([
    ...Array.from(
      providers.values(),
      async (provider) => [provider, await loadPart(provider.method)] as const,
    ),
    ...others.map(async (part) => [undefined, await loadPart(part)] as const),
  ])
}
