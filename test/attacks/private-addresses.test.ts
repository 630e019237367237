import { describe, expect, test } from 'vitest'
import { setup } from '../setup.ts'
import { base, errorOf, idp, outside } from './stage.ts'

/** A sign-in at a public issuer whose metadata names this host for its tokens; the code that it ends with, if it is refused. */
async function tokensAt(host: string): Promise<string | null> {
  const world = await outside()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await world.fetch(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (!pathname.startsWith('/.well-known')) return response
    const token_endpoint = `https://${host}/token`
    return Response.json({ ...(await response.json()), token_endpoint })
  }
  const { browser } = await setup({ providers: [idp], runtime: { fetch } }, world)
  return errorOf(await browser.submit(`${base}/signin/idp`))
}

/** The IANA registries of special-purpose addresses (IPv4, IPv6) as far as they are not routed globally, multicast, and clouds' own. */
const v4Blocks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

const v6Blocks = [
  '::/128',
  '::1/128',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/32',
  '2001:2::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const

const isV6 = (address: string) => address.includes(':')

function toNumber(address: string): bigint {
  if (!isV6(address)) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  const [left = '', right = ''] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const zeros = Array<string>(8 - groups(left).length - groups(right).length).fill('0')
  const all = address.includes('::') ? [...groups(left), ...zeros, ...groups(right)] : groups(left)
  return all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

function toAddress(number: bigint, v6: boolean): string {
  const size = v6 ? 16n : 8n
  const count = v6 ? 8 : 4
  const parts = Array.from({ length: count }, (_, index) =>
    ((number >> (size * BigInt(count - 1 - index))) & ((1n << size) - 1n)).toString(v6 ? 16 : 10),
  )
  return v6 ? `[${parts.join(':')}]` : parts.join('.')
}

/** The first, the last and one address in the middle of a block, and its neighbours on both sides. */
function addressesOf(block: string) {
  const [address = '', length = ''] = block.split('/')
  const v6 = isV6(address)
  const size = 1n << BigInt((v6 ? 128 : 32) - Number(length))
  const first = toNumber(address)
  const inside = [first, first + size / 2n, first + size - 1n]
  return {
    inside: inside.map((number) => toAddress(number, v6)),
    before: first === 0n ? undefined : toAddress(first - 1n, v6),
    after: first + size >= 1n << (v6 ? 128n : 32n) ? undefined : toAddress(first + size, v6),
  }
}

describe('a public issuer is kept from sending our secrets', () => {
  test.each([...v4Blocks, ...v6Blocks])('to any address of %s', async (block) => {
    for (const address of addressesOf(block).inside) {
      expect([address, await tokensAt(address)]).toEqual([address, 'CheckFailed'])
    }
  })

  test.each([
    'vault.default.svc',
    'vault.default.svc.cluster.local',
    'vault.service.consul',
    'files.corp',
    'nas.home',
    'nas.home.arpa',
    'nas.lan',
    'nas.private',
    'mx.mail',
    'metadata.google.internal',
    'printer.local',
    'db.localdomain',
    'wiki.intranet',
    'app.localhost',
    'VAULT.Default.SVC',
    'vault.service.consul.',
    'vault',
    'vault.',
  ])('to a name of inner networks: %s', async (name) => {
    expect(await tokensAt(name)).toBe('CheckFailed')
  })

  test.each([
    '2852039166',
    '0xa9fea9fe',
    '0xa9.0xfe.0xa9.0xfe',
    '0251.0376.0251.0376',
    '169.16689662',
    '10.1',
    '0x7f.1',
    '169.254.169.254.',
    '１６９.254.169.254',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
    '[::169.254.169.254]',
    '[64:ff9b::169.254.169.254]',
    '[2002:a9fe:a9fe::1]',
    '[FE80::1]',
    '[fec0:0:0:1::1]',
  ])('to an inner address in another spelling: %s', async (address) => {
    expect(await tokensAt(address)).toBe('CheckFailed')
  })

  test('to an address with a zone, which is no address of a URL', async () => {
    expect(await tokensAt('[fe80::1%25eth0]')).not.toBeNull()
  })
})

test('every address beside the private blocks is public, unless the next block begins there', async () => {
  const all = v4Blocks.map(addressesOf)
  const beside = all
    .flatMap(({ before, after }) => [before, after])
    .filter((one) => one !== undefined)
  const covered = (address: string) =>
    v4Blocks.some((block) => {
      const [first = '', length = ''] = block.split('/')
      const shift = BigInt(32 - Number(length))
      return toNumber(first) >> shift === toNumber(address) >> shift
    })
  const open = beside.filter((address) => !covered(address))
  expect(open.length).toBeGreaterThan(20)
  for (const address of open) expect([address, await tokensAt(address)]).toEqual([address, null])
})

test.each([
  '[2606:4700::1]',
  '[2a00:1450:4001::1]',
  '8.8.8.8',
  'svc.example.com',
  'home.example',
  'consul.test',
])('an issuer may have its endpoints at a public host: %s', async (host) => {
  expect(await tokensAt(host)).toBeNull()
})
