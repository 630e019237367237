import type { Part, ResolvedProvider } from '../config/part.ts'
import type { PartCode } from './part-code.ts'

/** The code of a method or of another part; whichever it is, it is asked with the provider that it serves. */
export type AnyCode = PartCode<ResolvedProvider | undefined>

/** Each part has one code, whoever asks for it. Repeating an import takes longer than the rest of a sign-in's start. */
const codes = new WeakMap<Part, Promise<object>>()

/** The code of a part. A failure is tried again. */
export function loadPart(part: Part): Promise<AnyCode> {
  const loading = codes.get(part) ?? part.load()
  if (!codes.has(part)) loading.catch(() => codes.delete(part))
  codes.set(part, loading)
  // What a part loads is for itself to say; `Part` and `MethodPart` of porticojs/method tell the compiler.
  return loading as Promise<AnyCode>
}
