import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Emulator, emulator } from '../../src/emulator/index.ts'
import { haveChromium, launch } from '../browser.ts'
import type { Application } from './application.ts'
import { install } from './install.ts'
import { environment, run } from './process.ts'
import { serve } from './serve.ts'
import { type Visitor, visitor } from './visitor.ts'

/** What a story happens in. */
interface Scene {
  /** Where the application is. */
  url: string
  world: Emulator
  visit(): Promise<Visitor>
}

/** Builds a set-up of the example for production, in silence, and tells one story of its own there. */
export async function inProduction(
  title: string,
  app: Application,
  tell: (scene: Scene) => Promise<void>,
): Promise<void> {
  const installed = haveChromium(title) ? await install(app) : undefined
  test.skipIf(!installed)(title, { timeout: 900_000 }, async ({ onTestFinished }) => {
    if (!installed) return
    const { folder } = installed
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const built = await run(['npm', 'run', 'build'], { cwd: folder, env: environment() })
    expect(built.code, built.output).toBe(0)
    expect(built.output).not.toContain('[portico]')
    const world = await emulator()
    const { url, close } = await world.listen()
    onTestFinished(close)
    const serving = await serve(app, installed, 'production', url)
    onTestFinished(serving.stop)
    const browser = await launch()
    onTestFinished(() => browser.close())
    await tell({ url: serving.url, world, visit: () => visitor(browser, serving.url) })
  })
}
