import type { Platform } from './types.ts'

/** A sign-in on the sheet that the platform's own library shows in an app. */
export type AppSignInOrder = {
  /** The client id of the app, or its bundle id. */
  readonly client_id: string
  /** The client id of the web application, if the token is meant for its server. */
  readonly server_client_id?: string
  readonly nonce?: string
  /** The persona; the first one when left out. */
  readonly as?: string
}

/** A sign-in by a library that returns a code. */
export type AppCodeOrder = {
  /** The kit of the platform that the library belongs to. */
  readonly kit: string
  readonly client_id: string
  /** The link that leads back into the app, for kits that have one. */
  readonly redirect_uri?: string
  /** The scopes, as the platform writes them. Default: the least that the library asks for. */
  readonly scope?: string
  readonly as?: string
}

/** The code that such a library returns, and the PKCE verifier that it made. */
export type AppCode = { readonly code: string; readonly code_verifier?: string }

/** The credential that the library returns. */
export type AppCredential = {
  readonly id_token: string
  /** The name, which Apple returns at the first sign-in only. */
  readonly fullName?: { readonly givenName: string; readonly familyName: string }
}

/** Signs a person in by the platform's own library in an app. */
export type AppSignIn = {
  (platform: string, order: AppCodeOrder): Promise<AppCode>
  (platform: string, order: AppSignInOrder): Promise<AppCredential>
}

/** Signs a person in as the library's sheet would. Throws if the library would refuse. */
export async function signInToApp(
  handler: (request: Request) => Promise<Response>,
  platforms: readonly Platform[],
  id: string,
  order: AppSignInOrder | AppCodeOrder,
): Promise<AppCredential & AppCode> {
  const platform = platforms.find((one) => one.id === id)
  const sheet = platform?.endpoints.find(({ name }) => name === 'app-sign-in')
  if (!sheet) throw new Error(`The platform "${id}" is not emulated, or has no library for apps.`)
  const body = new URLSearchParams(order)
  const response = await handler(new Request(sheet.url, { method: 'POST', body }))
  const answer = await response.json()
  if (response.ok) return answer
  throw new Error(`${id}: ${answer.error_description ?? answer.error}`)
}
