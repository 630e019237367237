import type { Logger } from '../types/config.ts'
import type { Step, StepListener, Trace } from '../types/trace.ts'

/** A trace without listeners, except the log with `debug`. */
export function createTrace({ debug }: Logger, isDebugged: boolean): Trace {
  const listeners: StepListener[] = isDebugged ? [({ line }) => line && debug(line)] : []
  const trace = (step: () => Step) => {
    if (listeners.length === 0) return
    const told = step()
    for (const listener of listeners) listener(told)
  }
  return Object.assign(trace, { listeners })
}
