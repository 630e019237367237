import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { emulator, pwnedPasswords } from '../../src/emulator/index.ts'

const range = 'https://api.pwnedpasswords.com/range/'
const headers = { 'add-padding': 'true', 'user-agent': 'a test' }

async function world() {
  const at = await emulator({ platforms: [pwnedPasswords()] })
  const ask = async (path: string, init: RequestInit = { headers }) => {
    const response = await at.fetch(`${range}${path}`, init)
    return { status: response.status, text: await response.text() }
  }
  return { ...at, ask }
}

function hashOf(password: string): { prefix: string; rest: string } {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  return { prefix: hash.slice(0, 5), rest: hash.slice(5) }
}

describe('the practice list of breached passwords', () => {
  test.each([
    ...['password123', '123456', 'passwordpassword', '123456789012345', 'qwertyuiopasdfgh'],
    ...['correcthorsebatterystaple', 'contraseña123456'],
  ])('knows %s', async (password) => {
    const { ask } = await world()
    const { prefix, rest } = hashOf(password)
    const { status, text } = await ask(prefix)
    expect(status).toBe(200)
    expect(text).toMatch(new RegExp(`^${rest}:[1-9]\\d*\\r?$`, 'm'))
  })

  test('answers every range with 800 to 1,000 rows in order, of which padding counts 0', async () => {
    const { ask } = await world()
    for (const prefix of ['00000', 'FFFFF', '21bd1', hashOf('password123').prefix]) {
      const rows = (await ask(prefix)).text.split('\r\n')
      expect(rows.length).toBeGreaterThanOrEqual(800)
      expect(rows.length).toBeLessThanOrEqual(1000)
      expect(rows.filter((row) => !/^[\dA-F]{35}:\d+$/.test(row))).toEqual([])
      expect(rows.filter((row) => row.endsWith(':0')).length).toBeGreaterThan(700)
      expect(rows).toEqual([...rows].sort())
    }
  })

  test.each(['', '21BD', '21BD12', '21BDG', hashOf('secret').prefix + hashOf('secret').rest])(
    'refuses the prefix "%s"',
    async (prefix) => {
      const { ask } = await world()
      expect(await ask(prefix)).toEqual({
        status: 400,
        text: 'The hash prefix was not in a valid format',
      })
    },
  )

  test('refuses a question for NTLM, without padding, without a user agent, or by POST', async () => {
    const { ask } = await world()
    expect((await ask('21BD1?mode=ntlm')).status).toBe(400)
    expect((await ask('21BD1', { headers: { 'user-agent': 'a test' } })).status).toBe(400)
    expect((await ask('21BD1', { headers: { 'add-padding': 'true' } })).status).toBe(403)
    expect((await ask('21BD1', { method: 'POST', headers })).status).toBe(404)
  })

  test('keeps no record of the digits', async () => {
    const { ask, received } = await world()
    await ask('21BD1')
    expect(received).toEqual([])
  })
})
