import { describe, expect, test } from 'vitest'
import { base } from '../attacks/stage.ts'
import { enrol, house, withAda } from './house.ts'

describe('the account page', () => {
  test('offers an app to whoever has none, and another one to whoever has one', async () => {
    const at = await house()
    await at.browser.signIn('plain', { as: 'ada' })
    const setUp = `${base}/second-factor-setup`
    const before = await (await at.browser.visit(`${base}/account`)).text()
    expect(before).toContain('Off. Turn it on')
    expect(before.split(setUp)).toHaveLength(2)
    await enrol(at, at.browser)
    const after = await (await at.browser.visit(`${base}/account`)).text()
    expect(after).toContain('Change app')
    expect(after).not.toContain('Off. Turn it on')
  })

  test.each([1, false] as const)(
    'has recovery codes if they are made: %j',
    async (recoveryCodes) => {
      const at = await house({ recoveryCodes })
      await at.browser.signIn('plain', { as: 'ada' })
      const { codes } = await enrol(at, at.browser)
      expect(codes).toHaveLength(Number(recoveryCodes))
      const page = await (await at.browser.visit(`${base}/account`)).text()
      expect(page.includes('Recovery codes')).toBe(codes.length > 0)
    },
  )
})

test('new recovery codes can be copied, printed and kept as a file', async () => {
  const { browser, code, secret } = await withAda()
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: await code(secret) })
  const page = await (await browser.submit(`${base}/recovery-codes`)).text()
  for (const label of ['Copy', 'Print', 'Download as a text file']) expect(page).toContain(label)
})
