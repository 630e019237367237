import type { Machine } from '../machine.ts'
import { round } from '../result.ts'
import { harness, ours, type Share } from './attribute.ts'
import type { Ladder } from './heap.ts'
import type { Profiled } from './run.ts'

/** Everything that was profiled. */
export interface Profiles {
  /** By a name for the column. */
  check: Record<string, Profiled>
  cookie: Record<string, Profiled>
  signIn: Record<string, Profiled>
  read: Record<string, Profiled>
  start: Record<string, Profiled>
  /** By the kind of database. */
  stored: Record<string, Record<string, Profiled>>
  startUp: Record<string, Share[]>
  heap: Record<string, Ladder>
}

/** The profiles as a page of Markdown, with what follows from them. */
export function pageOf(profiles: Profiles, { cpu, cores, node, load }: Machine): string {
  return [
    '# Profiles',
    '',
    `Made by \`npm run bench:profile\` on ${cpu}, ${cores} cores, Node ${node}; load average at the start ${load}.`,
    'CPU time of the main thread, in the functions themselves, added up by whose code it is; what C++ does for a function counts as that',
    'function. The profiler slows small functions down, and nobody else runs in the process, so read the proportions: the durations are in',
    '[the table](table.md).',
    '',
    ...check(profiles.check),
    ...cookie(profiles.cookie),
    ...signIn(profiles.signIn),
    ...Object.entries(profiles.stored).flatMap(([database, profiled]) =>
      against(`Whole sign-in with ${database}`, profiled),
    ),
    ...against('Sign-in start', profiles.start),
    ...against('Session read in code where only headers are at hand', profiles.read),
    ...startUp(profiles.startUp),
    ...heap(profiles.heap),
  ].join('\n')
}

function check(profiled: Profiles['check']): string[] {
  const [own, floor, empty] = Object.values(profiled).map(({ shares }) => shares)
  if (!own || !floor || !empty) return []
  const rest = total(own) - partOf(own, ours)
  return [
    '## Session check, sealed cookie: µs',
    '',
    ...owners(sharesOf(profiled)),
    `Target: 1.6 times the empty handler. The floor is at ${times(total(floor), total(empty))}. If Portico’s own code took no time at all, what Node does`,
    `for it (a longer Cookie header to check and copy, its decryption) would still be ${times(rest, total(empty))}.`,
    '',
    ...files(own),
  ]
}

function cookie(profiled: Profiles['cookie']): string[] {
  const [short, long, floorShort, floorLong] = Object.values(profiled).map(({ shares }) => shares)
  if (!short || !long || !floorShort || !floorLong) return []
  const more = total(long) - total(short)
  const ownMore = partOf(long, ours) - partOf(short, ours)
  return [
    '## Session check with a longer cookie: µs',
    '',
    ...owners(sharesOf(profiled)),
    `Target: ×1.6. Portico grows ×${round(total(long) / total(short))}, the floor ×${round(total(floorLong) / total(floorShort))}. Of the ${round(more)} µs that 11 kB more cost, ${round(ownMore)} are spent in`,
    'Portico’s own files; the rest is Node’s work on each character: checking the header, base64url, AES-GCM, JSON.',
    '',
    ...functions(long, short),
  ]
}

function signIn(profiled: Profiles['signIn']): string[] {
  const [own, floor, authJs, bare] = Object.values(profiled)
  if (!own || !floor || !authJs || !bare) return []
  const surplus = ({ shares }: Profiled) => total(shares) - total(bare.shares)
  const best = surplus(own) - partOf(own.shares, ours) - partOf(own.shares, 'oauth4webapi')
  return [
    '## Whole sign-in against the loopback platform: µs',
    '',
    ...owners(sharesOf(profiled)),
    ...counted(profiled),
    `Targets: a fifth of Auth.js’s surplus above the bare fetches, twice the floor’s. Here: ${round(surplus(own) / surplus(authJs))} and ${times(surplus(own), surplus(floor))}. With no time in`,
    `Portico’s own files and in oauth4webapi the surplus would be ${times(best, surplus(floor))} the floor’s.`,
    '',
    ...files(own.shares),
    ...functions(own.shares),
  ]
}

/** What Portico needs beside the floor, and in which functions. */
function against(title: string, profiled: Record<string, Profiled>): string[] {
  const [own] = Object.values(profiled)
  if (!own) return []
  return [
    `## ${title}: µs`,
    '',
    ...owners(sharesOf(profiled)),
    ...counted(profiled),
    ...files(own.shares),
    ...functions(own.shares),
  ]
}

