import { expect } from 'vitest'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'
import { toldAddress } from './key.ts'

export const origin = 'http://localhost:3000'

/** An application with parts, in development, whose developer watches everything. */
export interface Watched {
  auth: AuthInstance
  /** The developer's own browser, which is also the one of whoever signs in. */
  browser: TestBrowser
  /** The list of the inspector, all its pages, their JSON, and every line of the log. */
  shown(): Promise<string[]>
}

/** Opens it. Whoever types a name is that person. */
export async function watched(parts: NonNullable<AuthConfig['parts']>): Promise<Watched> {
  const said: string[] = []
  const auth = Auth({
    providers: [
      Credentials({
        credentials: { name: {} },
        authorize: ({ name }) => ({ id: String(name), name: String(name) }),
      }),
    ],
    parts,
    secret,
    storage: memory(),
    debug: true,
    logger: {
      error: (error) => void said.push(String(error), JSON.stringify(error)),
      warn: (line) => void said.push(line),
      debug: (line) => void said.push(line),
    },
    runtime: { env: { NODE_ENV: 'development' } },
  }) as AuthInstance
  const browser = createBrowser({ origin, app: auth.handler })
  await browser.session()
  await browser.visit(toldAddress(said))
  const read = async (path: string) => (await browser.visit(path)).text()
  async function shown(): Promise<string[]> {
    const list = await read('/api/auth/inspect')
    const paths = [...list.matchAll(/href="(\/api\/auth\/inspect\/[\w-]{16})"/g)]
    expect(paths.length).toBeGreaterThan(0)
    const pages = [list, ...said]
    for (const [, path = ''] of paths) pages.push(await read(path), await read(`${path}.json`))
    return pages
  }
  return { auth, browser, shown }
}
