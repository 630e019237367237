// The import rule of ARCHITECTURE, kept: `node tools/imports.mjs [folder that holds src/]`.
import { globSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCycles } from './imports/cycles.mjs'
import { readSources } from './imports/sources.mjs'

/** @import { Source } from './imports/sources.mjs' */

/** The house, top floor first. An import points down, or sideways if nothing points back. */
export const floors = [
  ['cli'],
  ['authjs', 'development'],
  [
    'testing.ts',
    'emulator',
    'inspector',
    'frameworks',
    'client',
    'jwt.ts',
    'passwords.ts',
    'method.ts',
    'parts',
    'index.ts',
  ],
  ['auth.ts'],
  ['instance'],
  ['storage'],
  ['router'],
  ['routes'],
  ['actions', 'responses'],
  [
    'route.ts',
    'engine.ts',
    'providers',
    'passkeys',
    'password',
    'webhooks',
    'gate',
    'notices',
    'second-factor',
    'access-tokens',
    'operators',
    'better-auth',
    'device-sign-in',
    'jwt',
    'native-apps',
    'guests',
    'change-email',
    'kits',
  ],
  ['methods', 'identity', 'sessions', 'pages'],
  ['callbacks.ts'],
  ['context.ts'],
  ['app.ts'],
  ['config.ts'],
  ['stores'],
  ['foreign-hashes', 'services', 'http', 'crypto'],
  ['define-provider.ts', 'description', 'errors.ts', 'languages', 'marks', 'types'],
]
const rooms = new Set(floors.flat())

/**
 * Rooms that may reach fewer others than their floor would allow. A platform is data; what is no platform (a mail, a passkey)
 * brings its method along, through the method's own doors. The emulator is written from documentation, never from our
 * providers: nobody would notice a mistake that both share.
 *
 * @type {Map<string, (string | RegExp)[]>}
 */
const narrow = new Map([
  [
    'providers',
    [
      'define-provider.ts',
      'marks',
      'types',
      /^((methods\/[\w-]+|guests|passkeys|password|webhooks)\/(part|provider|http|smtp)|description\/photo)\.ts$/,
    ],
  ],
  ['client', ['types']],
  ['emulator', ['crypto', 'description', 'http', 'pages', 'types']],
  ['languages', ['types']],
  ['marks', []],
])

/** Where a platform may be called by its id. */
const knowsPlatforms =
  /^(providers|emulator\/platforms)\/|^types\/built-in-providers\.ts$|^cli\/import\/(platform-names|files\/mappings)\.ts$/

/** Ids that are also words of their own, so that finding one says nothing about a platform. */
const ordinaryWords = new Map([
  ['email', 'a sign-in method, and a field of a user'],
  ['credentials', 'a sign-in method'],
  ['passkey', 'a sign-in method'],
  ['password', 'a sign-in method, and a field of a form'],
  ['webauthn', 'a sign-in method'],
  ['guest', 'a sign-in method, and a word of a session'],
  ['nodemailer', 'a package'],
  ['medium', 'a length of dates and times in Intl'],
])

const longestFunction = 60
const longFile = 250

/** The one file of another package that may import from `src/`: the build copies in what it names. */
const bridge = 'from-portico.ts'

/** @typedef {{ where: string, what: string }} Finding */

/**
 * Everything in `src/` and in the other packages that breaks the rule, and what is worth a look but breaks nothing.
 *
 * @param {string} root
 * @returns {{ problems: Finding[], notes: Finding[] }}
 */
export function inspect(root) {
  const sources = readSources(resolve(root, 'src'))
  const ids = platformIds(sources)
  const found = {
    problems: [
      ...sources.flatMap(misplaced),
      ...sources.flatMap(wrongImports),
      ...circles(sources),
      ...sources.flatMap((source) => namedPlatforms(source, ids)),
      ...sources.flatMap(longFunctions),
    ],
    notes: sources.flatMap(longFiles),
  }
  const others = globSync('packages/*', { cwd: root }).map((path) => inspectPackage(root, path))
  return {
    problems: [found, ...others].flatMap(({ problems }) => problems),
    notes: [found, ...others].flatMap(({ notes }) => notes),
  }
}

/**
 * The same of another package: it has no floors, and one file in which it says what it shares with `src/`.
 *
 * @param {string} root
 * @param {string} path of the package
 */
function inspectPackage(root, path) {
  const sources = readSources(resolve(root, path, 'src'))
  const inPackage = (/** @type {Finding} */ { where, what }) => ({
    where: `${path}/${where}`,
    what,
  })
  return {
    problems: [
      ...sources.flatMap(leavesPackage),
      ...circlesOfFiles(sources),
      ...sources.flatMap(longFunctions),
    ].map(inPackage),
    notes: sources.flatMap(longFiles).map(inPackage),
  }
}

