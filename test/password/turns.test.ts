import { expect, test } from 'vitest'
import { createTurns } from '../../src/password/turns.ts'

/** Until everything that could begin has begun. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends when it is told to. */
function workshop(bounds: Parameters<typeof createTurns>[0]) {
  const takeTurn = createTurns(bounds)
  const open = new Map<string, () => void>()
  const order: string[] = []
  return {
    open,
    order,
    begin: (name: string, bytes = 1) =>
      takeTurn(bytes, () => {
        order.push(name)
        return new Promise<string>((resolve) => open.set(name, () => resolve(name)))
      }),
    async end(name: string) {
      open.get(name)?.()
      open.delete(name)
      await settled()
    },
  }
}

const wide = { atOnce: 2, memory: 100, waiting: 10 }

test('no more than the bound are at work, and the others follow in the order they came', async () => {
  const { begin, end, order, open } = workshop(wide)
  const all = ['a', 'b', 'c', 'd'].map((name) => begin(name))
  await settled()
  expect([...open.keys()]).toEqual(['a', 'b'])
  await end('b')
  expect([...open.keys()]).toEqual(['a', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  expect(order).toEqual(['a', 'b', 'c', 'd'])
})

test('work waits for memory, and what needs more than all of it is done alone', async () => {
  const { begin, end, open } = workshop(wide)
  const all = [begin('small', 40), begin('huge', 500), begin('late', 1)]
  await settled()
  expect([...open.keys()]).toEqual(['small'])
  await end('small')
  expect([...open.keys()]).toEqual(['huge'])
  await end('huge')
  expect([...open.keys()]).toEqual(['late'])
  await end('late')
  expect(await Promise.all(all)).toHaveLength(3)
})

test('a full queue is refused at once, with the seconds after which to try again', async () => {
  const { begin, end } = workshop({ ...wide, atOnce: 1, waiting: 1 })
  const all = [begin('a'), begin('b')]
  await expect(begin('c')).rejects.toMatchObject({
    code: 'RateLimited',
    status: 503,
    retryAfter: 5,
  })
  await end('a')
  const later = begin('d')
  for (const name of ['b', 'd']) await end(name)
  expect(await Promise.all([...all, later])).toEqual(['a', 'b', 'd'])
})

test('work that fails gives its turn back', async () => {
  const takeTurn = createTurns({ ...wide, atOnce: 1 })
  const failing = takeTurn(100, () => Promise.reject(new Error('no memory')))
  const next = takeTurn(100, async () => 'done')
  await expect(failing).rejects.toThrow('no memory')
  expect(await next).toBe('done')
})
