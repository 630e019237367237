import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Application } from './application.ts'
import { inProduction } from './in-production.ts'
import { overlay } from './next/overlay.ts'

const app: Application = {
  example: 'next',
  versions: { next: '15.5.29' },
  args: () => ['--hostname', '127.0.0.1'],
  edit(folder) {
    rmSync(join(folder, 'proxy.ts'))
    overlay('edge', folder)
  },
}

await inProduction('Next 15 reads and renews sessions on the Edge runtime', app, async (scene) => {
  const ada = await scene.visit()
  await ada.signIn('Ada')
  // They are due after a second there.
  const cookies = () => ada.cookiesSetBy('/')
  await expect.poll(cookies).toContain('portico.session')
  await ada.reads('Hello Ada')
  await ada.press('Sign out')
  await ada.reads('Hello stranger')
  expect(await ada.cookiesSetBy('/')).toEqual([])
})
