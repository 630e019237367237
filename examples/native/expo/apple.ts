import * as AppleAuthentication from 'expo-apple-authentication'
import { client } from './client'

const { FULL_NAME, EMAIL } = AppleAuthentication.AppleAuthenticationScope

/** Signs in by Apple's own sheet, which only iPhones, iPads and Macs have. */
export function signInWithApple() {
  return client.signInWithIdToken('apple', async ({ hashedNonce }) => {
    try {
      const { identityToken, fullName } = await AppleAuthentication.signInAsync({
        requestedScopes: [FULL_NAME, EMAIL],
        nonce: hashedNonce,
      })
      return { idToken: identityToken, fullName }
    } catch (error) {
      if (Object(error).code === 'ERR_REQUEST_CANCELED') return null
      throw error
    }
  })
}
