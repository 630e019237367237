import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { bearing, house } from './house.ts'

// Both at once: the interval of polls is part of the protocol, so each takes five seconds.
test.concurrent('openid-client signs a device in, polls until the person approves, and signs it out', async () => {
  const { auth, enter, answer, userId } = await house()
  const base = 'https://app.test/api/auth'
  const server = {
    issuer: base,
    device_authorization_endpoint: `${base}/device/code`,
    token_endpoint: `${base}/device/token`,
    revocation_endpoint: `${base}/device/revoke`,
  }
  const config = new client.Configuration(server, 'acme-tv', undefined, client.None())
  config[client.customFetch] = (url, { body, ...init }) =>
    auth.handler(new Request(url, { ...init, body: body ?? null } as RequestInit))
  const codes = await client.initiateDeviceAuthorization(config, {})
  // The person answers while the device polls.
  const polled = client.pollDeviceAuthorizationGrant(config, codes)
  await enter(codes.user_code)
  await answer(codes.user_code, 'approve')
  const { access_token, token_type } = await polled
  expect(token_type).toBe('bearer')
  expect((await auth.session(bearing(access_token)))?.user.id).toBe(userId)
  await client.tokenRevocation(config, access_token)
  expect(await auth.session(bearing(access_token))).toBeNull()
})

test.concurrent('openid-client learns that the person refused', async () => {
  const { auth, enter, answer } = await house()
  const base = 'https://app.test/api/auth'
  const server = {
    issuer: base,
    device_authorization_endpoint: `${base}/device/code`,
    token_endpoint: `${base}/device/token`,
  }
  const config = new client.Configuration(server, 'acme-cli', undefined, client.None())
  config[client.customFetch] = (url, { body, ...init }) =>
    auth.handler(new Request(url, { ...init, body: body ?? null } as RequestInit))
  const codes = await client.initiateDeviceAuthorization(config, { scope: 'read' })
  await enter(codes.user_code)
  await answer(codes.user_code, 'deny')
  await expect(client.pollDeviceAuthorizationGrant(config, codes)).rejects.toMatchObject({
    error: 'access_denied',
  })
})
