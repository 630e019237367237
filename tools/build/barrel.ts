import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Rolldown } from 'tsdown'

const held = '?held'
const later = '\0later'

/**
 * Lets the barrel hold all providers instead of naming 140 files, because starting costs about a millisecond for each file. A provider in it
 * is made when it is first called, so that Node skips the data of the others. The door of a single provider takes it from the barrel, so
 * that the package has each of them once; the six most popular are there twice, so that whoever has one of them loads no others. The barrel's
 * declarations stay a list of doors.
 */
export function barrelHoldsProviders(source: string): Rolldown.Plugin {
  const barrel = resolve(source)
  const names = new Map(
    [...readFileSync(barrel, 'utf8').matchAll(/^export \{ default as (\w+) \} from '(.*)'$/gm)].map(
      ([, name, door = '']) => [resolve(dirname(barrel), door), name],
    ),
  )
  return {
    name: 'barrel-holds-providers',
    resolveId(source, importer) {
      if (source === later) return later
      if (importer === undefined) return null
      const isProvider = importer === barrel && source.startsWith('./')
      // A mark that two files import would become a third.
      const isMark = importer.endsWith(held) && source.endsWith('.mark.ts')
      return isProvider || isMark ? resolve(dirname(importer), source) + held : null
    },
    load(id) {
      if (id === later) return laterModule
      if (!id.endsWith(held)) return null
      const code = readFileSync(id.slice(0, -held.length), 'utf8')
      return { code: madeLater(code, this.parse(code, { lang: 'ts' }).body), moduleType: 'ts' }
    },
    renderChunk(code, { facadeModuleId, fileName, exports }) {
      const name = names.get(facadeModuleId ?? '')
      // A door that exports a function besides, such as Apple's, stays as it is too.
      const isOwn = /\bpopular: [1-6]\b/.test(code) || exports.join() !== 'default'
      if (!name || !fileName.endsWith('.js') || isOwn) return null
      return `export { ${name} as default } from "./index.js";\n`
    },
  }
}

const laterModule = `export function later(make) {
  let made
  return (options) => (made ??= make())(options)
}`

type Statements = ReturnType<Rolldown.PluginContext['parse']>['body']

/** The functions that make a provider, which is a function itself. */
const makers = new Set(['defineProvider', 'mailer', 'passkeyProvider', 'passwordProvider'])

/** Makes a provider when it is first called, and says to bundlers that one which nobody uses can go. */
function madeLater(code: string, statements: Statements): string {
  const calls = statements
    .flatMap((statement) =>
      statement.type === 'VariableDeclaration' ? statement.declarations : [],
    )
    .map(({ init }) => (init?.type === 'TSAsExpression' ? init.expression : init))
    .flatMap((value) => (value?.type === 'CallExpression' ? value : []))
  const wrapped = calls.reduceRight((text, { callee, start, end }) => {
    const call = text.slice(start, end)
    const isMaker = callee.type === 'Identifier' && makers.has(callee.name)
    const pure = `/* @__PURE__ */ ${isMaker ? `later(() => ${call})` : call}`
    return text.slice(0, start) + pure + text.slice(end)
  }, code)
  return `import { later } from ${JSON.stringify(later)}\n${wrapped}`
}
