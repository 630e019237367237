import { expect } from 'vitest'
import type { Application } from './application.ts'
import { story } from './story.ts'

const nuxt: Application = {
  example: 'nuxt',
  authFile: 'server/utils/auth.ts',
  bodyParser: true,
  env: ({ port }) => ({ HOST: '127.0.0.1', NUXT_TELEMETRY_DISABLED: '1', NUXT_PORT: String(port) }),
  args: ({ mode, port }) =>
    mode === 'development' ? ['--host', '127.0.0.1', '--port', String(port), '--no-fork'] : [],
  stories: {
    'a WebSocket opens for who is signed in, and for nobody else': async (visit) => {
      const ada = await visit()
      await ada.open('/')
      expect(await ada.page.evaluate(firstMessage)).toBe('refused')
      await ada.signIn('Ada')
      expect(await ada.page.evaluate(firstMessage)).toBe('Hello Ada')
    },
  },
}

/** Runs in the browser. */
function firstMessage(): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket('/socket')
    socket.onmessage = ({ data }) => resolve(String(data))
    socket.onerror = () => resolve('refused')
  })
}

await story({ ...nuxt, name: 'Nuxt 4' })
