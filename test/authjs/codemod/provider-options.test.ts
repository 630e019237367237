import { describe, expect, test } from 'vitest'
import { looksAt, moved, movedSource } from './moving.ts'

const imports = `import Credentials from 'next-auth/providers/credentials'
import Email from 'next-auth/providers/email'
import GitHub from 'next-auth/providers/github'
import AzureAD from 'next-auth/providers/azure-ad'
import Twitter from 'next-auth/providers/twitter'
`

/** An expression after the move, in a file that calls providers outside of a configuration. */
function movedCall(call: string, manifest = '{}', path = 'auth.ts'): string {
  const files = { [path]: `${imports}export const one = ${call}\n`, 'package.json': manifest }
  const text = moved(files)[path] ?? ''
  expect(moved({ [path]: text, 'package.json': manifest })[path]).toBe(text)
  return text.slice(text.indexOf('one = ') + 'one = '.length).trimEnd()
}

describe('options that have no counterpart', () => {
  test.each([
    ["Credentials({ type: 'credentials', authorize })", 'Credentials({ authorize })'],
    ["Email({ type: 'email', from: 'a@b.c' })", "Email({ from: 'a@b.c' })"],
    ['Email({ from, secret: process.env.NEXTAUTH_SECRET })', 'Email({ from })'],
    ['GitHub({ clientId, httpOptions: { timeout: 30000 } })', 'GitHub({ clientId })'],
    ['AzureAD({ tenantId, profilePhotoSize: 48 })', 'AzureAD({ tenantId })'],
    ["Twitter({ clientId, version: '2.0' })", 'Twitter({ clientId })'],
  ])('go, wherever the provider is called: %s', (before, after) => {
    expect(movedCall(before)).toBe(after)
  })

  test('stay where they say more than a time, and are named', () => {
    const call = 'GitHub({ httpOptions: { agent } })'
    expect(movedCall(call)).toBe(call)
    expect(looksAt(`${imports}export const one = ${call}\n`)).toMatchObject([
      { line: 6, importance: 'first', note: expect.stringContaining('customFetch') },
    ])
  })

  test.each([
    ['GitHub({ httpOptions: { timeout: 30000 } })', 'outbound'],
    ['AzureAD({ profilePhotoSize: 96 })', '48 pixels'],
  ])('are named where a person would miss them: %s', (call, note) => {
    const looks = looksAt(`${imports}export const one = ${call}\n`)
    expect(looks).toMatchObject([{ line: 6, note: expect.stringContaining(note) }])
  })
})

test('Twitter of version 4 without `version` is told to need other keys', () => {
  const manifest = (version: string) => ({
    'package.json': `{ "dependencies": { "next-auth": "${version}" } }`,
  })
  const code = (options: string) => `${imports}export const one = Twitter(${options})\n`
  expect(looksAt(code('{ clientId }'), manifest('^4.24.5'))).toMatchObject([
    { line: 6, importance: 'first', note: expect.stringContaining('OAuth 2.0') },
  ])
  expect(looksAt(code(`{ clientId, version: '1.0A' }`), manifest('^4.24.5'))).toHaveLength(1)
  expect(looksAt(code(`{ clientId, version: '2.0' }`), manifest('^4.24.5'))).toEqual([])
  expect(looksAt(code('{ clientId }'), manifest('5.0.0-beta.25'))).toEqual([])
})

describe('the fields of `authorize`', () => {
  const version4 = '{ "dependencies": { "next-auth": "~4.24.5" } }'
  const fields = "credentials: { email: { label: 'Email' }, password: { type: 'password' } }"
  const type = "Record<'email' | 'password', string>"
  const call = (authorize: string) => `Credentials({ ${fields}, ${authorize} })`

  test.each([
    ['async authorize(credentials, req) {}', `async authorize(credentials: ${type}, req) {}`],
    ['authorize: async (credentials) => null', `authorize: async (credentials: ${type}) => null`],
    ['authorize: credentials => null', `authorize: (credentials: ${type}) => null`],
    [
      "authorize(typed: Record<'email', string> | undefined) {}",
      "authorize(typed: Record<'email', string>) {}",
    ],
  ])('are texts, as version 4 called them: %s', (before, after) => {
    expect(movedCall(call(before), version4)).toBe(call(after))
  })

  test.each([
    ['that are typed already', call('authorize(credentials: any) {}'), version4, 'auth.ts'],
    ['of JavaScript', call('authorize(credentials) {}'), version4, 'auth.js'],
    ['of version 5', call('authorize(credentials) {}'), '{}', 'auth.ts'],
    [
      'that are not named',
      'Credentials({ credentials: {}, authorize(a) {} })',
      version4,
      'auth.ts',
    ],
    [
      'that come from elsewhere',
      'Credentials({ credentials: { ...fields }, authorize(a) {} })',
      version4,
      'auth.ts',
    ],
  ])('stay as they are: those %s', (_, before, manifest, path) => {
    expect(movedCall(before, manifest, path)).toBe(before)
  })

  test('are typed by the nearest manifest that names the library', () => {
    const text = `${imports}export const one = ${call('authorize(credentials) {}')}\n`
    const files = moved({
      'package.json': '{ "devDependencies": { "next-auth": "5.0.0-beta.4" } }',
      'apps/web/package.json': version4,
      'apps/web/src/auth.ts': text,
      'apps/next/package.json': '{ "name": "next" }',
      'apps/next/auth.ts': text,
    })
    expect(files['apps/web/src/auth.ts']).toContain(type)
    expect(files['apps/next/auth.ts']).not.toContain(type)
  })
})

test('a request that `authorize` reads as an object is named where the provider is added later', () => {
  const code = `${imports}providers.push(Credentials({ authorize: (typed, req) => req.query }))\n`
  expect(looksAt(code)).toMatchObject([{ line: 6, note: expect.stringContaining('a `Request`') }])
  expect(movedSource(code)).toContain('req.query')
})
