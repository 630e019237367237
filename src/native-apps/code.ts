import type { PartCode } from '../methods/part-code.ts'
import { exchangeCall } from './exchange-call.ts'
import type { LoadLogin } from './login.ts'
import type { NativeAppCalls } from './native-app-calls.ts'
import { answerNonce } from './nonce.ts'
import { answerRevoke } from './revoke.ts'
import type { KnownApps } from './settings.ts'
import { answerStart } from './start.ts'
import { answerToken } from './token.ts'

/** Everything that native apps do, except reading the session of a key. */
export function createCode(
  apps: KnownApps,
  loadLogin: LoadLogin,
): PartCode<undefined, NativeAppCalls> {
  return {
    calls: (reader) => ({ exchange: exchangeCall(apps, reader, loadLogin) }),
    pathHandlers: {
      'native-start': (context, _provider, reader) => answerStart(apps, context, reader),
      'native-token': (context, _provider, reader) =>
        answerToken({ apps, context, reader, loadLogin }),
      'native-nonce': (context) => answerNonce(apps, context),
      'native-revoke': (context) => answerRevoke(apps, context),
    },
  }
}
