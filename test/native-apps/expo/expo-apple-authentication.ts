/** expo-apple-authentication, as it is documented. */
export const AppleAuthenticationScope = { FULL_NAME: 0, EMAIL: 1 } as const

interface AppleAuthenticationCredential {
  identityToken: string | null
  fullName: { givenName: string | null; familyName: string | null } | null
}

/** The sheet, which the stories show. Undefined: the person cancels. */
export const sheet: {
  show: (nonce: string) => Promise<AppleAuthenticationCredential | undefined>
} = { show: async () => undefined }

export async function signInAsync(options: {
  requestedScopes: readonly number[]
  nonce: string
}): Promise<AppleAuthenticationCredential> {
  const shown = await sheet.show(options.nonce)
  if (shown) return shown
  throw Object.assign(new Error('The user canceled the authorization attempt'), {
    code: 'ERR_REQUEST_CANCELED',
  })
}
