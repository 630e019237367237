import type { Logger } from '../types/config.ts'
import type { Step, StepListener, Steps, Trace } from '../types/trace.ts'

/** A trace that nobody, or only the log, listens to yet. */
export function createTrace(logger: Logger, debug: boolean): Trace {
  const listeners: StepListener[] = debug ? [(step) => log(logger, step)] : []
  const trace = (step: () => Step) => {
    if (listeners.length === 0) return
    const told = step()
    for (const listener of listeners) listener(told)
  }
  return Object.assign(trace, { listeners })
}

function log(logger: Logger, step: Step): void {
  const line = describeStep(step)
  if (line) logger.debug(line)
}

/** A step in one line; undefined for what the log does not tell. Names of what there is, and never what it says. */
function describeStep<Name extends keyof Steps>(
  step: { step: Name } & Steps[Name],
): string | undefined {
  return lines[step.step]?.(step)
}

const lines: { [Name in keyof Steps]?: (step: Steps[Name]) => string } = {
  sent: ({ provider, url, scope, redirect_uri }) =>
    `${provider}: sent to ${url.split('?', 1)} for ${scope}, back to ${redirect_uri}`,
  returned: ({ provider, names }) => `${provider}: came back with ${listed(names)}`,
  found: ({ provider, tokens, profile = {} }) =>
    `${provider}: tokens ${listed(Object.keys(tokens))}; scope ${tokens.scope}; profile ${listed(Object.keys(profile))}`,
  signedIn: ({ provider, user, isNewUser }) =>
    `${provider}: ${isNewUser ? 'new' : 'known'} user ${user.id}`,
}

function listed(names: readonly string[]): string {
  return names.join(', ') || 'none'
}
