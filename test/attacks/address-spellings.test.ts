import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareIp, rateLimitClient } from '../../src/http/bare-ip.ts'
import { isPrivateHost } from '../../src/http/private-network.ts'
import Credentials from '../../src/providers/credentials.ts'
import { origin, setup } from '../setup.ts'
import '../examples.ts'

const hex = (group: number) => group.toString(16)

/** One IPv6 address of eight groups, in the spellings that RFC 4291 §2.2 allows, and as sockets and proxies write them. */
function spellings(groups: readonly number[]): string[] {
  const plain = groups.map(hex).join(':')
  const padded = groups.map((group) => hex(group).padStart(4, '0')).join(':')
  const [seventh = 0, eighth = 0] = groups.slice(6)
  const v4 = [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.')
  const mixed = `${groups.slice(0, 6).map(hex).join(':')}:${v4}`
  // Every run of zeros may be the one that is left out.
  const shortened = groups.flatMap((_, from) =>
    groups.flatMap((_, end) =>
      end >= from && groups.slice(from, end + 1).every((group) => group === 0)
        ? `${groups.slice(0, from).map(hex).join(':')}::${groups
            .slice(end + 1)
            .map(hex)
            .join(':')}`
        : [],
    ),
  )
  return [plain, padded, mixed, ...shortened].flatMap((text) => [
    text,
    text.toUpperCase(),
    `[${text}]`,
    `[${text}]:443`,
    ` ${text} `,
    `${text}%eth0`,
  ])
}

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
const address = fc.array(group, { minLength: 8, maxLength: 8 })

// CVE-2026-47674: addresses were compared as texts, and one address has many.
test('one address is one client, in whatever way it is written', () => {
  fc.assert(
    fc.property(address, (groups) => {
      const all = spellings(groups)
      expect(new Set(all.map(rateLimitClient)).size).toBe(1)
      expect(new Set(all.map(bareIp)).size).toBe(1)
      expect(rateLimitClient(all[0])).not.toBe('unknown')
    }),
  )
})

test('an address of the old kind is one client in its new clothes, too', () => {
  fc.assert(
    fc.property(fc.ipV4(), (v4) => {
      const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number)
      const mapped = spellings([0, 0, 0, 0, 0, 0xffff, (a << 8) | b, (c << 8) | d])
      expect(new Set([v4, `${v4}:443`, ...mapped].map(rateLimitClient))).toEqual(new Set([v4]))
    }),
  )
})

test.each([
  '010.0.0.1',
  '10.0.0.01',
  '256.0.0.1',
  '999.999.999.999',
  '1.2.3.4.5',
  '0x7f.1',
  '1.2.3',
])('%s is no address: nobody counts as another client by it', (written) => {
  expect(rateLimitClient(written)).toBe('unknown')
})

test('a visitor whose proxy spells their address differently each time is one visitor', async () => {
  let judged = 0
  const { auth } = await setup({
    url: '',
    trustHost: true,
    providers: [
      Credentials({
        credentials: { name: {}, password: {} },
        authorize: () => {
          judged++
          return null
        },
      }),
    ],
  })
  const all = spellings([0x2001, 0xdb8, 0, 0, 0, 0, 0xc000, 0x207])
  const guess = (index: number) => {
    const headers = { origin, 'x-forwarded-for': `198.51.100.1, ${all[index % all.length]}` }
    const body = new URLSearchParams({ name: `user-${index}`, password: 'x' })
    const url = `${origin}/api/auth/callback/credentials`
    return auth.handler(new Request(url, { method: 'POST', headers, body }))
  }
  for (let index = 0; index < 300; index++) await guess(index)
  expect(judged).toBeGreaterThan(0)
  expect(judged).toBeLessThanOrEqual(100)
})

test('this machine and inner networks are known in every spelling of an address', () => {
  const loopback = [
    '127.1',
    '127.0.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '127.0.0.1.',
  ]
  const inner = ['10.1', '0xa.1', '012.0.0.1', '192.168.257', '169.254.43518', '0xa9fea9fe', '0']
  const v6 = [
    [0, 0, 0, 0, 0, 0, 0, 1],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0xffff, 0x7f00, 1],
    [0, 0, 0, 0, 0, 0xffff, 0xa9fe, 0xa9fe],
    [0, 0, 0, 0, 0xffff, 0, 0x7f00, 1],
    [0, 0, 0, 0, 0, 0, 0x7f00, 1],
    [0x64, 0xff9b, 0, 0, 0, 0, 0xa00, 1],
    [0xfd00, 0, 0, 0, 0, 0, 0, 1],
    [0xfe80, 0, 0, 0, 0, 0, 0, 1],
  ].flatMap((groups) => spellings(groups).filter((text) => /^\[[^\]]+\]$/.test(text)))
  expect(v6.length).toBeGreaterThan(9)
  for (const host of [...loopback, ...inner, ...v6])
    expect([host, isPrivateHost(new URL(`https://${host}`).hostname)]).toEqual([host, true])
  for (const host of ['1.1.1.1', '[2606:4700:4700::1111]', 'example.com'])
    expect(isPrivateHost(new URL(`https://${host}`).hostname)).toBe(false)
})
