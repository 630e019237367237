import { expect, test } from 'vitest'
import { outside, plain } from '../attacks/stage.ts'
import { setup } from '../setup.ts'

/** A platform whose profile arrives in these pieces. */
async function signedInBy(pieces: Iterable<Uint8Array>, headers: Record<string, string> = {}) {
  const world = await outside()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url !== plain.userinfo) return world.fetch(request)
    return new Response(streamOf(pieces), {
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
  const parts = await setup({ providers: [plain], runtime: { fetch } }, world)
  await parts.browser.signIn('plain', { as: 'ada' })
  return { ...parts, session: await parts.browser.session() }
}

function streamOf(pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const rest = pieces[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const { value, done } = rest.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

const profile = new TextEncoder().encode(JSON.stringify({ id: 'p-1', name: 'Zoë Ångström' }))

test('an answer that comes in pieces is read whole, even where a letter is cut in two', async () => {
  const bytes = [...profile].map((byte) => Uint8Array.of(byte))
  expect((await signedInBy(bytes)).session?.user.name).toBe('Zoë Ångström')
})

test('an answer in one piece is the same', async () => {
  expect((await signedInBy([profile])).session?.user.name).toBe('Zoë Ångström')
})

test('an answer without end is given up as PlatformUnreachable', async () => {
  let taken = 0
  function* endless() {
    for (;;) {
      taken += 1
      yield new Uint8Array(65_536).fill(32)
    }
  }
  const { session, log } = await signedInBy(endless())
  expect(session).toBeNull()
  expect(taken).toBeLessThan(100)
  expect(log.errors).toMatchObject([{ code: 'PlatformUnreachable' }])
})

test('headers of a packed answer are dropped from the unpacked one', async () => {
  const packed = { 'content-encoding': 'gzip', 'content-length': '7' }
  expect((await signedInBy([profile], packed)).session?.user.name).toBe('Zoë Ångström')
})
