import { expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'
import { catalogue, keys } from './catalogue.ts'
import { ownPlatforms } from './own-platforms.ts'
import { sampleOf } from './sample.ts'

/** An application with one provider, and the practice platform that it meets. */
async function meet(id: string) {
  const [make, open, sample] = [catalogue.get(id), ownPlatforms.get(id), sampleOf(id)]
  if (!make || !open || !sample) throw new Error(`${id} has no provider, platform or sample`)
  const { platform, options } = await open(id, sample, keys)
  const world = await emulator({ platforms: [platform] })
  const storage = memory()
  const made = await setup({ providers: [make({ ...keys, ...options })], storage }, world)

  async function signIn() {
    await made.browser.signIn(id)
    const providerAccountId = sample?.user.id ?? ''
    const user = await storage.getUserByAccount({ provider: id, providerAccountId })
    return user?.id ?? ''
  }
  return { ...made, signIn }
}

const ids = [...ownPlatforms.keys()]
const described = (id: string) => catalogue.get(id)?.({})
const revoking = ids.filter((id) => described(id)?.revocation)
const refreshing = ids.filter((id) => described(id)?.provides?.refreshToken === true)

test.each(ids)('a visitor who changes their mind at %s is told just that', async (id) => {
  const { browser, log } = await meet(id)
  const response = await browser.signIn(id, { deny: true })
  const location = new URL(response.headers.get('location') ?? '', 'https://app.test')
  expect(location.searchParams.get('error')).toBe('AccessDenied')
  expect(log.errors).toEqual([])
})

test.each(revoking)('a person who left %s can leave the application too', async (id) => {
  const { auth, world, signIn } = await meet(id)
  const user = await signIn()
  world.disconnect('sample')
  await auth.accounts.revoke({ userId: user }, id)
  await expect(auth.accessToken({ userId: user }, id)).rejects.toMatchObject({
    code: 'SignInAgain',
  })
})

test.each(refreshing)('tokens of a person who left %s are not tried for ever', async (id) => {
  const { auth, world, signIn } = await meet(id)
  const user = await signIn()
  world.disconnect('sample')
  world.clock.advance('31d')
  for (const _ of ['first', 'second']) {
    await expect(auth.accessToken({ userId: user }, id)).rejects.toMatchObject({
      code: 'SignInAgain',
    })
  }
  expect(world.received.filter(({ endpoint }) => endpoint === 'token')).toHaveLength(2)
})
