import { isAuthjs } from './module-names.ts'
import { findAll, type Note, place, type Source } from './source.ts'

const settingsFile = /(^|\/)[\w.-]+\.config\.[cm]?[jt]s$/

const note =
  'this setting of a tool names a package of Auth.js: take it out, or name `porticojs` if the tool must know it'

/** Settings that name packages of Auth.js without importing them: `transpilePackages`, aliases, mocks. */
export function judgeSettings({ path, text, file }: Source): Note[] {
  if (!settingsFile.test(path)) return []
  return findAll(file.program, 'StringLiteral').flatMap((literal) => {
    const { start } = place(literal)
    const isImport = /\b(from|import|require|resolve)\s*\(?\s*$/.test(text.slice(0, start))
    const name = literal.value.replace(/^\^|\$$/g, '')
    return isAuthjs(name) && !isImport ? [{ start, note }] : []
  })
}
