import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../tools/imports.mjs')
const { floors }: { floors: string[][] } = await import(program)

const source = resolve(import.meta.dirname, '../../src')

/** The rooms that every application ships, whatever it configures. */
const core = [
  ...['actions', 'app', 'config', 'crypto', 'description', 'http', 'identity', 'instance', 'pages'],
  ...['responses', 'router', 'routes', 'services', 'sessions', 'storage'],
]

/** The errors of all parts stand in one table, with their sentences. */
const tables = ['pages/error-text.ts']

/** The names of parts that are no words of their own. `webhooks` is an option of every application. */
const names = /passkey|web_?authn|one-?tap/i

/** The rooms of parts: those of their floor that are folders, but for the providers. */
const parts = (floors.find((floor) => floor.includes('passkeys')) ?? []).filter(
  (room) => !room.endsWith('.ts') && room !== 'providers',
)

/** An import from the room of a part, or of a method but OAuth with OpenID Connect; also one that waits until it is needed. */
const rooms = new RegExp(
  `(?:from |import\\()'(?:\\.\\.?/)+(?:${parts.join('|')}|methods/(?!oauth/|open-id/)[\\w-]+)/`,
)

function files(): string[] {
  const inRooms = core.flatMap((room) =>
    readdirSync(join(source, room), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(room, file),
    ),
  )
  const alone = ['', 'methods'].flatMap((folder) =>
    readdirSync(join(source, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name)),
  )
  const doors = ['index.ts', 'testing.ts', 'errors.ts', 'jwt.ts']
  return [...inRooms, ...alone]
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !tables.includes(file) && !doors.includes(file))
}

describe('the core', () => {
  test('knows its parts by neither name nor import', () => {
    expect(files().length).toBeGreaterThan(250)
    expect(parts.length).toBeGreaterThan(12)
    const found = files().flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .filter((line) => names.test(line) || rooms.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  test.each([
    "import { passkey } from '../methods/email/part.ts'",
    "import { receive } from '../webhooks/receive.ts'",
    "const load = () => import('../second-factor/code.ts')",
    "import { accessToken } from '../access-tokens/kind.ts'",
    'if (provider.type === "webauthn") return',
  ])('would be caught at: %s', (line) => {
    expect(names.test(line) || rooms.test(line)).toBe(true)
  })
})
