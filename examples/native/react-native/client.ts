import 'react-native-get-random-values'
import { createNativeClient, type NativeClient } from 'porticojs/client/native'
import { Platform } from 'react-native'
import { InAppBrowser } from 'react-native-inappbrowser-reborn'
import * as Keychain from 'react-native-keychain'

const redirect = 'com.acme.app:/signed-in'

export const client: NativeClient = createNativeClient({
  url: 'https://acme.example',
  app: 'acme',
  device: Platform.OS === 'ios' ? 'iPhone' : 'Android',
  store: {
    async get(service) {
      const item = await Keychain.getGenericPassword({ service })
      return item ? item.password : null
    },
    set: (service, value) => Keychain.setGenericPassword('acme', value, { service }),
    remove: (service) => Keychain.resetGenericPassword({ service }),
  },
  async open(begin) {
    const result = await InAppBrowser.openAuth(await begin(redirect), redirect)
    return result.type === 'success' ? result.url : null
  },
})
