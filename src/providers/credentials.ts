import { credentials } from '../methods/credentials/part.ts'
import type { CredentialInput, CredentialsConfig } from '../types/credentials.ts'

/** Options of `Credentials`: at least `authorize`, which checks what was typed. */
export type CredentialsUserConfig<Inputs extends Record<string, CredentialInput>> = Partial<
  Omit<CredentialsConfig<Inputs>, 'type' | 'options'>
> &
  Pick<CredentialsConfig<Inputs>, 'authorize'>

/** Sign in with what people type, such as a name and a password; the application checks it. */
export default function Credentials<
  const Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
>(options: CredentialsUserConfig<Inputs>): CredentialsConfig<Inputs> {
  return {
    id: 'credentials',
    name: 'Credentials',
    credentials: {} as Inputs,
    ...options,
    type: 'credentials',
    method: credentials,
  }
}
