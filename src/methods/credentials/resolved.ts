import type { ResolvedProvider } from '../../config/part.ts'
import type { CredentialsConfig } from '../../types/credentials.ts'

/** A credentials provider after the configuration was read. */
export interface ResolvedCredentials
  extends ResolvedProvider,
    Readonly<Omit<CredentialsConfig, 'method'>> {
  readonly id: string
  readonly name: string
  readonly type: 'credentials'
}
