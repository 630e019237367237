import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  clockSkew,
  customFetch,
} from 'oauth4webapi'
import type { App } from '../../app.ts'
import { authorizationServer, providerFetch } from './authorization-server.ts'
import { dialectFetch, type Send } from './dialect-fetch.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** A platform that is about to be asked something: what is configured, what its metadata says, and how the OAuth library is called. */
export interface PlatformClient extends App {
  readonly provider: ResolvedOAuth
  readonly server: AuthorizationServer
  /** This application as the OAuth library knows it. */
  readonly client: Client
  /** Options for every call of the OAuth library: our bounded `fetch`, speaking the platform's dialect. */
  readonly options: { [customFetch]: Send; [allowInsecureRequests]: true }
}

/** Looks up what is needed to talk to a platform; its metadata is remembered. */
export async function createPlatformClient(
  app: App,
  provider: ResolvedOAuth,
): Promise<PlatformClient> {
  const { config, services } = app
  const skew = Math.round((services.now() - Date.now()) / 1000)
  return {
    config,
    services,
    provider,
    server: await authorizationServer(app, provider),
    client: { [clockSkew]: skew, ...provider.client, client_id: provider.clientId },
    options: {
      [customFetch]: dialectFetch(providerFetch(app, provider), provider),
      // The configuration admits http for loopback addresses only; the library would refuse even those.
      [allowInsecureRequests]: true,
    },
  }
}
