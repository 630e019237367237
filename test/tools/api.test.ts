import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../tools/api.mjs')
const houses: string[] = []

afterEach(() => {
  for (const house of houses.splice(0)) rmSync(house, { recursive: true })
})

const sound: Record<string, string> = {
  'index.ts': `
    import type { Guest, Secret } from './people.ts'
    export { Bell } from './people.ts'
    export type { Guest } from './people.ts'
    /** Lets somebody in. */
    export function open(guest: Guest, secret?: Secret): boolean { return guest.id !== secret?.word }
    export function close(): void {}
    export type Weekday = keyof typeof days
    const days = { monday: 1, tuesday: 2 } as const`,
  'people.ts': `
    export interface Guest { /** Unique. */ id: string; address?: { street: string } }
    export interface Secret { word: string }
    export class Bell { #rung = 0; private tone = 'C'; ring(): void { this.#rung += this.tone.length } }`,
  'rooms/index.ts': `export { default as Attic } from './attic.ts'`,
  'rooms/attic.ts': `
    export interface Window { open: boolean }
    const Attic: (window?: Window) => string = () => 'attic'
    export default Attic`,
  'rooms/attic.mark.ts': `export const logo: string = '<svg/>'`,
}

/** A sound house with its report. */
function build() {
  const house = mkdtempSync(join(tmpdir(), 'portico-api-'))
  houses.push(house)
  const doors = { '.': 'index', './rooms': 'rooms/index', './rooms/*': 'rooms/*' }
  const exports = Object.entries(doors).map(([door, source]) => [
    door,
    { types: `./dist/${source}.d.ts`, default: `./dist/${source}.js` },
  ])
  writeFileSync(
    join(house, 'package.json'),
    JSON.stringify({ name: 'house', exports: Object.fromEntries(exports) }),
  )
  for (const [file, text] of Object.entries(sound)) change(house, file, () => text)
  expect(run(house)).toMatchObject({ passes: true })
  return house
}

function change(house: string, source: string, edit: (text: string) => string) {
  const file = join(house, 'src', source)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, edit(sound[source] ?? ''))
}

function run(house: string, ...options: string[]) {
  const result = spawnSync(process.execPath, [program, house, ...options], { encoding: 'utf8' })
  return { passes: result.status === 0, says: result.stdout + result.stderr }
}

test('the report shows what users see of each door, and what they cannot import', () => {
  const house = build()
  const report = readFileSync(join(house, 'docs', 'api.md'), 'utf8')
  expect(report.slice(report.indexOf('## '))).toBe(`## house

\`\`\`typescript
class Bell {
  ring(): void
}

interface Guest {
  id: string
  address?: { street: string }
}

type Weekday = 'monday' | 'tuesday'

function close(): void

function open(guest: Guest, secret?: Secret): boolean
\`\`\`

### Used by the above, not exported

- \`Secret\`

## house/rooms

- \`Attic\`: the default export of \`house/rooms/attic\`

## house/rooms/*

- \`attic\`: \`(window?: Window) => string\`

## house/rooms/attic

\`\`\`typescript
interface Window {
  open: boolean
}
\`\`\`
`)
})

test('a report passes while nothing that users see has changed', () => {
  const house = build()
  change(house, 'index.ts', (text) =>
    text.replace('Lets somebody in', 'Opens').replace('!==', '==='),
  )
  expect(run(house, '--check')).toMatchObject({ passes: true })
})

test('every name that was added, changed or removed is listed, door by door', () => {
  const house = build()
  change(house, 'index.ts', (text) =>
    text
      .replace('close(): void {}', 'knock(): void {}')
      .replace('secret?: Secret', 'secret: Secret')
      .replace('tuesday: 2', 'wednesday: 3'),
  )
  change(house, 'rooms/attic.ts', (text) => text.replace('window?', 'window'))
  change(house, 'rooms/cellar.ts', () => 'const Cellar: string = "cellar"\nexport default Cellar')
  const { passes, says } = run(house, '--check')
  expect(passes).toBe(false)
  expect(says).toContain(`house
  added: knock
  changed: Weekday, open
  removed: close
house/rooms/*
  added: cellar
  changed: attic
`)
  expect(says).toContain('`npm run generate`')
  run(house)
  expect(run(house, '--check')).toMatchObject({ passes: true })
})

test('a name that leaves a door without leaving its signatures is named twice', () => {
  const house = build()
  change(house, 'index.ts', (text) =>
    text.replace('export type { Guest }', 'export type { Secret }'),
  )
  expect(run(house, '--check').says).toContain(`house
  added: Secret
  removed: Guest
house, used but not exported
  added: Guest
  removed: Secret
`)
})

test('a source without the types that a report needs is refused', () => {
  const house = build()
  change(house, 'index.ts', () => 'export const guess = Math.random()')
  const { passes, says } = run(house, '--check')
  expect(passes).toBe(false)
  expect(says).toContain('index.ts')
  expect(says).toContain('--isolatedDeclarations')
})
