import { describe, expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'
import { catalogue, keys } from './catalogue.ts'
import { concealed, evidenceProblems } from './evidence.ts'
import { type Open, ownPlatforms } from './own-platforms.ts'
import { platformOf } from './platform.ts'
import { type Sample, sampleIds, sampleOf } from './sample.ts'
import { unknownWords } from './sample-words.ts'

test('every sample belongs to a provider', () => {
  expect(sampleIds().filter((id) => !catalogue.has(id))).toEqual([])
})

describe.each([...catalogue])('%s', (id, make) => {
  const sample = sampleOf(id)

  test('has a sample of what the platform answers, in words that are enforced', () => {
    expect(sample?.source).toMatch(/^https:\/\//)
    expect(sample && unknownWords(sample)).toEqual([])
  })

  test('says where each fact about it was read, and on its page what was not confirmed', () => {
    expect(evidenceProblems(sample?.evidence)).toEqual([])
    if (sample) expect(concealed(make(sample.options), sample.evidence)).toEqual([])
  })

  test('lets people choose an account only in words that its documentation has', () => {
    const { accountChoice } = make(sample?.options)
    expect(Object.keys(accountChoice ?? {}).length > 0).toBe(Boolean(sample?.evidence.choice))
  })

  test('separates scopes that are asked for later as the platform does', () => {
    const { scopes, scopeSeparator = scopes === 'comma' ? ',' : ' ' } =
      make(sample?.options).dialect ?? {}
    expect(scopeSeparator).toBe(sample?.enforces.scopeSeparator)
  })
  if (sample) contract(id, make, sample)
})

function contract(id: string, make: NonNullable<ReturnType<typeof catalogue.get>>, sample: Sample) {
  const { options = {}, user } = sample
  const client = { ...keys, ...options }
  const { provides, authorization, accountChoice } = make(client)
  const offline = provides?.refreshToken ?? false

  const fromSample: Open = () => ({ platform: platformOf(id, sample, client, offline) })

  // One platform for all stories of a provider: keys take time to make.
  const opened = once(async () => {
    const open = ownPlatforms.get(id) ?? fromSample
    const { platform, ...rest } = await open(id, sample, client)
    return { world: await emulator({ platforms: [platform] }), ...rest }
  })

  /** An application with this provider, and somebody who signs in with it. */
  async function signIn(changes: object = {}) {
    const { world, options: own = {} } = await opened()
    const storage = memory()
    const provider = make({ ...client, ...own, ...changes })
    const made = await setup({ providers: [provider], storage }, world)
    const response = await made.browser.signIn(id)
    expect(made.log).toEqual({ errors: [], warnings: [] })
    expect(response.headers.get('location')).toBe('https://app.test/')
    const known = await storage.getUserByAccount({ provider: id, providerAccountId: user.id })
    const [account] = await storage.listAccounts(known?.id ?? '')
    return { ...made, storage, known, account, userId: known?.id ?? '' }
  }

  test('signs a person in as its documentation shows', async () => {
    const { browser, world, known, account } = await signIn()
    const { id: _, emailVerified, ...person } = user
    expect((await browser.session())?.user).toMatchObject({ ...person, id: known?.id })
    expect(known?.emailVerifiedBy).toBe(emailVerified === true ? id : undefined)
    expect(account?.access_token).toBeTruthy()
    expect(Boolean(account?.refresh_token)).toBe(offline === true)
    expect(world.received.filter(({ endpoint }) => endpoint === 'unknown')).toEqual([])
    const asked = new URL(
      world.received.find(({ endpoint }) => endpoint === 'authorize')?.url ?? '',
    )
    expect(asked.searchParams.has('code_challenge')).toBe(sample.enforces.pkce !== 'rejected')
  })

  test('is asked for a choice of accounts when one is connected, and for nothing else', async () => {
    const { browser } = await signIn()
    const usual = requested(await browser.start(id))
    const connecting = requested(await browser.start(id, { link: 'true' }))
    expect(connecting).toEqual({ ...usual, ...accountChoice })
    expect(requested(await browser.start(id, { prompt: 'select_account' }))).toEqual(connecting)
  })

  if (accountChoice) {
    test('shows its choice to somebody whom it would sign in silently', async () => {
      const { browser, world } = await signIn()
      const known = { headers: { cookie: `practice_${id}=sample` } }
      const open = async (form = {}) =>
        world.handler(new Request(await browser.start(id, form), known))
      expect((await open()).headers.get('location')).toContain('https://app.test/')
      const page = await open({ link: 'true' })
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('name="persona"')
    })
  }

  if (offline) {
    test('keeps its tokens fresh', async () => {
      const { auth, world, storage, account, userId } = await signIn(
        offlineChanges(offline, authorization),
      )
      expect(account?.refresh_token).toBeTruthy()
      const { expires_at } = account ?? {}
      if (expires_at !== undefined) world.clock.set((expires_at + 1) * 1000)
      // Tokens of this platform do not expire by themselves.
      else await storage.updateAccount({ provider: id, providerAccountId: user.id, expires_at: 1 })
      const fresh = await auth.accessToken({ userId }, id)
      expect(fresh).not.toBe(account?.access_token)
      if (expires_at !== undefined) expect(await auth.accessToken({ userId }, id)).toBe(fresh)
    })
  }

  if (sample.endpoints.revocation) {
    test('takes its tokens back', async () => {
      const { auth, world, userId } = await signIn()
      await auth.accounts.revoke({ userId }, id)
      expect(world.received.at(-1)?.endpoint).toBe('revoke')
      await expect(auth.accessToken({ userId }, id)).rejects.toMatchObject({ code: 'SignInAgain' })
    })
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The change of the options that makes a platform give refresh tokens, as its page in the documentation says. */
function offlineChanges(offline: true | Record<string, string>, authorization: unknown): object {
  if (offline === true) return {}
  const { scope, ...params } = offline
  const { params: defaults } = Object(authorization)
  const scopes = scope ? { scope: `${defaults?.scope ?? 'openid profile email'} ${scope}` } : {}
  return { authorization: { params: { ...params, ...scopes } } }
}

/** The parameters of an authorization request, without those that are new each time. */
function requested(address: string): Record<string, string> {
  const { state, nonce, code_challenge, max_age, ...lasting } = Object.fromEntries(
    new URL(address).searchParams,
  )
  return lasting
}
