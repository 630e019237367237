import { describe, expect, test } from 'vitest'
import Guest from '../../src/providers/guest.ts'
import { readers, waysIn } from '../second-factor/matrix.ts'
import { placeOf, wayCalled } from '../second-factor/place.ts'
import { beginAsGuest, isMarked } from './house.ts'

/** Ways in of somebody whom the application knows before: nobody can be made a user by them. */
const isKnown = (way: string) => way.startsWith('a password')

/** An application with guests and one way in, and who was merged there into whom. */
async function withGuests(way: string) {
  const found = wayCalled(waysIn, way)
  const merged: [string, string][] = []
  const guests = Guest({ merge: ({ from, to }) => void merged.push([from.id, to.id]) })
  const { place, storage, log, open } = await placeOf(found, (ways) => ({
    providers: [guests, ...ways],
  }))
  const { staff } = place
  const begin = async () => {
    const browser = open()
    const id = await beginAsGuest(browser)
    return { browser, id, planted: browser.clone(), comeIn: () => found.comeIn(place, browser) }
  }
  return { place, storage, staff, merged, begin, log }
}

describe.each(Object.keys(waysIn))('%s', (way) => {
  test('makes a guest the user of the account, or hands them over to who has it', async () => {
    const { place, storage, staff, merged, begin, log } = await withGuests(way)
    const first = await begin()
    await first.comeIn()
    const owner = isKnown(way) ? staff : first.id
    const second = await begin()
    await second.comeIn()
    for (const { browser, id, planted } of [first, second]) {
      const session = await browser.session()
      expect(session?.user.id).toBe(owner)
      expect(session?.user.guest).toBeUndefined()
      expect(await planted.session()).toBeNull()
      expect(await isMarked(storage, id)).toBe(false)
    }
    for (const reader of ['auth.session', 'auth.users', 'the client', 'porticojs/next-auth'])
      expect(await readers[reader]?.(place, first.browser), reader).toBe(owner)
    const gone = isKnown(way) ? [first.id, second.id] : [second.id]
    expect(merged).toEqual(gone.map((id) => [id, owner]))
    for (const id of gone) expect(await storage.getUser(id)).toBeNull()
    expect(log.errors).toEqual([])
  })
})
