import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { story } from './story.ts'

await story({
  example: 'workers',
  bodyParser: true,
  authFile: 'src/auth.ts',
  args: ({ port }) => ['--port', String(port), '--ip', '127.0.0.1'],
  // What would be secrets and variables of the worker comes from the environment of this process.
  env: () => ({ CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true', WRANGLER_SEND_METRICS: 'false' }),
  database: (folder) => {
    const state = join(folder, '.wrangler/state/v3/d1/miniflare-D1DatabaseObject')
    const [file = ''] = readdirSync(state).filter((name) => /^[\da-f]{64}\.sqlite$/.test(name))
    return join(state, file)
  },
})
