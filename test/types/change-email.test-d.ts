import { changeEmail, confirmEmail } from '../../src/client/change-email.ts'
import { type Equal, holds } from './equal.ts'

holds<Equal<ReturnType<typeof changeEmail>, Promise<void>>>()
void changeEmail({ email: 'ada@acme.example', gateToken: 'x' }, { basePath: '/auth' })
void confirmEmail({ code: '123456' })
void confirmEmail({ token: 'x' }, { url: 'https://acme.example' })
// @ts-expect-error: an address is needed
void changeEmail({})
// @ts-expect-error: a proof is a code or a token
void confirmEmail({})
