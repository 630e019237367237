import type { AuthConfig } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import type { Storage } from '../../src/types/storage.ts'
import { softKey } from '../methods/soft-key.ts'
import { arrival, origin, type Setup, setup } from '../setup.ts'
import { ordinaryWorld, type Place, respond, type WayIn } from './matrix.ts'
import { acmeApp } from './phone.ts'

/** The application of a place, and how people come to it. */
interface Opened {
  place: Place
  storage: Required<Storage>
  log: Setup['log']
  /** A browser of somebody new; `app` answers it otherwise than the application does. */
  open(app?: (request: Request) => Promise<Response>): TestBrowser
}

/** An application with one way in, on a storage that a test can look into. `more` is what else it configures. */
export async function placeOf(
  way: WayIn,
  more: (ways: AuthConfig['providers']) => Partial<AuthConfig>,
): Promise<Opened> {
  const world = await (way.world ?? ordinaryWorld)()
  // Tokens of Auth.js are read by the clock of the machine.
  world.clock.advance(Date.now() - world.clock.now())
  const storage = memory({ now: world.clock.now })
  const staff = 'staff-ada'
  await storage.createUser({ id: staff, name: 'Ada', email: null, emailVerified: null })
  const links: string[] = []
  const providers = way.providers({ staff, links })
  const { parts = [], ...rest } = more(providers)
  // The sessions of apps are in a database.
  const apps = rest.session?.strategy === 'cookie' ? [] : [acmeApp()]
  const config: Partial<AuthConfig> = { providers, storage, ...rest, parts: [...parts, ...apps] }
  const { auth, log } = await setup(config, world)
  const ada = { key: softKey(origin), code: async () => '', recoveryCode: '' }
  const place: Place = { auth, config, world, staff, links, ...ada }
  const open: Opened['open'] = (app = (request) => respond(place, request)) =>
    createBrowser({
      ...{ origin, app, now: world.clock.now },
      atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
    })
  return { place, storage, log, open }
}

/** A way in by its name. */
export function wayCalled(ways: Readonly<Record<string, WayIn>>, name: string): WayIn {
  const way = ways[name]
  if (!way) throw new Error(`There is no way in called ${name}`)
  return way
}
