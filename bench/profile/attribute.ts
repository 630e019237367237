import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Time that a function took itself, without what it called. */
export interface Share {
  /** Whose code it is: a line of the summary. */
  owner: string
  file: string
  name: string
  /** Microseconds. */
  self: number
}

/** Portico's own code, as an owner of time. */
export const ours = 'Portico'
/** What feeds the contestants their requests. */
export const harness = 'The benchmark itself'

const root = join(import.meta.dirname, '../..')
const nobodys = 'V8: native code outside of functions'

/** Node's own files, by what they are for. The first that fits counts. */
const nodeParts: readonly [file: RegExp, owner: string][] = [
  [/^node:internal\/deps\/undici/, 'Node: fetch, Request, Response, Headers'],
  [/^node:internal\/webstreams/, 'Node: web streams'],
  [/^node:(internal\/)?(web)?crypto/, 'Node: cryptography'],
  [/^node:(internal\/)?(url|querystring)/, 'Node: URL, URLSearchParams'],
  [
    /^node:internal\/(modules|bootstrap|main)|^node:internal\/process\/pre/,
    'Node: starting, modules',
  ],
  [/^node:(fs|path|internal\/fs)/, 'Node: starting, modules'],
  [/^wasm:|^node:(net|_?http|dns|internal\/(net|http|dns|stream))/, 'Node: sockets and HTTP'],
  [
    /timers|async_hooks|task_queues|promises|abort_controller|event/,
    'Node: timers, events, promises',
  ],
  [/^node:(buffer|internal\/(buffer|encoding))/, 'Node: buffers and encodings'],
  [/^node:/, 'Node: the rest'],
]

/** What V8 does by itself, which belongs to nobody's function. */
const machine = new Map([
  ['(garbage collector)', 'V8: garbage collection'],
  ['(program)', nobodys],
])
const leftOut = new Set(['(idle)', '(root)'])

/** Splits a profile into the own time of each function. Waiting is left out. */
export function attribute(profile: Profiler.Profile): Share[] {
  const { nodes, samples = [], timeDeltas = [] } = profile
  const time = new Map<number, number>()
  for (const [n, id] of samples.entries()) time.set(id, (time.get(id) ?? 0) + (timeDeltas[n] ?? 0))
  const placeOf = places(nodes)
  const shares = new Map<string, Share>()
  for (const node of nodes) {
    const name = node.callFrame.functionName || '(anonymous)'
    const self = time.get(node.id) ?? 0
    const file = machine.has(name) ? '' : placeOf(node)
    if (self === 0 || leftOut.has(name) || file === 'node:inspector') continue
    const key = `${file} ${name}`
    const owner = machine.get(name) ?? ownerOf(file)
    shares.set(key, { owner, file, name, self: self + (shares.get(key)?.self ?? 0) })
  }
  return [...shares.values()].sort((a, b) => b.self - a.self)
}

/**
 * The same shares of the CPU time that the thread really had. The profiler looks at the clock, which runs on while the machine does
 * something else.
 */
export function scaled(shares: readonly Share[], cpu: { user: number; system: number }): Share[] {
  const factor = (cpu.user + cpu.system) / shares.reduce((sum, { self }) => sum + self, 0)
  return shares.map((share) => ({ ...share, self: share.self * factor }))
}

/** Where a node of a profile is written. What is written in C++ has no address; it works for whoever called it. */
function places(nodes: readonly Profiler.ProfileNode[]) {
  const parents = new Map<number, Profiler.ProfileNode>()
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node)
  return function placeOf(node: Profiler.ProfileNode): string {
    const parent = parents.get(node.id)
    return node.callFrame.url || !parent ? place(node.callFrame) : placeOf(parent)
  }
}

function ownerOf(file: string): string {
  const part = nodeParts.find(([pattern]) => pattern.test(file))
  if (part) return part[1]
  const [first = '', second = ''] = file.split('/')
  if (first === 'porticojs') return ours
  if (first === 'bench') return second === 'contestants' ? 'The contestant’s own file' : harness
  if (file === '') return nobodys
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** A file as it may be shown: as its package or this repository knows it, never as this machine does. */
function place({ url, lineNumber }: Profiler.ProfileNode['callFrame']): string {
  if (!url.startsWith('file:')) return url.includes('[eval') ? 'bench/script' : url
  const path = fileURLToPath(url)
  const [, ...installed] = path.split('/node_modules/')
  if (installed.length > 0) return installed.at(-1) ?? ''
  const own = relative(root, path)
  if (own.startsWith('dist/')) return `porticojs/${sourceAt(path, lineNumber)}`
  return own.startsWith('..') ? 'bench/script' : own
}

/** The source that a line of a built file was made of: the bundler leaves its name above. */
function sourceAt(file: string, line: number): string {
  const built = relative(join(root, 'dist'), file)
  const above = readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, line + 1)
  const region = /^\/\/ (?:#region )?src\/([^\s?]+)/
  return region.exec(above.findLast((text) => region.test(text)) ?? '')?.[1] ?? built
}