/** What hardly depends on the machine. */
function counted(profiled: Record<string, Profiled>): string[] {
  const counts = (name: string, of: (one: Profiled) => string) =>
    line([name, ...Object.values(profiled).map(of)])
  return [
    'What hardly depends on the machine:',
    '',
    ...head(['for one', ...Object.keys(profiled)]),
    counts('promises made', ({ promises }) => String(promises)),
    counts('kB allocated', ({ kilobytes }) => round(kilobytes)),
    '',
  ]
}

function startUp(profiled: Profiles['startUp']): string[] {
  const milliseconds = Object.entries(profiled).map(([name, shares]): [string, Share[]] => [
    name,
    shares.map((share) => ({ ...share, self: share.self / 1000 })),
  ])
  const together = milliseconds.find(([name]) => name.includes('porticojs/providers'))?.[1] ?? []
  return [
    '## Import and set-up in a fresh process: ms',
    '',
    ...owners(Object.fromEntries(milliseconds)),
    'Only the main thread is in the profile; the table counts the CPU time of all.',
    '',
    ...files(together),
  ]
}

function heap(ladders: Profiles['heap']): string[] {
  const [own, floor] = Object.values(ladders)
  const steps = Object.keys(own ?? {})
  const before = 'cryptography used once'
  const of = (ladder: Ladder | undefined, step: string) => (ladder?.[step] ?? Number.NaN) / 1e6
  const last = steps.at(-1) ?? ''
  const added = (ladder: Ladder | undefined) => round(of(ladder, last) - of(ladder, before))
  return [
    '## Heap after garbage collection: MB',
    '',
    ...head(['', ...Object.keys(ladders)]),
    ...steps.map((step) =>
      line([step, ...Object.values(ladders).map((ladder) => round(of(ladder, step)))]),
    ),
    '',
    `Target: 7 MB. ${round(of(own, before))} MB are in use before any application is loaded. Portico adds ${added(own)} MB to that, the floor ${added(floor)} MB.`,
    '',
  ]
}

function sharesOf(profiled: Record<string, Profiled>): Record<string, Share[]> {
  return Object.fromEntries(Object.entries(profiled).map(([name, { shares }]) => [name, shares]))
}

/** Owners side by side, the largest first. */
function owners(columns: Record<string, Share[]>): string[] {
  const all = Object.values(columns)
  const names = [...new Set(all.flat().map(({ owner }) => owner))]
  const sum = (owner: string) => all.reduce((rest, shares) => rest + partOf(shares, owner), 0)
  const sorted = names.sort((a, b) => sum(b) - sum(a))
  return [
    ...head(['', ...Object.keys(columns)]),
    ...sorted.map((owner) => line([owner, ...all.map((shares) => shown(partOf(shares, owner)))])),
    line(['**all**', ...all.map((shares) => `**${shown(total(shares))}**`)]),
    '',
  ]
}

/** Portico's and its library's files, the largest first. */
function files(shares: readonly Share[]): string[] {
  const sums = new Map<string, number>()
  for (const { owner, file, self } of shares) {
    if (owner === ours || owner === 'oauth4webapi') sums.set(file, (sums.get(file) ?? 0) + self)
  }
  const sorted = [...sums].sort(([, a], [, b]) => b - a).slice(0, 16)
  return [
    ...head(['Portico’s files', 'own time']),
    ...sorted.map(([file, self]) => line([`\`${file}\``, shown(self)])),
    '',
  ]
}

/** The functions that take longest, or that grew most. */
function functions(shares: readonly Share[], before: readonly Share[] = []): string[] {
  const known = new Map(before.map(({ file, name, self }) => [`${file} ${name}`, self]))
  const sorted = shares
    .filter(({ owner }) => owner !== harness)
    .map((share) => ({
      ...share,
      self: share.self - (known.get(`${share.file} ${share.name}`) ?? 0),
    }))
    .sort((a, b) => b.self - a.self)
    .slice(0, 16)
  return [
    ...head([before.length > 0 ? 'function that grew' : 'function', 'in', 'own time'], 2),
    ...sorted.map(({ name, file, self }) =>
      line([`\`${name}\``, file && `\`${file}\``, shown(self)]),
    ),
    '',
  ]
}

function total(shares: readonly Share[]): number {
  return shares.reduce((sum, { self }) => sum + self, 0)
}

function partOf(shares: readonly Share[], owner: string): number {
  return total(shares.filter((share) => share.owner === owner))
}

function times(a: number, b: number): string {
  return `${round(a / b)}×`
}

function shown(value: number): string {
  return value < 0.05 ? '' : value.toFixed(1)
}

function head(cells: readonly string[], texts = 1): string[] {
  return [line(cells), line(cells.map((_, column) => (column < texts ? '---' : '---:')))]
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
