import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import type { NativeStore } from 'porticojs/client/native'

/** Keeps each item in a file that the system's keychain encrypts. */
export function safeStore(folder: string): NativeStore {
  const path = (name: string) => join(folder, name)
  return {
    get(name) {
      try {
        return safeStorage.decryptString(readFileSync(path(name)))
      } catch {
        return null
      }
    },
    set(name, value) {
      if (!safeStorage.isEncryptionAvailable()) throw new Error('This system has no keychain')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${path(name)}.new`, safeStorage.encryptString(value), { mode: 0o600 })
      renameSync(`${path(name)}.new`, path(name))
    },
    remove: (name) => rmSync(path(name), { force: true }),
  }
}
