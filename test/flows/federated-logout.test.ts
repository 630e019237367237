import { expect, test } from 'vitest'
import { emulator, oidc } from '../../src/emulator/index.ts'
import Cognito from '../../src/providers/cognito.ts'
import GenericOIDC from '../../src/providers/generic-oidc.ts'
import GitHub from '../../src/providers/github.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'

const keys = { clientId: 'logout-test', clientSecret: 'logout-test-secret' }
const issuer = 'https://id.acme.example'

function app(id: string) {
  return {
    client_id: keys.clientId,
    client_secret: keys.clientSecret,
    redirect_uris: [`${origin}/api/auth/callback/${id}`],
    post_logout_redirect_uris: [`${origin}/`, `${origin}/bye`],
  }
}

async function signedIn() {
  const world = await emulator({
    platforms: [
      oidc({ id: 'generic-oidc', issuer, algorithm: 'ES256', apps: [app('generic-oidc')] }),
    ],
  })
  const providers = [GenericOIDC({ ...keys, issuer })]
  const made = await setup({ providers, storage: memory() }, world)
  await made.browser.signIn('generic-oidc')
  expect(await made.browser.session()).not.toBeNull()
  return made
}

test('a visitor who signs out of the platform too ends up there, and comes back to the application', async () => {
  const { browser, world } = await signedIn()
  const left = await browser.submit('/api/auth/signout', {
    provider: 'generic-oidc',
    callbackUrl: '/bye',
  })
  expect(await browser.session()).toBeNull()
  const url = new URL(left.headers.get('location') ?? '')
  expect(url.origin + url.pathname).toBe(`${issuer}/logout`)
  expect(url.searchParams.get('client_id')).toBe(keys.clientId)
  expect(url.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  const back = await world.fetch(url, { redirect: 'manual' })
  expect(back.headers.get('location')).toBe(`${origin}/bye`)
})

test('a foreign address to return to becomes the home page', async () => {
  const { browser } = await signedIn()
  const form = { provider: 'generic-oidc', callbackUrl: 'https://evil.example/' }
  const left = await browser.submit('/api/auth/signout', form)
  const url = new URL(left.headers.get('location') ?? '')
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`)
})

test('a program gets the address of the platform instead of a redirect', async () => {
  const { browser } = await signedIn()
  const form = { provider: 'generic-oidc' }
  const answer = await browser.submit('/api/auth/signout', form, { accept: 'application/json' })
  expect((await answer.json()).url).toContain(`${issuer}/logout?`)
})

test('a person is signed out although the platform cannot be reached', async () => {
  const { browser, world, log } = await signedIn()
  world.clock.advance('2h')
  world.next({ endpoint: 'discovery', answer: 'unavailable' })
  const left = await browser.submit('/api/auth/signout', { provider: 'generic-oidc' })
  expect(left.headers.get('location')).toBe(`${origin}/`)
  expect(await browser.session()).toBeNull()
  expect(log.warnings.join()).toContain('metadata')
})

test('a form that names no platform ends the session here', async () => {
  const { browser } = await signedIn()
  const left = await browser.submit('/api/auth/signout', { provider: '' })
  expect(left.headers.get('location')).toBe(`${origin}/`)
  expect(await browser.session()).toBeNull()
})

test('an unknown provider is refused, and nobody is signed out by it', async () => {
  const { browser } = await signedIn()
  expect((await browser.submit('/api/auth/signout', { provider: 'nobody' })).status).toBe(404)
  expect(await browser.session()).not.toBeNull()
})

test('Cognito is told where to return by its own word', async () => {
  const pool = 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI'
  const domain = 'https://acme.auth.eu-west-1.amazoncognito.com'
  const endpoints = { end_session: `${domain}/logout` }
  const world = await emulator({
    platforms: [
      oidc({ id: 'cognito', issuer: pool, algorithm: 'ES256', endpoints, apps: [app('cognito')] }),
    ],
  })
  const { browser } = await setup({ providers: [Cognito({ ...keys, issuer: pool })] }, world)
  await browser.signIn('cognito')
  const left = await browser.submit('/api/auth/signout', { provider: 'cognito' })
  const url = new URL(left.headers.get('location') ?? '')
  expect(url.origin + url.pathname).toBe(`${domain}/logout`)
  expect(url.searchParams.get('logout_uri')).toBe(`${origin}/`)
  expect(url.searchParams.has('post_logout_redirect_uri')).toBe(false)
})

test('a platform without such a place is left alone', async () => {
  const world = await emulator({ platform: 'github', apps: [app('github')] })
  const { browser } = await setup({ providers: [GitHub(keys)] }, world)
  await browser.signIn('github')
  const left = await browser.submit('/api/auth/signout', { provider: 'github' })
  expect(left.headers.get('location')).toBe(`${origin}/`)
  expect(await browser.session()).toBeNull()
})
