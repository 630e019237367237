import { expect, test } from 'vitest'
import { emulator, oidc } from '../../src/emulator/index.ts'
import { signJwt } from '../../src/emulator/jwt.ts'
import type { AuthConfig } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'
import { errorOf, idp } from './stage.ts'

/** A platform whose id tokens say something else about the access token that they came with. */
async function platformWith(
  at_hash: (honest: unknown) => unknown,
  config: Partial<AuthConfig> = {},
) {
  const platform = oidc({
    id: 'idp',
    issuer: 'https://idp.test',
    algorithm: 'ES256',
    mint: ({ claims, key }) =>
      signJwt(
        { alg: key.algorithm, kid: key.kid },
        { ...claims, at_hash: at_hash(claims.at_hash) },
        key.algorithm,
        key.pair.privateKey,
      ),
  })
  return setup({ providers: [idp], ...config }, await emulator({ platforms: [platform] }))
}

test.each<[string, unknown]>([
  ['another token’s hash', 'AAAAAAAAAAAAAAAAAAAAAA'],
  ['no text', 7],
  ['nothing', ''],
  ['a list', []],
  ['null', null],
])('an id token whose at_hash is %s is refused', async (_, wrong) => {
  const { browser, log } = await platformWith(() => wrong)
  expect(errorOf(await browser.signIn('idp', { as: 'ada' }))).toBe('CheckFailed')
  expect(await browser.session()).toBeNull()
  expect(log.warnings.join()).toContain('another access token')
})

test('the true one is taken, and so is none', async () => {
  for (const change of [(honest: unknown) => honest, () => undefined]) {
    const { browser } = await platformWith(change)
    await browser.signIn('idp', { as: 'ada' })
    expect(await browser.session()).not.toBeNull()
  }
})

test('an at_hash that a refresh brings is judged, too', async () => {
  let wrong = false
  const change = (honest: unknown) => (wrong ? 'AAAAAAAAAAAAAAAAAAAAAA' : honest)
  const storage = memory()
  const { auth, browser, world } = await platformWith(change, { storage })
  await browser.signIn('idp', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  const first = await auth.accessToken({ userId: user }, 'idp')
  wrong = true
  world.clock.advance('25h')
  await expect(auth.accessToken({ userId: user }, 'idp')).rejects.toMatchObject({
    code: 'CheckFailed',
  })
  // Nothing of such an answer is kept.
  expect(await storage.listAccounts(user)).toMatchObject([{ access_token: first }])
})
