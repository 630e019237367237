import { syncBuiltinESMExports } from 'node:module'
import { chance } from './chance.ts'

/**
 * Does work whose every draw of chance comes from the seed: the library's too, so that the same seed makes the same flows and
 * cookies. Keys are still made by the runtime.
 */
export async function drawnFrom<T>(seed: number, work: () => Promise<T>): Promise<T> {
  const node = process.getBuiltinModule('node:crypto')
  const { randomBytes } = node
  const { getRandomValues, randomUUID } = crypto
  const { int } = chance(seed ^ 0x5eed)
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => int(256)))
  const fill = <A extends ArrayBufferView>(array: A): A => {
    const { buffer, byteOffset, byteLength } = array
    new Uint8Array(buffer, byteOffset, byteLength).set(bytes(byteLength))
    return array
  }
  const uuid = () =>
    bytes(16)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  Object.assign(node, { randomBytes: bytes })
  Object.assign(crypto, { getRandomValues: fill, randomUUID: uuid })
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    Object.assign(node, { randomBytes })
    Object.assign(crypto, { getRandomValues, randomUUID })
    syncBuiltinESMExports()
  }
}