/** @param {Source} source */
function leavesPackage({ path, imports }) {
  return imports
    .filter(({ target }) => target.startsWith('..'))
    .filter(({ target }) => path !== bridge || !/^(\.\.\/){3}src\//.test(target))
    .map(({ target, line }) => ({
      where: `src/${path}:${line}`,
      what: `imports ${target.replace(/^(\.\.\/)+/, '')}, outside of its package: ${bridge} says what it shares with src/`,
    }))
}

/** @param {Source} source */
function misplaced({ path }) {
  if (heightOf(path) > 0) return []
  const what = `${room(path)} has no floor: add it to the table in tools/imports.mjs or move the file`
  return [{ where: `src/${path}:1`, what }]
}

/** @param {Source} source */
function wrongImports({ path, imports }) {
  return imports.flatMap(({ target, line }) => {
    const reason = target.startsWith('..') ? leavesSource(target) : forbidden(path, target)
    return reason ? [{ where: `src/${path}:${line}`, what: reason }] : []
  })
}

/** @param {string} target */
function leavesSource(target) {
  return `imports ${target.replace(/^(\.\.\/)+/, '')}, outside src/: what ships may only import what ships`
}

/**
 * @param {string} from
 * @param {string} to
 */
function forbidden(from, to) {
  const [here, there] = [room(from), room(to)]
  if (here === there) return undefined
  const allowed = narrow.get(here)
  if (allowed && !allowed.some((one) => (typeof one === 'string' ? one === there : one.test(to)))) {
    const names = allowed.filter((one) => typeof one === 'string')
    const only = new Intl.ListFormat('en-GB').format(names) || 'what is in the same room'
    return `imports ${to}, but ${here} may import only ${only}: pass it in, or move the code`
  }
  if (heightOf(from) === 0 || heightOf(to) <= heightOf(from)) return undefined
  return `imports ${to}, which is upstairs (${there} is above ${here}): move the shared part down, or pass it in`
}

/** @param {Source[]} sources */
function circles(sources) {
  const rooms = findCycles(roomGraph(sources))
  return [
    ...circlesOfFiles(sources),
    ...rooms.map((circle) => describeCircle(sources, 'rooms', circle)),
  ]
}

/** @param {Source[]} sources */
function circlesOfFiles(sources) {
  const byPath = new Map(sources.map(({ path, imports }) => [path, imports.map((i) => i.target)]))
  return findCycles(byPath).map((circle) => describeCircle(sources, 'files', circle))
}

/**
 * @param {Source[]} sources
 * @param {'files' | 'rooms'} who
 * @param {string[]} circle
 */
function describeCircle(sources, who, circle) {
  return {
    where: importBetween(sources, circle),
    what: `${who} import each other in a circle, ${circle.join(' → ')}: move what both need below them`,
  }
}

/** @param {Source[]} sources */
function roomGraph(sources) {
  /** @type {Map<string, string[]>} */
  const graph = new Map()
  for (const { path, imports } of sources) {
    const others = imports.map(({ target }) => room(target)).filter((each) => each !== room(path))
    graph.set(room(path), [...(graph.get(room(path)) ?? []), ...others])
  }
  return graph
}

/**
 * Where the first step of a circle is taken, whether it is a circle of files or of rooms.
 *
 * @param {Source[]} sources
 * @param {string[]} circle
 */
function importBetween(sources, [from, to]) {
  const is = (/** @type {string} */ path, /** @type {string | undefined} */ name) =>
    path === name || room(path) === name
  const file = sources.find(
    ({ path, imports }) => is(path, from) && imports.some((i) => is(i.target, to)),
  )
  const line = file?.imports.find(({ target }) => is(target, to))?.line
  return `src/${file?.path}:${line}`
}

/** @param {Source[]} sources */
function platformIds(sources) {
  return new Set(
    sources
      .map(({ path }) => /^providers\/([\w-]+)\.ts$/.exec(path)?.[1] ?? '')
      .filter((id) => id !== '' && id !== 'index' && !ordinaryWords.has(id)),
  )
}

/**
 * @param {Source} source
 * @param {Set<string>} ids
 */
function namedPlatforms({ path, strings }, ids) {
  if (knowsPlatforms.test(path)) return []
  return strings.flatMap(({ text, line }) => {
    // A sentence may use any word; a token, path or key may not.
    const id = /\s/.test(text) ? undefined : text.split(/[^\w-]+/).find((word) => ids.has(word))
    const what = `names the platform '${id}': say what differs as data in src/providers/${id}.ts`
    return id ? [{ where: `src/${path}:${line}`, what }] : []
  })
}

/** @param {Source} source */
function longFunctions({ path, functions }) {
  return functions
    .filter(({ lines }) => lines > longestFunction)
    .map(({ name, line, lines }) => ({
      where: `src/${path}:${line}`,
      what: `${name} has ${lines} lines: split it (${longestFunction} at most)`,
    }))
}

/** @param {Source} source */
function longFiles({ path, lines }) {
  if (lines <= longFile) return []
  return [{ where: `src/${path}:1`, what: `has ${lines} lines: a reason to look (${longFile})` }]
}

/**
 * The row entry a file belongs to. `config.ts` may keep its parts in a folder of its name; a mark stands beside its provider.
 *
 * @param {string} path
 */
function room(path) {
  if (path.endsWith('.mark.ts')) return 'marks'
  const name = path.split('/')[0] ?? path
  return rooms.has(`${name}.ts`) ? `${name}.ts` : name
}

/** @param {string} path */
function heightOf(path) {
  const floor = floors.findIndex((names) => names.includes(room(path)))
  return floor < 0 ? 0 : floors.length - floor
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
  const { problems, notes } = inspect(root)
  for (const { where, what } of notes)
    console.log(`note: ${relative('', resolve(root, where))} ${what}`)
  for (const { where, what } of problems)
    console.log(`${relative('', resolve(root, where))} ${what}`)
  if (problems.length > 0) process.exit(1)
  console.log('Imports point down only; no cycle; no platform named outside its file.')
}
