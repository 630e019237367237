import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Application, Story } from './application.ts'
import { story } from './story.ts'

/** Puts the files of a folder over those of the example. */
const add = (set: string, folder: string) =>
  cpSync(join(import.meta.dirname, 'astro', set), folder, { recursive: true })

const knowsNobody: Story = async (visit) => {
  const ada = await visit()
  await ada.signIn('Ada')
  await ada.open('/about')
  await ada.reads('About nobody')
}

/** How a form of another site is answered, at a path. */
const foreignForm = async (visit: Parameters<Story>[0], path: string) => {
  const { context } = await visit()
  const headers = { origin: 'https://appleid.apple.com', accept: 'text/html' }
  const options = { headers, form: { state: 'unknown', code: 'unknown' }, maxRedirects: 0 }
  return context.request.post(path, options)
}

const astro: Application = {
  example: 'astro',
  authFile: 'src/auth.ts',
  env: () => ({ HOST: '127.0.0.1', ASTRO_TELEMETRY_DISABLED: '1' }),
  args: ({ mode, port }) =>
    mode === 'development' ? ['--host', '127.0.0.1', '--port', String(port)] : [],
}

await story({
  ...astro,
  name: 'Astro 7',
  edit: (folder) => add('prerendered', folder),
  stories: {
    'a page that is made while building knows nobody': knowsNobody,
    'Astro refuses the form by which a platform sends somebody back': async (visit) => {
      const response = await foreignForm(visit, '/api/auth/callback/tiktok')
      expect([response.status(), await response.text()]).toEqual([
        403,
        'Cross-site POST form submissions are forbidden',
      ])
    },
  },
})

await story({
  ...astro,
  name: 'Astro 6',
  modes: ['production'],
  versions: { astro: '6.4.8', '@astrojs/node': '10.1.4' },
  edit(folder) {
    add('prerendered', folder)
    add('form-post', folder)
  },
  stories: {
    'a page that is made while building knows nobody': knowsNobody,
    'a platform may send somebody back by a form, and no other site may': async (visit) => {
      const returned = await foreignForm(visit, '/api/auth/callback/tiktok')
      // The sign-in that it speaks of was never begun: Portico says so on a page of its own.
      expect(returned.headers().location ?? (await returned.text())).toMatch(/\/api\/auth\//)
      expect(await returned.text()).not.toContain('Forbidden')
      expect((await foreignForm(visit, '/logout')).status()).toBe(403)
    },
  },
})
