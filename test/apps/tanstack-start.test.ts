import { story } from './story.ts'

await story({
  example: 'tanstack-start',
  name: 'TanStack Start',
  authFile: 'src/auth.server.ts',
  clientRouter: true,
  args: ({ mode, port }) =>
    mode === 'development'
      ? ['--host', '127.0.0.1', '--port', String(port), '--strictPort']
      : ['--host', '127.0.0.1'],
})
