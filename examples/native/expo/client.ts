import * as Crypto from 'expo-crypto'
import * as SecureStore from 'expo-secure-store'
import * as WebBrowser from 'expo-web-browser'
import { createNativeClient, type NativeClient } from 'porticojs/client/native'
import { Platform } from 'react-native'

const redirect = 'com.acme.app:/signed-in'

export const client: NativeClient = createNativeClient({
  url: process.env.EXPO_PUBLIC_ACME_URL ?? 'http://localhost:3000',
  app: 'acme',
  device: Platform.OS === 'ios' ? 'iPhone' : 'Android',
  random: Crypto.getRandomBytes,
  store: {
    get: (name) => SecureStore.getItemAsync(name),
    set: (name, value) => SecureStore.setItemAsync(name, value),
    remove: (name) => SecureStore.deleteItemAsync(name),
  },
  async open(begin) {
    const result = await WebBrowser.openAuthSessionAsync(await begin(redirect), redirect)
    return result.type === 'success' ? result.url : null
  },
})
