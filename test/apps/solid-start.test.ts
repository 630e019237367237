import { story } from './story.ts'

await story({
  example: 'solid-start',
  name: 'SolidStart 2',
  authFile: 'src/auth.ts',
  clientRouter: true,
  env: () => ({ HOST: '127.0.0.1' }),
  args: ({ mode, port }) =>
    mode === 'development' ? ['--host', '127.0.0.1', '--port', String(port), '--strictPort'] : [],
})
