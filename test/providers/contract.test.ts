import { beforeAll, describe, expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { setup } from '../setup.ts'
import { catalogue, keys } from './catalogue.ts'
import { platformOf } from './platform.ts'
import { type Sample, sampleIds, sampleOf, unknownWords } from './sample.ts'

test('every sample belongs to a provider', () => {
  expect(sampleIds().filter((id) => !catalogue.has(id))).toEqual([])
})

describe.each([...catalogue])('%s', (id, make) => {
  const sample = sampleOf(id)

  test('has a sample of what the platform answers, in words that are enforced', () => {
    expect(sample?.source).toMatch(/^https:\/\//)
    expect(sample && unknownWords(sample)).toEqual([])
  })
  if (!sample) return

  const { options = {} } = sample
  const { gives, revocation, endSession } = make({ ...keys, ...options })
  const offline = gives?.refreshToken ?? false

  async function open(changes: object = {}) {
    const client = { ...keys, ...options }
    const world = await emulator({ platforms: [platformOf(id, sample as Sample, client, offline)] })
    const storage = memory()
    const provider = make({ ...keys, ...options, ...changes })
    return { storage, ...(await setup({ providers: [provider], storage }, world)) }
  }

  test('signs a person in as its documentation shows', async () => {
    const { browser, storage, world, log } = await open()
    const response = await browser.signIn(id)
    expect(log.errors).toEqual([])
    expect(response.headers.get('location')).toBe('https://app.test/')
    const user = (await browser.session())?.user
    const { id: providerAccountId, emailVerified = false, ...person } = sample.user
    expect(user).toMatchObject(person)
    const account = { provider: id, providerAccountId }
    expect(await storage.getUserByAccount(account)).toMatchObject({ id: user?.id })
    expect(world.received.filter(({ endpoint }) => endpoint === 'unknown')).toEqual([])
  })
})
