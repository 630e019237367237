import { refused } from './refusal.ts'
import type { KnownApp, KnownApps } from './settings.ts'

/** The app that a request names. */
export function knownApp(apps: KnownApps, id: unknown): KnownApp {
  const app = apps.get(String(id))
  if (app) return app
  throw refused('invalid_client', 'No app has this client_id')
}
