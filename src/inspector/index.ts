import type { Observer } from '../config/load-inspector.ts'
import type { Engine } from '../engine.ts'
import { whileDeveloping } from '../stores/process-wide.ts'
import type { AuthConfig } from '../types/config.ts'
import { lockInspector } from './lock.ts'
import { missingStartPageWarning } from './missing-start-page.ts'
import { practiceLink } from './practice-link.ts'
import { createRecorder } from './recorder.ts'
import { serveInspector } from './serve.ts'
import { createStore } from './store.ts'
import { addressTeller } from './tell-address.ts'
import { isThisMachine } from './this-machine.ts'
import { pathParts } from './visit.ts'

/**
 * Records an application's sign-ins in development, and shows them at `/inspect`. `Auth()` imports this module itself;
 * applications never need to.
 */
export function createInspector(engine: Engine, written: AuthConfig): Observer {
  const { config, services } = engine
  const store = whileDeveloping(`inspector ${config.origin} ${config.basePath}`, createStore)
  const recorder = createRecorder(engine, store)
  services.trace.listeners.push(recorder.step)
  const base = `${config.basePath}/inspect`
  services.trace.page = base
  services.trace.link = (request) => practiceLink(engine, request)
  const locked = lockInspector(written, base)
  const warnOfMissingStartPage = missingStartPageWarning(engine)
  const tell = addressTeller(engine, written, locked)
  return async (request, respond) => {
    const [name, rest] = pathParts(engine, request)
    if (isThisMachine(request)) tell.first(request)
    if (name === 'inspect') {
      const inspection = { engine, store, base, locked: await locked, tell }
      return serveInspector(inspection, request, rest)
    }
    const response = await recorder.around(request, respond)
    void warnOfMissingStartPage(request, response)
    return response
  }
}
