import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Rolldown } from 'tsdown'

const copied = '?copied'
const later = '\0later'

/**
 * Lets the barrel of the providers hold a copy of each instead of naming 140 files: starting costs about a millisecond for each file.
 * A provider in it is made when it is first called, so that Node skips the data of the others. Its declarations stay a list of doors.
 */
export function barrelHoldsCopies(source: string): Rolldown.Plugin {
  const barrel = resolve(source)
  return {
    name: 'barrel-holds-copies',
    resolveId(source, importer) {
      if (source === later) return later
      if (importer === undefined) return null
      const isProvider = importer === barrel && source.startsWith('./')
      // A mark that two files import would become a third.
      const isMark = importer.endsWith(copied) && source.endsWith('.mark.ts')
      return isProvider || isMark ? resolve(dirname(importer), source) + copied : null
    },
    load(id) {
      if (id === later) return laterModule
      if (!id.endsWith(copied)) return null
      const code = readFileSync(id.slice(0, -copied.length), 'utf8')
      return { code: madeLater(code, this.parse(code, { lang: 'ts' }).body), moduleType: 'ts' }
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
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init : []))
  const wrapped = calls.reduceRight((text, { callee, start, end }) => {
    const call = text.slice(start, end)
    const isMaker = callee.type === 'Identifier' && makers.has(callee.name)
    const pure = `/* @__PURE__ */ ${isMaker ? `later(() => ${call})` : call}`
    return text.slice(0, start) + pure + text.slice(end)
  }, code)
  return `import { later } from ${JSON.stringify(later)}\n${wrapped}`
}
