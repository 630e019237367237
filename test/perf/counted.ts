import { vi } from 'vitest'

const nodeCrypto = process.getBuiltinModule('node:crypto')
const calls = [
  'createCipheriv',
  'createDecipheriv',
  'createHash',
  'hkdfSync',
  'createSecretKey',
  'randomBytes',
] as const
/** Chance, which is drawn for many values at once. */
const draws = ['getRandomValues'] as const
/** Slower than Node's own for texts as short as ours; a library that moved there would seem to cost nothing. */
const slowCalls = ['encrypt', 'decrypt', 'digest', 'deriveBits', 'deriveKey', 'importKey'] as const
const objects = ['Request', 'Response', 'Headers', 'URL', 'URLSearchParams'] as const

/** How often something costly was done: by the name of the function or of the web's object. */
export type Count = Partial<
  Record<(typeof calls | typeof draws | typeof slowCalls | typeof objects)[number], number>
>

/** Counts what costs time, whatever the machine: cryptography and the objects of the web. */
export interface Counter {
  /** Does the work, and tells what it took. */
  during(work: () => Promise<unknown>): Promise<Count>
  stop(): void
}

/** Begins to count. Keys are bound to Node's functions when they are made, so an application is opened afterwards. */
export function startCounter(): Counter {
  let count: Count = {}
  const add = (name: keyof Count) => {
    count[name] = (count[name] ?? 0) + 1
  }
  const listen = <Name extends keyof Count>(place: Record<Name, unknown>, name: Name) => {
    const own = place[name] as (...args: unknown[]) => unknown
    const counted = (...args: unknown[]) => {
      add(name)
      return own.apply(place, args)
    }
    return vi.spyOn(place as Record<string, () => unknown>, name).mockImplementation(counted)
  }
  const spies = [
    ...calls.map((name) => listen(nodeCrypto, name)),
    ...draws.map((name) => listen(crypto, name)),
    ...slowCalls.map((name) => listen(crypto.subtle, name)),
  ]
  for (const name of objects) {
    const construct = (target: new (...args: unknown[]) => object, args: unknown[]) => {
      add(name)
      return new target(...args)
    }
    vi.stubGlobal(name, new Proxy(globalThis[name], { construct } as ProxyHandler<never>))
  }
  return {
    async during(work) {
      count = {}
      await work()
      return count
    },
    stop() {
      for (const spy of spies) spy.mockRestore()
      vi.unstubAllGlobals()
    },
  }
}
