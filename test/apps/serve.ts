import type { Application, Mode, Running } from './application.ts'
import type { Installed } from './install.ts'
import { environment, freePort, type Program, start } from './process.ts'

/** The practice TikTok's application for this machine. */
const keys = {
  AUTH_TIKTOK_ID: 'sbawpractice000001',
  AUTH_TIKTOK_SECRET: 'practice-secret-of-the-sandbox-01',
}

/** An application that answers. */
export interface Serving extends Running, Program {}

/** Starts an installed application as its package.json says, and waits until it answers. */
export async function serve(
  app: Application,
  { folder }: Pick<Installed, 'folder'>,
  mode: Mode,
  emulator: string,
): Promise<Serving> {
  const port = await freePort()
  const running = { mode, port, url: `http://127.0.0.1:${port}` }
  const { start: built = ['npm', 'start'] } = app
  const command = mode === 'production' ? built : ['npm', 'run', 'dev']
  const args = app.args?.(running) ?? []
  const program = start([...command, ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: folder,
    env: environment({
      ...keys,
      PORT: String(port),
      AUTH_SECRET: 'RkYw4HdNf6GcJp1Ua8Eb7Qx2LmZ0sVt9',
      AUTH_EMULATOR: emulator,
      ...(mode === 'production' && {
        AUTH_URL: running.url,
        AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION: 'true',
      }),
      ...app.env?.(running),
    }),
  })
  let over = false
  void program.ended.then(() => {
    over = true
  })
  while (!(await answers(running.url))) {
    if (over) throw new Error(`${command.join(' ')} ended: ${program.said()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { ...running, ...program }
}

/** Whether somebody answers there, within half a minute: a development server may be compiling. */
export async function answers(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(30_000)
  try {
    return (await fetch(url, { redirect: 'manual', signal })).status < 500
  } catch {
    return false
  }
}
