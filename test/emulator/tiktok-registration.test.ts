import { expect, test } from 'vitest'
import { tiktok } from '../../src/emulator/index.ts'

const app = { client_key: 'awexample', client_secret: 'secret' }
const register =
  (more: object): (() => unknown) =>
  () =>
    tiktok({ apps: [{ ...app, ...more }] })

const webRefused: readonly [string, string, RegExp][] = [
  ['http', 'http://app.test/callback', /https/],
  ['localhost, even with https', 'https://localhost:3000/callback', /localhost is not supported/],
  ['a loopback address', 'https://127.0.0.1/callback', /localhost is not supported/],
  ['a subdomain of localhost', 'https://app.localhost/callback', /localhost is not supported/],
  ['a query', 'https://app.test/callback?a=b', /query/],
  ['a fragment', 'https://app.test/callback#a', /fragment/],
  ['a relative address', '/callback', /absolute/],
  ['512 characters', `https://app.test/${'a'.repeat(512 - 17)}`, /512/],
]

test.each(webRefused)('the Web tab refuses %s', (_, uri, reason) => {
  expect(register({ web: [uri] })).toThrow(reason)
})

const desktopRefused: readonly [string, string, RegExp][] = [
  ['a host of the Internet', 'https://app.test:443/callback', /localhost or 127/],
  ['an address without a port', 'http://localhost/callback', /port/],
  ['a query', 'http://localhost:3000/callback?a=b', /query/],
  ['a fragment', 'http://localhost:*/callback#a', /fragment/],
  ['another scheme', 'myapp://localhost:1/callback', /http or https/],
  ['IPv6', 'http://[::1]:3000/callback', /localhost or 127/],
]

test.each(desktopRefused)('the Desktop tab refuses %s', (_, uri, reason) => {
  expect(register({ desktop: [uri] })).toThrow(reason)
})

test('callback addresses that the portal takes are taken', () => {
  const longest = `https://app.test/${'a'.repeat(511 - 17)}`
  const desktop = ['http://localhost:3455/callback/', 'https://127.0.0.1:*/callback/']
  expect(
    register({ web: ['https://app.test/api/auth/callback/tiktok', longest], desktop }),
  ).not.toThrow()
})

test('ten redirect URIs fit, eleven do not', () => {
  const uris = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `https://app.test/${index}`)
  expect(register({ web: uris(10) })).not.toThrow()
  expect(register({ web: uris(11) })).toThrow(/at most 10/)
  const target_users = uris(11)
  expect(register({ target_users })).toThrow(/10 target users/)
})

test('a sandbox has its own kind of key', () => {
  expect(register({ environment: 'sandbox' })).toThrow(/sbaw/)
  expect(register({ client_key: 'sbawexample', environment: 'production' })).toThrow(/aw/)
  expect(register({ client_key: 'sbawexample', environment: 'sandbox' })).not.toThrow()
})

test('scopes must exist and webhooks must be https or on this machine', () => {
  expect(register({ scopes: ['user.info.everything'] })).toThrow(/no scope/)
  expect(register({ webhook_url: 'http://app.test/hook' })).toThrow(/webhook/)
  expect(register({ webhook_url: 'http://localhost:3000/hook' })).not.toThrow()
})
