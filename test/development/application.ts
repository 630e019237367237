import { type Decision, decide } from '../../src/emulator/consent-decision.ts'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import { arrival } from '../../src/testing/arrival.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'

/** An application as somebody just wrote it, and what it said while starting. */
export interface Fresh {
  auth: AuthInstance
  browser: TestBrowser
  said: string[]
  /** What it said of the inspector. */
  inspector: string[]
}

/** Starts an application for development, with nothing in its environment. */
export function develop(config: AuthConfig, origin = 'http://localhost:3000'): Fresh {
  const said: string[] = []
  const inspector: string[] = []
  const auth = Auth({
    logger: {
      error: (error) => void said.push(`${error.message} → ${error.hint}`),
      warn: (message) => void (message.startsWith('Inspector: ') ? inspector : said).push(message),
    },
    ...config,
    runtime: { env: { NODE_ENV: 'development' }, ...config.runtime },
  })
  const browser = createBrowser({ origin, app: auth.handler, atPlatform })
  return { auth, browser, said, inspector }
}

/** What a person does at the emulator, over the network. */
async function atPlatform(url: string, choice: Decision): Promise<string | Request> {
  const browse = (request: Request) => fetch(request, { redirect: 'manual' })
  return arrival(await decide(browse, url, choice))
}
