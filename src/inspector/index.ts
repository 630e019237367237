import type { Observer } from '../config/inspection.ts'
import type { Engine } from '../engine.ts'
import { whileDeveloping } from '../storage/process-wide.ts'
import { createRecorder } from './recorder.ts'
import { serveInspector } from './serve.ts'
import { createStore } from './store.ts'
import { pathParts } from './visit.ts'

/**
 * Watches an application while it is developed, and shows its sign-ins at `/inspect`. `Auth()` finds this module by itself; there
 * is nothing to import it for.
 */
export function createInspector(engine: Engine): Observer {
  const { config } = engine
  const store = whileDeveloping(`inspector ${config.origin} ${config.basePath}`, createStore)
  const recorder = createRecorder(engine, store)
  config.trace.listeners.push(recorder.step)
  const base = `${config.basePath}/inspect`
  return (request, respond) => {
    const [name, rest] = pathParts(engine, request)
    if (name === 'inspect') return serveInspector({ engine, store, base }, request, rest)
    return recorder.around(request, respond)
  }
}
