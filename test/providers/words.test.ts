import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mapProfile, type ProfileMap } from '../../src/description/profile-map.ts'
import Apple from '../../src/providers/apple.ts'
import Slack from '../../src/providers/slack.ts'
import Spotify from '../../src/providers/spotify.ts'
import WeChat from '../../src/providers/wechat.ts'
import type { Profile } from '../../src/types/models.ts'
import { origin, setup } from '../setup.ts'
import { keys } from './catalogue.ts'
import { resolved } from './resolved.ts'

describe('a profile is read', () => {
  const read = (map: Partial<ProfileMap>, profile: Profile, tokens = {}) =>
    mapProfile<Profile>({ id: 'id', ...map })(profile, tokens)

  test('in the entry of a list that says so of itself', () => {
    const mails = [{ mail: 'old@acme.example' }, { mail: 'ada@acme.example', main: true }]
    const map = { email: 'mails.?main.mail' }
    expect(read(map, { mails })).toMatchObject({ email: 'ada@acme.example' })
    expect(read(map, { mails: mails.slice(0, 1) })).toMatchObject({ email: null })
    expect(read(map, { mails: 'none' })).toMatchObject({ email: null })
  })

  test('in the token answer, where the profile does not name the person', () => {
    const profile = { tokens: { openid: 'somebody-else' } }
    expect(read({ id: 'tokens.openid' }, profile, { openid: '7' })).toMatchObject({ id: '7' })
  })

  test.each([
    [true, true],
    [1, true],
    ['true', true],
    ['2012-05-23T09:05:22.000Z', true],
    [false, false],
    ['false', false],
    ['', false],
    [null, false],
    [['true'], false],
    ['someday', false],
    [2, false],
  ])('with the platform’s word on the address: %j', async (said, emailVerified) => {
    expect(await read({ emailVerified: 'said' }, { said })).toMatchObject({ emailVerified })
    const map = { emailVerified: { all: ['valid', 'said'] } }
    expect(await read(map, { valid: true, said })).toMatchObject({ emailVerified })
    expect(await read(map, { valid: false, said })).toMatchObject({ emailVerified: false })
  })
})

describe('a callback address that the platform will refuse is named before it does', () => {
  const platforms = { apple: Apple, slack: Slack, spotify: Spotify }
  const env = { NODE_ENV: 'production' }
  const secret = randomBytes(32).toString('base64')

  test.each<[keyof typeof platforms, string, RegExp | undefined]>([
    ['slack', 'https://acme.example', undefined],
    ['slack', 'https://localhost', undefined],
    ['slack', 'http://localhost:3000', /https only/],
    ['spotify', 'https://acme.example', undefined],
    ['spotify', 'http://127.0.0.1:3000', undefined],
    ['spotify', 'http://[::1]:3000', undefined],
    ['spotify', 'http://localhost:3000', /write http:\/\/127\.0\.0\.1/],
    ['spotify', 'https://localhost:3000', /refuses the name localhost/],
    ['apple', 'https://acme.example', undefined],
    ['apple', 'https://localhost', /this machine/],
    ['apple', 'https://10.0.0.7', /a number/],
    ['apple', 'https://[::1]', /a number/],
  ])('%s at %s', async (id, url, advice) => {
    const provider = platforms[id](keys)
    const { auth, log } = await setup({ providers: [provider], url }, { platform: id })
    const headers = { origin: url }
    const start = `${url}/api/auth/signin/${id}`
    const { status } = await auth.handler(new Request(start, { method: 'POST', headers }))
    expect(status).toBe(advice ? 500 : 303)
    expect(log.errors.map(({ hint }) => hint)).toEqual(
      advice ? [expect.stringMatching(advice)] : [],
    )
    const live = await setup({ providers: [provider], url, secret, runtime: { env } })
    expect(live.log.errors.map(({ message }) => message)).toEqual(
      advice ? [expect.stringMatching(advice)] : [],
    )
  })
})

describe('an option of a platform’s own', () => {
  const authorization = (options: object) => resolved(WeChat({ ...keys, ...options })).authorization

  test('changes what it says, and can be changed again', () => {
    expect(authorization({}).url?.pathname).toBe('/connect/oauth2/authorize')
    expect(authorization({ platformType: 'OfficialAccount' })).toEqual(authorization({}))
    expect(authorization({ platformType: 'WebsiteApp' }).url?.pathname).toBe('/connect/qrconnect')
    const mine = { platformType: 'WebsiteApp', authorization: { url: 'https://mine.example/' } }
    expect(authorization(mine).url?.hostname).toBe('mine.example')
  })

  test.each([
    ['OfficialAccount', 'oauth2/authorize', 'snsapi_userinfo'],
    ['WebsiteApp', 'qrconnect', 'snsapi_login'],
  ] as const)(
    '%s: the address is written as WeChat reads it, to the end',
    async (platformType, path, scope) => {
      const { browser } = await setup({ providers: [WeChat({ ...keys, platformType })] })
      const address = await browser.start('wechat', { login_hint: 'ada' })
      const back = encodeURIComponent(`${origin}/api/auth/callback/wechat`)
      const words = `appid=${keys.clientId}&redirect_uri=${back}&response_type=code&scope=${scope}`
      const [before, state] = address.split('&state=')
      expect(before).toBe(`https://open.weixin.qq.com/connect/${path}?${words}`)
      expect(state).toMatch(/^[a-zA-Z0-9]{1,128}#wechat_redirect$/)
    },
  )

  test('is no word that every object inherits', () => {
    for (const platformType of ['constructor', 'toString', '__proto__']) {
      expect(WeChat({ platformType } as never)).toMatchObject({ name: 'WeChat' })
      expect(authorization({ platformType })).toEqual(authorization({}))
    }
  })

  test('stays with the function that makes the provider', () => {
    expect(WeChat({ platformType: 'WebsiteApp' })).not.toHaveProperty('platformType')
    expect(WeChat({})).not.toHaveProperty('variants')
  })
})
