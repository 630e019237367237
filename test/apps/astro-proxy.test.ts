import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Application } from './application.ts'
import { inProduction } from './in-production.ts'

const app: Application = {
  example: 'astro',
  edit: (folder) =>
    cpSync(join(import.meta.dirname, 'astro/behind-proxy'), folder, { recursive: true }),
  env: () => ({
    HOST: '127.0.0.1',
    ASTRO_TELEMETRY_DISABLED: '1',
    AUTH_URL: 'https://app.example',
    // The emulator plays no platforms for an address that strangers reach.
    AUTH_EMULATOR: '',
    AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION: '',
  }),
}

await inProduction(
  'Astro behind a proxy that ends TLS takes forms of its own origin, and of no other',
  app,
  async ({ url }) => {
    const posted = (origin: string) =>
      fetch(`${url}/api/auth/signin/tiktok`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          origin,
          accept: 'text/html',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'app.example',
          'x-forwarded-for': '203.0.113.7',
        },
        body: new URLSearchParams(),
      })
    const own = await posted('https://app.example')
    expect(own.status).toBe(303)
    expect(own.headers.get('location')).toContain('redirect_uri=https%3A%2F%2Fapp.example')
    expect((await posted('https://attacker.example')).status).toBe(403)
  },
)
