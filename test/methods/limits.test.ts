import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLimitClient } from '../../src/http/bare-ip.ts'
import { forwardedFor } from '../../src/http/client-ip.ts'
import { createWindows } from '../../src/services/limit-windows.ts'
import '../examples.ts'

const clients = {
  '192.0.2.7': '192.0.2.7',
  ' 192.0.2.7 ': '192.0.2.7',
  '192.0.2.7:51234': '192.0.2.7',
  '::ffff:192.0.2.7': '192.0.2.7',
  '[::ffff:c000:207]:443': '192.0.2.7',
  '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
  '2001:DB8:1:2::1': '2001:db8:1:2::/64',
  '[2001:db8:1:2::1]:443': '2001:db8:1:2::/64',
  '2001:db8::1': '2001:db8:0:0::/64',
  'fe80::1%eth0': 'fe80:0:0:0::/64',
  '::1': '0:0:0:0::/64',
  unknown: 'unknown',
  _hidden: 'unknown',
  '': 'unknown',
  'evil.test': 'unknown',
}

test.each(Object.entries(clients))('"%s" counts as %s', (address, client) => {
  expect(rateLimitClient(address)).toBe(client)
})

test('every text that is sent as an address becomes an address, a network or “unknown”', () => {
  fc.assert(
    fc.property(fc.string(), (address) => {
      expect(rateLimitClient(address)).toMatch(/^(unknown|[\d.]+|[\da-f:]+::\/64)$/)
    }),
  )
})

test('all addresses of a /64 are one client, those of the next are another', () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.nat(0xffff), (address, host) => {
      const client = rateLimitClient(address)
      // One that only wraps an address of the old kind belongs to no network of the new kind.
      fc.pre(client.endsWith('/64'))
      const [a, b, c, network = ''] = client.replace('::/64', '').split(':')
      const inside = `${host.toString(16)}:2:3:4`
      expect(rateLimitClient([a, b, c, network, inside].join(':'))).toBe(client)
      const next = ((Number.parseInt(network, 16) + 1) % 0x10000).toString(16)
      expect(rateLimitClient([a, b, c, next, inside].join(':'))).toBe(
        `${[a, b, c, next].join(':')}::/64`,
      )
    }),
  )
})

test('the last address of the list is the one that our own proxy saw', () => {
  const headers = { 'x-forwarded-for': '10.0.0.1, evil, 198.51.100.7' }
  expect(rateLimitClient(forwardedFor(new Request('https://app.test', { headers })))).toBe(
    '198.51.100.7',
  )
  expect(forwardedFor(new Request('https://app.test'))).toBeUndefined()
})

test('a window counts up and starts again, and the memory of it is bounded', () => {
  let now = 0
  const windows = createWindows(() => now)
  const count = (key: string, seconds: number) => ++windows(key, seconds).uses
  expect([count('a', 10), count('a', 10), count('b', 10)]).toEqual([1, 2, 1])
  now = 9_999
  expect(count('a', 10)).toBe(3)
  now = 10_000
  expect(count('a', 10)).toBe(1)
  for (let key = 0; key < 60_000; key++) count(`key ${key}`, 1000)
  expect(count('key 59999', 1000)).toBe(2)
  expect(count('key 0', 1000)).toBe(1)
})
