import { expect, onTestFailed, onTestFinished, test } from 'vitest'
import type { Installed } from '../install.ts'
import { environment, freePort, start } from '../process.ts'
import { answers } from '../serve.ts'

/** Next evaluates an application in several workers, some of which end soon: what one of them started must not be printed as alive. */
export function oneEmulator({ folder }: Installed): void {
  test('next dev without keys prints one emulator, which answers', async () => {
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const command = ['npx', 'next', 'dev', '--hostname', '127.0.0.1', '--port', port]
    const program = start(command, { cwd: folder, env: environment() })
    onTestFinished(program.stop)
    onTestFailed(() => console.log(program.said()))
    // The route of the sign-in first: no page has loaded the configuration yet.
    for (const path of ['/api/auth/signin', '/', '/dashboard', '/api/me', '/api/auth/signin']) {
      await expect.poll(() => answers(url + path), { timeout: 180_000 }).toBe(true)
    }
    const inboxes = program.said().match(/https?:\/\/\S+\/inbox/g) ?? []
    expect(inboxes).toHaveLength(1)
    expect((await fetch(String(inboxes[0]))).status).toBe(200)
    expect(program.said().match(/so the emulator/g)).toHaveLength(1)
  })
}
