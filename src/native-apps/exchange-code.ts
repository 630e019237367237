import type { Context } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { sha256 } from '../crypto/hash.ts'
import type { Body } from '../http/body.ts'
import { happened } from '../identity/happened.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import { askerBy } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Item } from '../types/item.ts'
import type { Key } from './key-text.ts'
import { type CodeFacts, code } from './kinds.ts'
import { refused } from './refusal.ts'
import type { KnownApp } from './settings.ts'
import { startKey } from './start-key.ts'

/** RFC 7636 §4.1. */
const isVerifier = /^[\w.~-]{43,128}$/

/** Exchanges a code for the first key of an app on a device, and starts the app's session. */
export async function exchangeCode(
  context: Context,
  reader: SessionReader,
  app: KnownApp,
  body: Body,
): Promise<Key> {
  const { userId, data } = await takeCode(context, app, body)
  const { authTime, amr, sessionId } = data
  // The session of the browser must still exist: being signed out everywhere meanwhile ends this sign-in, too.
  const asker = askerBy(reader, { userId, sessionId })
  const key = await changeUser(context.config, asker, (inside) =>
    startKey(context, app, body.device, { userId, authTime, amr }, inside),
  )
  await happened(context, { event: 'signInApp', userId, detail: { app: app.id } })
  return key
}

/** Uses a code up, even if the rest of the request is wrong: a stolen code can be tried once, and only with its verifier. */
async function takeCode(
  context: Context,
  app: KnownApp,
  { code: sent, redirect_uri: redirect, code_verifier: verifier }: Body,
): Promise<{ userId: string; data: CodeFacts }> {
  const lookup = typeof sent === 'string' && sent.length < 100 ? await sha256(sent) : ''
  const found = await itemsOf(context, code).take(lookup)
  assertAnswered(found)
  if (found.state !== 'readable') throw unknown()
  const { userId, data }: Item<CodeFacts, undefined> = found.item
  if (userId === null || data.app !== app.id || data.redirect !== redirect) throw unknown()
  if (typeof verifier !== 'string' || !isVerifier.test(verifier)) throw unknown()
  if (!equal(await sha256(verifier), data.challenge)) throw unknown()
  return { userId, data }
}

/** One error for all reasons: a thief learns nothing about the code. */
function unknown() {
  return refused(
    'invalid_grant',
    'The code was used, has expired, or belongs to another app, address or verifier',
  )
}
