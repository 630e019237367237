import type { Application } from './application.ts'
import { story } from './story.ts'

const astro: Application = {
  example: 'astro',
  authFile: 'src/auth.ts',
  env: () => ({ HOST: '127.0.0.1', ASTRO_TELEMETRY_DISABLED: '1' }),
  args: ({ mode, port }) =>
    mode === 'development' ? ['--host', '127.0.0.1', '--port', String(port)] : [],
}

await story({ ...astro, name: 'Astro 7' })
await story({
  ...astro,
  name: 'Astro 6',
  versions: { astro: '6.4.8', '@astrojs/node': '10.1.4' },
})
