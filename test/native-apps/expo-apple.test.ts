import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { bundle, sheets } from './sheet.ts'

const root = resolve(import.meta.dirname, '../..')
const fakes = join(import.meta.dirname, 'expo')
const folder = mkdtempSync(join(tmpdir(), 'portico-expo-apple-'))
const program = join(folder, 'app.mjs')
const packages = [
  'expo-apple-authentication',
  'expo-web-browser',
  'expo-secure-store',
  'expo-crypto',
  'react-native',
]

beforeAll(() =>
  build({
    stdin: {
      contents: `
        export { signInWithApple } from './examples/native/expo/apple.ts'
        export { client } from './examples/native/expo/client.ts'
        export { sheet } from 'expo-apple-authentication'
      `,
      resolveDir: root,
    },
    alias: {
      'porticojs/client/native': join(root, 'src/client/native.ts'),
      ...Object.fromEntries(packages.map((name) => [name, join(fakes, `${name}.ts`)])),
    },
    define: { 'process.env.EXPO_PUBLIC_ACME_URL': '"https://app.test"' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
  }),
)
afterAll(() => rmSync(folder, { recursive: true }))

test('the example for Expo signs in by Apple’s sheet, and is nobody if that is cancelled', async () => {
  const { auth, platform } = await sheets()
  vi.stubGlobal('fetch', (...request: ConstructorParameters<typeof Request>) =>
    auth.handler(new Request(...request)),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const { signInWithApple, client, sheet } = await import(pathToFileURL(program).href)
  expect(await signInWithApple()).toBeNull()
  expect(await client.session()).toBeNull()
  sheet.show = async (nonce: string) => {
    const order = { client_id: bundle, nonce, as: 'ada' }
    const { id_token: identityToken, fullName } = await platform.appSignIn('apple', order)
    return { identityToken, fullName }
  }
  expect((await signInWithApple()).user.name).toBe('Ada Lovelace')
  expect(client.get().session.user.email).toBe('ada@people.test')
})
