import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  clockSkew,
  customFetch,
} from 'oauth4webapi'
import type { Config } from '../../config.ts'
import { authorizationServer, providerFetch } from './authorization-server.ts'
import { dialectFetch, type Send } from './dialect-fetch.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** A platform that is about to be asked something: what is configured, what its metadata says, and how the OAuth library is called. */
export interface PlatformClient {
  readonly config: Config
  readonly provider: ResolvedOAuth
  readonly server: AuthorizationServer
  /** This application as the OAuth library knows it. */
  readonly client: Client
  /** What every call of the OAuth library gets: our bounded `fetch`, speaking the platform's dialect. */
  readonly options: { [customFetch]: Send; [allowInsecureRequests]: true }
}

/** Looks up what is needed to talk to a platform; its metadata is remembered. */
export async function createPlatformClient(
  config: Config,
  provider: ResolvedOAuth,
): Promise<PlatformClient> {
  const skew = Math.round((config.now() - Date.now()) / 1000)
  return {
    config,
    provider,
    server: await authorizationServer(config, provider),
    client: { [clockSkew]: skew, ...provider.client, client_id: provider.clientId },
    options: {
      [customFetch]: dialectFetch(providerFetch(config, provider), provider),
      // The configuration admits http for loopback addresses only; the library would refuse even those.
      [allowInsecureRequests]: true,
    },
  }
}
