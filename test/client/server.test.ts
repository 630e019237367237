import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('on a server a client asks nobody, shares nothing and keeps no process alive', async () => {
  const script = `
    import { createClient } from './src/client/index.ts'
    globalThis.fetch = () => console.log('asked')
    const ada = createClient({ initial: { user: { id: '1', name: 'Ada' } } })
    const nobody = createClient()
    nobody.subscribe(({ session }) => console.log(String(session)))
    ada.subscribe(({ session }) => console.log(session.user.name))
    console.log(String(nobody.get().session))`
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: new URL('../..', import.meta.url),
  })
  expect(stdout.split('\n')).toEqual(['undefined', 'Ada', 'undefined', ''])
})

test('a component test that gives Node a document ends, though a client is left behind', async () => {
  const script = `
    Object.assign(globalThis, { window: globalThis, document: {}, addEventListener() {} })
    globalThis.fetch = async () => Response.json(null)
    const { createClient } = await import('./src/client/index.ts')
    createClient().subscribe(() => {})
    process.on('exit', () => console.log('ended'))`
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: new URL('../..', import.meta.url),
    timeout: 20_000,
  })
  expect(stdout).toBe('ended\n')
})

test('a program that asks a server which wants patience ends all the same', async () => {
  const script = `
    const headers = { 'retry-after': '3600' }
    globalThis.fetch = async () => new Response(null, { status: 503, headers })
    const { createClient } = await import('./src/client/index.ts')
    const { error } = await createClient({ url: 'https://app.test' }).refresh()
    console.log(error.retryAfter)`
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: new URL('../..', import.meta.url),
    timeout: 20_000,
  })
  expect(stdout).toBe('3600\n')
})

test('a code that is not typed yet begins a sign-in, and one that is typed ends it', async () => {
  const script = `
    globalThis.location = new URL('https://app.test/page')
    globalThis.fetch = async (url) => {
      console.log(url)
      return Response.json({ url: '/next' })
    }
    const { createClient } = await import('./src/client/index.ts')
    const client = createClient({ url: 'https://app.test' })
    for (const code of [undefined, '', '123456'])
      await client.signIn('email', { email: 'ada@people.test', code, redirect: false })`
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: new URL('../..', import.meta.url),
    timeout: 20_000,
  })
  const asked = stdout.match(/\w+\/email/g)
  expect(asked).toEqual(['signin/email', 'callback/email', 'callback/email'])
})
