import { describe, expect, expectTypeOf, test } from 'vitest'
import { Auth, type AuthError, type Provider, type UserEvent } from '../../../src/index.ts'
import de from '../../../src/languages/de.ts'
import en from '../../../src/languages/en.ts'
import GitHub from '../../../src/providers/github.ts'
import Passkey from '../../../src/providers/passkey.ts'
import { testAuth } from '../../../src/testing.ts'
import type { Passkeys } from '../../../src/types/webauthn.ts'
import { Terms, type TermsCalls } from './terms.ts'

async function house(version = '1') {
  const told: string[] = []
  const at = await testAuth({
    providers: [GitHub],
    parts: [Terms({ version })],
    languages: [en, de],
    events: {
      signIn: ({ isNewUser }) => void told.push(`signIn ${isNewUser}`),
      createUser: () => void told.push('createUser'),
      acceptTerms: ({ detail }: UserEvent) => void told.push(`acceptTerms ${detail?.version}`),
    },
  })
  return { ...at, told }
}

describe('a part that asks for a step', () => {
  test('keeps somebody new from having a session until they took it', async () => {
    const { auth, browser, told } = await house()
    const arrived = await browser.signIn('github', { as: 'ada', callbackUrl: '/home' })
    expect(new URL(arrived.url || arrived.headers.get('location') || '').pathname).toBe(
      '/api/auth/terms',
    )
    expect(await browser.session()).toBeNull()
    await expect(auth.requireSession(browser)).rejects.toMatchObject({ code: 'SessionRequired' })
    const page = await (await browser.visit('/api/auth/terms')).text()
    expect(page).toContain('Please accept our terms')
    const german = await browser.visit('/api/auth/terms', { 'accept-language': 'de' })
    expect(await german.text()).toContain('Ich stimme zu')
    const accepted = await browser.submit('/api/auth/terms', {})
    expect(accepted.headers.get('location')).toMatch(/\/home$/)
    const session = await browser.session()
    const who = { userId: session?.user.id ?? '' }
    expect(await auth.terms.accepted(browser)).toMatchObject({ version: '1' })
    expect(told).toEqual(['createUser', 'acceptTerms 1', 'signIn true'])
    const lines = (await auth.users.audit(who)).map(({ event }) => event)
    expect(lines.sort()).toEqual(['acceptTerms', 'createUser', 'linkAccount', 'signIn'])
  })

  test('stands on the account page, acts there, and asks again', async () => {
    const { auth, browser } = await house()
    await browser.signIn('github', { as: 'ada' })
    await browser.submit('/api/auth/terms', {})
    const shown = await (await browser.visit('/api/auth/account')).text()
    expect(shown).toContain('Version 1')
    expect(
      await (await browser.visit('/api/auth/account', { accept: 'application/json' })).json(),
    ).toMatchObject({ terms: '1' })
    await browser.submit('/api/auth/account', { action: 'withdrawTerms' })
    expect(await auth.terms.accepted(browser)).toBeUndefined()
    await browser.signOut()
    await browser.signIn('github', { as: 'ada' })
    expect(await browser.session()).toBeNull()
  })

  test('takes its step once, in the browser that began, and by its own path only', async () => {
    const { browser, newBrowser } = await house()
    await browser.signIn('github', { as: 'ada' })
    const stranger = newBrowser()
    const refused = await stranger.submit('/api/auth/terms', {})
    expect(refused.headers.get('location')).toContain('FlowMissing')
    const copy = browser.clone()
    await browser.submit('/api/auth/terms', {})
    expect(await browser.session()).not.toBeNull()
    const again = await copy.submit('/api/auth/terms', {})
    expect(again.headers.get('location')).toContain('FlowMissing')
    expect(await copy.session()).toBeNull()
  })

  test('forgets a user who is deleted', async () => {
    const { auth, browser } = await house()
    await browser.signIn('github', { as: 'ada' })
    await browser.submit('/api/auth/terms', {})
    const userId = (await browser.session())?.user.id ?? ''
    await auth.users.delete({ userId })
    expect(await auth.terms.accepted({ userId })).toBeUndefined()
  })
})

describe('namespaces', () => {
  test('are typed by what is configured', () => {
    const options = {
      secret: 'a-test-secret-of-sufficient-length-0123456789',
      url: 'https://a.test',
      runtime: { env: { AUTH_GITHUB_ID: 'x', AUTH_GITHUB_SECRET: 'x' } },
      logger: { error() {} },
    }
    const parts = [Terms({ version: '1' })] as const
    const both = () => Auth({ ...options, providers: [GitHub, Passkey], parts })
    expectTypeOf<ReturnType<typeof both>['terms']>().toEqualTypeOf<TermsCalls['terms']>()
    expectTypeOf<ReturnType<typeof both>['passkeys']>().toEqualTypeOf<Passkeys>()
    expect(both()).toHaveProperty('terms')
    expect(both()).toHaveProperty('passkeys')
    const none = () => Auth({ ...options, providers: [GitHub] })
    expectTypeOf<ReturnType<typeof none>>().not.toHaveProperty('passkeys')
    expectTypeOf<ReturnType<typeof none>>().not.toHaveProperty('terms')
    expect(none()).not.toHaveProperty('passkeys')
    expect(none()).not.toHaveProperty('terms')
    const wide = (providers: Provider[]) => Auth({ ...options, providers })
    expectTypeOf<ReturnType<typeof wide>['passkeys']>().toEqualTypeOf<Passkeys | undefined>()
  })

  test('refuse, and are there, where the configuration is wrong', async () => {
    const logger = { error() {} }
    const auth = Auth({
      providers: [GitHub],
      parts: [Terms({ version: '1' })],
      runtime: { env: { NODE_ENV: 'production' } },
      logger,
    })
    await expect(auth.terms.accepted(new Headers())).rejects.toMatchObject({
      code: 'Configuration',
    })
  })

  test.each([
    ['a provider', GitHub, 'providers go into `providers`'],
    ['nothing', undefined, 'Call the import'],
  ])('are refused for %s in parts', async (_, wrong, hint) => {
    const problems: AuthError[] = []
    Auth({
      providers: [GitHub],
      parts: [wrong as never],
      logger: { error: (error) => void problems.push(error) },
      runtime: { env: { NODE_ENV: 'production' } },
    })
    expect(JSON.stringify(problems.map(({ hint, message }) => `${message} ${hint}`))).toContain(
      hint,
    )
  })
})
