import { expect } from 'vitest'
import type { Application } from './application.ts'
import { story } from './story.ts'

const nuxt: Application = {
  example: 'nuxt',
  authFile: 'server/utils/auth.ts',
  bodyParser: true,
  clientRouter: true,
  env: ({ port }) => ({ HOST: '127.0.0.1', NUXT_TELEMETRY_DISABLED: '1', NUXT_PORT: String(port) }),
  args: ({ mode, port }) =>
    mode === 'development' ? ['--host', '127.0.0.1', '--port', String(port), '--no-fork'] : [],
  stories: {
    'a page brings the session along, and asks for it no second time': async (visit) => {
      const ada = await visit()
      await ada.signIn('Ada')
      const asked: string[] = []
      ada.page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
      await ada.open('/')
      await ada.reads('Hello Ada')
      await ada.follow('Account')
      await ada.page.waitForURL('**/api/auth/account')
      expect(asked).toContain('/')
      expect(asked).not.toContain('/api/auth/session')
    },
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
