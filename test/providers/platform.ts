import type { Platform } from '../../src/emulator/index.ts'
import { documented, type Offline } from '../../src/emulator/platforms/documented/platform.ts'
import type { Client } from '../../src/emulator/platforms/documented/rules.ts'
import { origin } from '../setup.ts'
import type { Sample } from './sample.ts'

export type { Client, Offline }

/** The strict platform of a sample, for the application of these tests. */
export function platformOf(id: string, sample: Sample, client: Client, offline: Offline): Platform {
  const redirect_uris = [`${origin}/api/auth/callback/${id}`]
  return documented(id, sample, { client, offline, redirect_uris })
}
