import type { NativeStore } from '../../src/client/native.ts'

/** A store, and what a test sees of it. */
export interface Keychain {
  store: NativeStore
  items: Map<string, string>
  /** The device is switched off after so many more writes. */
  failAfter(writes: number): void
}

/** A keychain that takes 2,048 bytes, and whose device may be switched off in the middle of a write. */
export function keychain(): Keychain {
  const items = new Map<string, string>()
  let writesLeft = Number.POSITIVE_INFINITY
  const store: NativeStore = {
    get: async (name) => items.get(name) ?? null,
    async set(name, value) {
      if (!/^[\w.-]+$/.test(name)) throw new Error(`A keychain has no such name: ${name}`)
      if (Buffer.byteLength(value) > 2048) throw new Error('Too long for a keychain')
      if (writesLeft-- <= 0) throw new Error('The device was switched off')
      items.set(name, value)
    },
    remove: async (name) => void items.delete(name),
  }
  const failAfter = (writes: number) => {
    writesLeft = writes
  }
  return { store, items, failAfter }
}
