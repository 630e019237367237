import { describe, expect, test, vi } from 'vitest'
import Credentials from '../../src/providers/credentials.ts'
import { origin, setup } from '../setup.ts'
import { base, plain, program, stage } from './stage.ts'

const illFormed: [string, string][] = [
  ['a NUL', 'ada\0'],
  ['half of a surrogate pair', 'ada\uD83D'],
  ['the other half', '\uDE00ada'],
  ['a replacement character', 'ada\uFFFD'],
]

async function passwords() {
  const authorize = vi.fn(() => ({ id: 'ada' }))
  const credentials = { username: {}, password: {} }
  const made = await setup({ providers: [Credentials({ credentials, authorize })] })
  const send = (body: string, type: string) =>
    made.auth.handler(
      new Request(`${base}/callback/credentials`, {
        method: 'POST',
        headers: { origin, 'content-type': type, ...program },
        body,
      }),
    )
  return { ...made, authorize, send }
}

describe.each(illFormed)('%s', (_, text) => {
  test('is refused in a form', async () => {
    const { authorize, send } = await passwords()
    const encoded = encodeURIComponent(text.toWellFormed())
    const answer = await send(`username=${encoded}&password=x`, 'application/x-www-form-urlencoded')
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'InvalidRequest'])
    expect(authorize).not.toHaveBeenCalled()
  })

  test.each([
    { username: text, password: 'x' },
    { username: 'ada', [text]: 'x' },
    { username: 'ada', password: 'x', data: { deep: [text] } },
  ])('is refused in JSON', async (fields) => {
    const { authorize, send } = await passwords()
    const answer = await send(JSON.stringify(fields), 'application/json')
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'InvalidRequest'])
    expect(authorize).not.toHaveBeenCalled()
  })

  test('is refused in a query', async () => {
    const { browser, log } = await stage()
    const encoded = encodeURIComponent(text.toWellFormed())
    for (const path of ['callback/plain?code=x&state=', 'signin?callbackUrl=', 'error?error=']) {
      const answer = await browser.visit(`${base}/${path}${encoded}`, program)
      expect([answer.status, (await answer.json()).error]).toEqual([400, 'InvalidRequest'])
    }
    expect(log.errors).toEqual([])
  })

  test('is refused in what code passes on from a form of its own', async () => {
    const { auth, authorize } = await passwords()
    const fields = { username: text, password: 'x' }
    const refusal = auth.signIn(new Request(origin), 'credentials', { fields })
    await expect(refusal).rejects.toMatchObject({ code: 'InvalidRequest' })
    expect(authorize).not.toHaveBeenCalled()
  })

  test('signs nobody in as an id, and becomes null as a name', async () => {
    const profile = (id: string, name: string) => ({ ...plain, profile: () => ({ id, name }) })
    const refused = await stage({ providers: [profile(text, 'Ada')] })
    await refused.browser.signIn('plain', { as: 'ada' })
    expect(await refused.browser.session()).toBeNull()
    const nameless = await stage({ providers: [profile('ada', text)] })
    await nameless.browser.signIn('plain', { as: 'ada' })
    expect((await nameless.browser.session())?.user.name).toBeNull()
  })
})

test('bytes that are no UTF-8 are refused', async () => {
  const { authorize, send } = await passwords()
  const answer = await send('username=%FF&password=x', 'application/x-www-form-urlencoded')
  expect(answer.status).toBe(400)
  expect(authorize).not.toHaveBeenCalled()
})

test('emoji and accents are taken', async () => {
  const { authorize, send } = await passwords()
  const body = new URLSearchParams({ username: 'Zoë 😀', password: '密码' })
  expect((await send(String(body), 'application/x-www-form-urlencoded')).status).toBe(200)
  expect(authorize).toHaveBeenCalledOnce()
})
