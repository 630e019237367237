import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Application } from './application.ts'
import { story } from './story.ts'

const reactRouter: Application = {
  example: 'react-router',
  authFile: 'app/auth.server.ts',
  env: () => ({ HOST: '127.0.0.1' }),
  args: ({ mode, port }) =>
    mode === 'development' ? ['--host', '127.0.0.1', '--port', String(port)] : [],
  clientRouter: true,
}

await story({ ...reactRouter, name: 'React Router 8' })

await story({
  ...reactRouter,
  name: 'React Router 7',
  modes: ['production'],
  versions: {
    'react-router': '7.18.4',
    '@react-router/dev': '7.18.4',
    '@react-router/node': '7.18.4',
    '@react-router/serve': '7.18.4',
  },
  edit: (folder) =>
    cpSync(join(import.meta.dirname, 'react-router/seven'), folder, { recursive: true }),
})
