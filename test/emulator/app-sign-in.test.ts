import { describe, expect, test } from 'vitest'
import { apple, emulator, google } from '../../src/emulator/index.ts'
import { readJwt } from '../../src/emulator/jwt.ts'

const world = await emulator({ platforms: [google(), apple()] })

describe('the sheet in an app', () => {
  test('of Google makes a token for the app on iOS, and for the server if that is passed along', async () => {
    const app = { client_id: 'practice-google-ios', nonce: 'once', as: 'ada' }
    const { id_token } = await world.appSignIn('google', app)
    expect(readJwt(id_token)?.claims).toMatchObject({
      iss: 'https://accounts.google.com',
      aud: 'practice-google-ios',
      azp: 'practice-google-ios',
      nonce: 'once',
      email: 'ada@people.test',
      email_verified: true,
    })
    const server = { ...app, server_client_id: 'practice-google' }
    const { id_token: token } = await world.appSignIn('google', server)
    const { aud, azp } = readJwt(token)?.claims ?? {}
    expect([aud, azp]).toEqual(['practice-google', 'practice-google-ios'])
  })

  test('of Apple makes a token for the bundle, and tells the name once', async () => {
    const app = { client_id: 'com.practice.app', nonce: 'once', as: 'ada' }
    const { id_token, fullName } = await world.appSignIn('apple', app)
    expect(fullName).toEqual({ givenName: 'Ada', familyName: 'Lovelace' })
    const { claims } = readJwt(id_token) ?? {}
    expect(claims).toMatchObject({ aud: 'com.practice.app', nonce: 'once', email_verified: 'true' })
    expect(claims).not.toHaveProperty('name')
    expect(await world.appSignIn('apple', app)).not.toHaveProperty('fullName')
  })

  test.each([
    ['google', { client_id: 'practice-google' }, 'not registered'],
    ['google', { client_id: 'practice-google-android' }, 'server_client_id'],
    ['google', { client_id: 'practice-google-ios', server_client_id: 'other' }, 'no web app'],
    ['google', { client_id: 'practice-google-ios', nonce: '' }, 'A nonce has'],
    ['google', { client_id: 'practice-google-ios', nonce: 'x'.repeat(513) }, 'A nonce has'],
    ['google', { client_id: 'practice-google-ios', as: 'nobody' }, 'nobody has this name'],
    ['apple', { client_id: 'practice-apple' }, 'not registered'],
    ['github', { client_id: 'practice-github' }, 'not emulated'],
  ])('of %s refuses %j', async (platform, order, why) => {
    await expect(world.appSignIn(platform, order)).rejects.toThrow(why)
  })
})
