import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { NativeStore } from 'porticojs/client/native'

/** Keeps the key in a file that only its owner can read. It is replaced as a whole, so that it is never half written. */
export function fileStore(path: string): NativeStore {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8'))
    } catch {
      return {}
    }
  }
  const write = (items: Record<string, string>) => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, JSON.stringify(items), { mode: 0o600 })
    renameSync(draft, path)
  }
  return {
    get: (name) => read()[name],
    set: (name, value) => write({ ...read(), [name]: value }),
    remove(name) {
      const { [name]: _, ...rest } = read()
      write(rest)
    },
  }
}
