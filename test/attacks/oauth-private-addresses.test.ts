import { describe, expect, test } from 'vitest'
import { base, idp, stage } from './stage.ts'

describe('a public issuer', () => {
  test.each([
    'https://10.0.0.1/token',
    'https://169.254.169.254/latest',
    'https://192.168.1.1/token',
    'https://172.20.0.1/token',
    'https://[fd00::1]/token',
    'https://[::ffff:10.0.0.1]/token',
    'https://127.0.0.1/token',
    'https://localhost/token',
    'https://metadata.internal/token',
    'https://vault/token',
    'https://0x0a000001/token',
  ])('cannot send our secrets into the inner network: %s', async (address) => {
    const { browser, world, log } = await stage({ providers: [idp] })
    const truth = await (
      await world.fetch('https://idp.test/.well-known/openid-configuration')
    ).json()
    world.next({
      endpoint: 'discovery',
      platform: 'idp',
      answer: () => Response.json({ ...truth, token_endpoint: address }),
    })
    await browser.submit(`${base}/signin/idp`)
    expect(log.warnings.join()).toContain('token_endpoint is a private address')
  })
})
