import { usesPortico } from '../application/uses-portico.ts'
import { usageError } from '../command.ts'
import {
  configurationPath,
  exampleConfiguration,
  existingConfiguration,
  otherName,
  routeFiles,
  takenRoute,
} from './configuration.ts'
import { developmentScript } from './development-script.ts'
import { codeMask } from './edits/code-mask.ts'
import { mounts } from './mounts/index.ts'
import type { Missing } from './mounts/mount.ts'
import type { OwnApplication } from './own-application.ts'
import type { Plan, Wishes } from './plan.ts'
import { withProviders, withVariables } from './providers.ts'
import { settingsToChange } from './settings-to-change.ts'
import { appBase } from './sign-in-address.ts'
import { forVersion } from './sveltekit-2.ts'
import type { Template } from './template.ts'

/**
 * Plans additions to an application with code of its own: the configuration, and what serves it. The example's pages are left out, because
 * they would hide its own.
 */
export function planAddition(
  app: OwnApplication,
  name: string,
  template: Template,
  { file, providers }: Wishes,
): Plan {
  const configuration = file ?? existingConfiguration(app) ?? configurationPath(app, template)
  assertFree(app, configuration)
  const variables = providers.flatMap((provider) => provider.variables)
  const example = exampleConfiguration(template)
  const text = withProviders(forVersion(app, example, template.files[example] ?? ''), providers)
  const routes = routeFiles(app, template, configuration)
  if (Object.hasOwn(routes, configuration))
    throw usageError(`--file ${configuration} is where the route goes: choose a name of its own`)
  const taken = takenRoute(app, routes)
  const files = { [configuration]: withBasePath(app, text), ...(taken ? {} : routes) }
  const mounted = mounts[name]?.(app, configuration) ?? {}
  return {
    configuration,
    files: Object.fromEntries(
      Object.entries(files).map(([path, one]) => [path, withVariables(one, variables)]),
    ),
    edits: { ...mounted.edits, ...developmentScript(app) },
    missing: [
      ...(taken ? [moveRoute(taken)] : []),
      ...(mounted.missing ?? []),
      ...providersToAdd(app, configuration, providers),
      ...settingsToChange(app),
    ],
    packages: mounted.packages ?? [],
    entry: app.framework.bundles ? undefined : entryOf(app, Object.keys(mounted.edits ?? {})),
  }
}

/** The file that makes the application listen, else the one that creates it. */
function entryOf(
  { sources, read }: OwnApplication,
  mounted: readonly string[],
): string | undefined {
  const listens = (path: string) => /\.listen\(|\bserve\(/.test(codeMask(read(path) ?? ''))
  return sources.find(listens) ?? mounted[0]
}

/** Refuses a foreign file at the path of the configuration: nothing can be added before that has another path. */
function assertFree({ read }: OwnApplication, configuration: string): void {
  const text = read(configuration)
  if (text === undefined || usesPortico(text)) return
  throw new Error(
    `${configuration} is yours: it does not use porticojs, so nothing was written.
Give the configuration another name: npx porticojs init --file ${otherName(configuration)}`,
  )
}

/** The configuration, with the base path of the whole application. */
function withBasePath(app: OwnApplication, text: string): string {
  const base = appBase(app)
  return base ? text.replace(/(Auth\(\{\n)( *)/, `$1$2basePath: '${base}/api/auth',\n$2`) : text
}

function moveRoute(taken: string): Missing {
  return {
    path: taken,
    about:
      'it serves /api/auth already, so no route was added. If it is Auth.js, move with this command; otherwise free the path',
    lines: ['npx porticojs migrate-from authjs'],
  }
}

/** The providers that an existing configuration lacks. */
function providersToAdd(
  { read }: OwnApplication,
  configuration: string,
  providers: Wishes['providers'],
): Missing[] {
  const text = read(configuration)
  const lacking = providers.filter(({ id }) => !text?.includes(`porticojs/providers/${id}`))
  if (text === undefined || lacking.length === 0) return []
  const imports = lacking.map(
    ({ id, exported }) => `import ${exported} from 'porticojs/providers/${id}'`,
  )
  const list = `providers: [${lacking.map(({ exported }) => exported).join(', ')}, …],`
  return [{ path: configuration, about: 'add the providers', lines: [...imports, '', list] }]
}
