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
const objects = ['Request', 'Response', 'Headers', 'URL', 'URLSearchParams'] as const

/** How often something costly was done: by the name of Node's function or of the web's object. */
export type Count = Partial<Record<(typeof calls)[number] | (typeof objects)[number], number>>

/** Counts what costs time, whatever the machine: Node's cryptography and the objects of the web. */
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
  const spies = calls.map((name) => {
    const own = nodeCrypto[name] as (...args: unknown[]) => unknown
    return vi.spyOn(nodeCrypto, name).mockImplementation(((...args: unknown[]) => {
      add(name)
      return own(...args)
    }) as never)
  })
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
