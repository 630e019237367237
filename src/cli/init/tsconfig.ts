import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { withoutMark } from '../read-text.ts'

/** The compiler options of an application, including those that its tsconfig.json extends; empty if they cannot be read. */
export function compilerOptions(folder: string, file = 'tsconfig.json'): Record<string, unknown> {
  const path = resolve(folder, file)
  const { compilerOptions: own, extends: bases } = settingsIn(path)
  const inherited = [bases ?? []].flat().map((base) => {
    const found = baseFile(path, String(base))
    return found ? compilerOptions(dirname(found), found) : {}
  })
  return Object.assign({}, ...inherited, Object(own))
}

function settingsIn(path: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(plainJson(withoutMark(readFileSync(path, 'utf8')))))
  } catch {
    return {}
  }
}

const text = '("(?:\\\\.|[^"\\\\])*")'
const comment = new RegExp(`${text}|//[^\\n]*|/\\*[\\s\\S]*?\\*/`, 'g')
const lastComma = new RegExp(`${text}|,(?=\\s*[}\\]])`, 'g')

/** Plain JSON of a tsconfig.json, which may have comments, and commas before brackets. */
function plainJson(settings: string): string {
  const quoted = (_: string, kept = '') => kept
  return settings.replace(comment, quoted).replace(lastComma, quoted)
}

function baseFile(from: string, base: string): string | undefined {
  const names = base.startsWith('.')
    ? [base, `${base}.json`]
    : [base, `${base}.json`, `${base}/tsconfig.json`]
  const require = createRequire(from)
  for (const name of names) {
    try {
      return name.startsWith('.')
        ? require.resolve(join(dirname(from), name))
        : require.resolve(name)
    } catch {
      // The next name may exist.
    }
  }
  return undefined
}
