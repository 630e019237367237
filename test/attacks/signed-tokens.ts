import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Session } from '../../src/index.ts'
import { origin } from '../setup.ts'
import { idp, type Stage, stage } from './stage.ts'

/** A platform's own key, made here so that nothing of ours signs what ours is to judge. */
export interface PlatformKey {
  readonly header: { readonly alg: string; readonly kid?: string }
  sign(input: string): Buffer
  /** What the platform publishes. */
  readonly jwk: object
  readonly publicKey?: KeyObject
}

const kid = 'the-platform'

export function es256(): PlatformKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    header: { alg: 'ES256', kid },
    sign: (input) =>
      sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' },
    publicKey,
  }
}

/** An RSA key whose entry in the key set does not say for which algorithm it is. */
export function rs256(): PlatformKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    header: { alg: 'RS256', kid },
    sign: (input) => sign('sha256', Buffer.from(input), privateKey),
    jwk: { ...publicKey.export({ format: 'jwk' }), kid },
    publicKey,
  }
}

/** The client secret, where a platform signs with it. */
export function hs256(secret: string | Buffer = String(idp.clientSecret)): PlatformKey {
  return {
    header: { alg: 'HS256' },
    sign: (input) => createHmac('sha256', secret).update(input).digest(),
    jwk: {},
  }
}

/** A compact JWS of any header and claims; claims may be JSON that `JSON.stringify` would not write. */
export function jws(header: object, claims: object | string, key: PlatformKey): string {
  const text = typeof claims === 'string' ? claims : JSON.stringify(claims)
  const parts = [JSON.stringify(header), text].map((part) =>
    Buffer.from(part).toString('base64url'),
  )
  return [...parts, key.sign(parts.join('.')).toString('base64url')].join('.')
}

/** What a token would say that nothing is wrong with. */
export interface Draft {
  header: object
  claims: Record<string, unknown>
}

/** An application with a platform that signs with this key. */
export function trusting(key: PlatformKey): Promise<Stage> {
  const id_token_signed_response_alg = key.header.alg
  return stage({ providers: [{ ...idp, client: { id_token_signed_response_alg } }] })
}

/** Somebody signs in at a platform whose id token is what `make` writes; null unless it was believed. */
export async function signInBy(
  at: Stage,
  key: PlatformKey,
  make: (draft: Draft) => string,
): Promise<Session | null> {
  const back = await at.world.approve(await at.browser.start('idp'), { as: 'ada' })
  at.world.next({
    endpoint: 'jwks',
    platform: 'idp',
    answer: () => Response.json({ keys: [key.jwk] }),
  })
  at.world.next({
    endpoint: 'token',
    platform: 'idp',
    answer: async ({ headers, form, url }) => {
      const authorization = headers.get('authorization') ?? ''
      const type = 'application/x-www-form-urlencoded'
      const sent = { 'content-type': type, authorization }
      const request = new Request(url, { method: 'POST', headers: sent, body: String(form) })
      const answer = await (await at.world.handler(request)).json()
      const claims = JSON.parse(
        Buffer.from(String(answer.id_token).split('.')[1] ?? '', 'base64url').toString(),
      )
      const { at_hash, ...rest } = claims
      return Response.json({ ...answer, id_token: make({ header: key.header, claims: rest }) })
    },
  })
  const response = await at.browser.visit(String(back))
  if (new URL(response.headers.get('location') ?? '/', origin).searchParams.has('error')) {
    // What a platform signs is never our own failure.
    if (at.log.errors.some(({ code }) => code === 'Internal')) throw at.log.errors[0]
  }
  return at.browser.session()
}
