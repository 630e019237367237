import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'

const program = join(import.meta.dirname, '../../src/cli/main.ts')
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})

/** Runs `npx porticojs emulate` until it has said how to use it. */
async function emulate(...options: string[]) {
  const child = spawn(process.execPath, [program, 'emulate', '--port', '0', ...options])
  running.push(child)
  let printed = ''
  for await (const text of child.stdout) {
    printed += text
    if (printed.includes('Ctrl+C')) break
  }
  const setting = (name: string) => new RegExp(`${name}=(\\S+)`).exec(printed)?.[1] ?? ''
  return { url: setting('AUTH_EMULATOR'), key: setting('AUTH_TIKTOK_ID') }
}

/** Opens the consent page as a browser would that comes from the application at `callback`. */
async function consent(url: string, key: string, callback: string): Promise<string> {
  const query = new URLSearchParams({
    client_key: key,
    response_type: 'code',
    scope: 'user.info.basic',
    redirect_uri: callback,
    state: 'x',
    code_challenge: 'a'.repeat(64),
    code_challenge_method: 'S256',
  })
  return (await fetch(`${url}/www.tiktok.com/v2/auth/authorize/?${query}`)).text()
}

test('npx porticojs emulate runs a practice TikTok for an application on any port of this machine', async () => {
  const { url, key } = await emulate('--platform', 'tiktok')
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  for (const origin of [
    'http://localhost:5173',
    'https://localhost:5173',
    'http://127.0.0.1:5173',
    'https://127.0.0.1:5173',
  ]) {
    expect(await consent(url, key, `${origin}/api/auth/callback/tiktok`)).toContain('Allow')
  }
})

test('npx porticojs says which command it does not know, and ends with 2', async () => {
  const child = spawn(process.execPath, [program, 'emulat'])
  running.push(child)
  let said = ''
  for await (const text of child.stderr) said += text
  expect(said).toMatch(/no command "emulat"[\s\S]*emulate/)
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(2)
})

test('npx porticojs emulate --redirect takes that callback address and no other', async () => {
  const { url, key } = await emulate(
    '--platform',
    'tiktok',
    '--redirect',
    'https://app.test/callback',
  )
  expect(await consent(url, key, 'https://app.test/callback')).toContain('Allow')
  expect(await consent(url, key, 'https://app.test/elsewhere')).not.toContain('Allow')
})

test('the emulator listens at no port that browsers and fetch refuse', async () => {
  const platforms = await emulator({ platform: 'google' })
  await expect(platforms.listen({ port: 6665 })).rejects.toThrow('refuse port 6665')
})
