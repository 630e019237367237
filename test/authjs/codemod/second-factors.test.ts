import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { strong } from '../../attacks/mistakes.ts'
import { bareEnv } from '../../child-env.ts'
import { moved, planFor } from './moving.ts'

/** An application that asks for a code of its own before somebody comes in with the password. */
const auth = `import NextAuth from 'next-auth'
import Credentials from 'next-auth/providers/credentials'

const users = new Map([['ada', { id: 'ada', isTwoFactorEnabled: false }], ['grace', { id: 'grace', isTwoFactorEnabled: true }]])
const confirmed = new Set<string>()
export const confirm = (id: string) => confirmed.add(id)

export default NextAuth({
  providers: [Credentials({ credentials: { name: {} }, authorize: ({ name }) => users.get(String(name)) ?? null })],
  callbacks: {
    async signIn({ user }) {
      const found = users.get(String(user.id))
      if (found?.isTwoFactorEnabled && !confirmed.delete(found.id)) return false
      return true
    },
  },
})
`

const login = `import { AuthError } from 'next-auth'
import { signIn } from './auth'
export async function login({ email, code }) {
  if (await wantsTotp(email, code)) return { twoFactor: true }
  try { await signIn('credentials', { email }) } catch (error) { if (error instanceof AuthError) return error.type }
}
`

const plain = `import NextAuth from 'next-auth'\nexport default NextAuth({ providers: [] })\n`

/** The places where a second factor is named, and how soon they must be looked at. */
function named(files: Record<string, string>): string[] {
  return planFor(files)
    .looks.filter(({ note }) => note.includes('second factor'))
    .map(({ path, line, importance }) => `${importance} ${path}:${line}`)
}

describe('a second factor of the application itself', () => {
  test('is named before anything else, where it is asked for', () => {
    expect(named({ 'auth.ts': auth, 'actions/login.ts': login })).toEqual([
      'first auth.ts:4',
      'first actions/login.ts:4',
    ])
  })

  test.each([
    ['prisma/schema.prisma', 'model User {\n  id String @id\n  mfaSecret String?\n}\n'],
    ['src/db/schema.ts', 'export const users = table({\n  id: text(),\n  two_factor: text() })\n'],
  ])('is named where users are described, if nothing that moves asks for it: %s', (path, file) => {
    expect(named({ 'auth.ts': plain, [path]: file })).toEqual([`first ${path}:3`])
  })

  test.each([
    ['in an address', "const help = '/d?to=%2Fai%3Fmodal%3Dcard'"],
    ['in a page that signs nobody in', 'export const Badge = () => "2FA"'],
    ['in a longer word', 'const comfatable = 1'],
  ])('is not found %s', (_, code) => {
    expect(named({ 'auth.ts': plain, 'page.ts': `${code}\n` })).toEqual([])
  })

  test('is not named again by a second run', () => {
    expect(named(moved({ 'auth.ts': auth }))).toEqual([])
  })

  test('still keeps people out after the move', async () => {
    const sources = join(import.meta.dirname, '../../../src')
    const code = (moved({ 'auth.ts': auth })['auth.ts'] ?? '')
      .replace("'porticojs/next-auth'", `'${sources}/authjs/next-auth.ts'`)
      .replace(/'porticojs\/([^']+)'/g, `'${sources}/$1.ts'`)
    expect(code).not.toContain('porticojs')
    const folder = mkdtempSync(join(tmpdir(), 'portico-factor-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'auth.mts'), code)
    writeFileSync(
      join(folder, 'main.mts'),
      `import { createServer } from 'node:http'
import handler, { confirm } from './auth.mts'
const server = createServer((req, res) => void handler(req, res)).listen(0, '127.0.0.1', async () => {
  const enter = async (name: string) => {
    const answer = await fetch('http://127.0.0.1:' + server.address().port + '/api/auth/callback/credentials', {
      method: 'POST',
      headers: { origin: 'http://localhost:3000' },
      body: new URLSearchParams({ name }),
      redirect: 'manual',
    })
    return answer.headers.getSetCookie().some((line) => line.includes('portico.session=ey'))
  }
  const before = [await enter('ada'), await enter('grace')]
  confirm('grace')
  console.log([...before, await enter('grace'), await enter('grace')].join(' '))
  server.close()
})
`,
    )
    const env = {
      ...bareEnv,
      NODE_ENV: 'development',
      AUTH_SECRET: strong,
      AUTH_URL: 'http://localhost:3000',
    }
    const flags = ['--disable-warning=ExperimentalWarning', 'main.mts']
    const child = spawn(process.execPath, flags, { cwd: folder, env })
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(
      out.split('\n').filter((line) => /^(true|false) /.test(line)),
      error,
    ).toEqual(['true false true false'])
  })
})
