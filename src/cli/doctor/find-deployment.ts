import { defaultBasePath } from '../../config/app-address.ts'
import type { Application } from '../application.ts'
import { whyUnreachable } from '../unreachable.ts'
import { ask, type ServerAnswer } from './ask.ts'
import { type Finding, problem } from './check.ts'
import { type Deployment, visitDeployment } from './deployment.ts'

/** A deployment, if there is one, and findings about the way to it. */
export interface Found {
  readonly deployment: Deployment | undefined
  readonly findings: readonly Finding[]
}

/** Paths at which routes are often mounted. */
const usualPaths = [defaultBasePath, '/auth']

/** Looks for the routes at an address: at its path, if it has one, else at the configured and usual paths. */
export async function findDeployment(
  address: URL,
  application: Application | undefined,
): Promise<Found> {
  const configured = application?.config?.basePath ?? defaultBasePath
  const wanted = address.pathname === '/' ? configured : address.pathname.replace(/\/+$/, '')
  const paths = [...new Set([wanted, configured, ...usualPaths])]
  const refusals: Finding[] = []
  for (const path of paths) {
    const base = new URL(address.origin + path)
    const answer = await probe(base)
    if (answer instanceof Error)
      return { deployment: undefined, findings: [problem(...whyUnreachable(base, answer))] }
    const kind = kindOf(answer)
    if (kind === 'routes') {
      const deployment = await visitDeployment(base, answer, application)
      return { deployment, findings: path === wanted ? [] : [elsewhere(wanted, path)] }
    }
    if (kind !== 'other') refusals.push(refusal[kind](path, wanted))
  }
  return {
    deployment: undefined,
    findings: refusals.length > 0 ? refusals.slice(0, 1) : [nowhere(address, wanted)],
  }
}

async function probe(base: URL): Promise<ServerAnswer | Error> {
  try {
    return await ask(new URL(`${base.href}/csrf`))
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  }
}

/**
 * The kind of server that answered: Portico's routes, Portico at a path that it does not expect, Portico with a wrong configuration, or
 * something else.
 */
function kindOf({ status, json }: ServerAnswer): 'routes' | 'misplaced' | 'refusing' | 'other' {
  const { csrfToken, error } = Object(json)
  if (typeof csrfToken === 'string') return 'routes'
  if (status === 404 && error === 'NotFound') return 'misplaced'
  return error === 'Configuration' ? 'refusing' : 'other'
}

const refusal = {
  misplaced: (path: string, wanted: string) =>
    problem(
      `The handler is mounted at ${path}, and expects its routes elsewhere`,
      `Set \`basePath: '${path}'\`, or mount it at ${path === wanted ? 'its base path' : wanted}. If a proxy or a framework cuts off the beginning of the path, say so by \`mount\`.`,
    ),
  refusing: () =>
    problem(
      'The application refuses to sign anybody in, because its configuration is wrong',
      'Its log lists what is wrong. `npx porticojs doctor auth.ts`, with the variables of the deployment, says the same.',
    ),
}

function elsewhere(wanted: string, path: string): Finding {
  return problem(
    `The routes are at ${path}, not at ${wanted}`,
    `Set \`basePath: '${wanted}'\` and mount the handler there, or use ${path} everywhere: in AUTH_URL, at the platforms and in the client.`,
  )
}

function nowhere({ origin }: URL, wanted: string): Finding {
  return problem(
    `Something answers at ${origin}, but no routes of Portico at ${wanted}`,
    'Mount the handler (`auth.handler`) there, or pass the address with the path where it is.',
  )
}
