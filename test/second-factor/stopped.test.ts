import { expect, test } from 'vitest'
import { recoveryCode, totp } from '../../src/second-factor/kinds.ts'
import { memory } from '../../src/storage/memory.ts'
import type { ItemKind } from '../../src/types/item.ts'
import type { Storage } from '../../src/types/storage.ts'
import { base } from '../attacks/stage.ts'
import { enrol, type House, house, openSetup } from './house.ts'

const writes = ['putItem', 'replaceItem', 'deleteItem', 'deleteItems', 'updateUser'] as const

/** A custom storage without transactions, which dies before its next write after so many, once it is told to. */
function mortal() {
  const { transaction: _, ...storage }: Storage = memory()
  const life = { left: Number.POSITIVE_INFINITY }
  const dying =
    (write: (...given: never[]) => unknown) =>
    async (...given: never[]) => {
      life.left -= 1
      if (life.left < 0) throw new Error('The process was killed')
      return write(...given)
    }
  const entries = writes.map((name) => [name, dying(storage[name] as never)])
  const count = async ({ part, name }: ItemKind<never, never>) =>
    (await storage.listItems?.({ kind: `${part}/${name}` }))?.items.length ?? 0
  return {
    storage: { ...storage, ...Object.fromEntries(entries) } as Storage,
    life,
    state: async () => ({ apps: await count(totp), codes: await count(recoveryCode) }),
  }
}

/** Ada is signed in and has an app. Her storage dies before each of the writes of the work; the states in which it is left. */
async function statesOf(work: (at: House) => Promise<unknown>) {
  const states: { apps: number; codes: number }[] = []
  for (let hasEnded = false; !hasEnded; ) {
    const { storage, life, state } = mortal()
    const at = await house({}, { storage, logger: { error() {}, warn() {} } })
    await at.browser.signIn('plain', { as: 'ada' })
    await enrol(at, at.browser)
    at.world.clock.advance('1m')
    life.left = states.length
    await work(at)
    hasEnded = life.left >= 0
    states.push(await state())
  }
  expect(states.length).toBeGreaterThan(2)
  expect(states.at(0)).toEqual({ apps: 1, codes: 10 })
  return states
}

test('nobody is without an app between two of theirs, wherever the storage stops', async () => {
  const states = await statesOf(async ({ browser, code }) => {
    const { secret, setup } = await openSetup(browser)
    await browser.submit(`${base}/second-factor-setup`, { setup, code: await code(secret) })
  })
  expect(states.map(({ apps }) => apps)).toEqual(states.map(() => 1))
})

test('no recovery code outlives the app that it stands for, wherever the storage stops', async () => {
  const states = await statesOf(async ({ auth, browser }) => {
    const userId = (await browser.session())?.user.id ?? ''
    await auth.factors.remove({ userId }, 'totp').catch(() => {})
  })
  expect(states.at(-1)).toEqual({ apps: 0, codes: 0 })
  expect(states.filter(({ apps, codes }) => apps === 0 && codes > 0)).toEqual([])
})
