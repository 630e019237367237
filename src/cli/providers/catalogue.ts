import { variableName } from '../../config/environment.ts'
import * as exported from '../../providers/index.ts'
import { seeProviders, unknownName } from '../command.ts'

/** A provider in the catalogue. */
export interface CatalogueEntry {
  readonly id: string
  readonly name: string
  /** Its name in the barrel: `TikTok`. */
  readonly exported: string
  readonly type: string
  /** The platform's own documentation. */
  readonly docs: string | undefined
  /** The variables that its keys are read from. */
  readonly variables: readonly string[]
  /** The guide inside the package. */
  readonly guide: string
}

/** Every provider of the catalogue. */
export function catalogue(): readonly CatalogueEntry[] {
  return Object.entries(exported).map(([name, make]) =>
    describe(name, Reflect.apply(make, undefined, [{}])),
  )
}

/** The provider with an id. Throws, with a suggestion, if there is none. */
export function findProvider(id: string): CatalogueEntry {
  const all = catalogue()
  const found = all.find((entry) => entry.id === id)
  if (found) return found
  const ids = all.map((entry) => entry.id)
  throw unknownName('provider', id, ids, seeProviders)
}

/** The guides whose names differ from the type of their provider. */
const guides: Readonly<Record<string, string>> = { guest: 'guests', password: 'passwords' }

function describe(name: string, provider: object): CatalogueEntry {
  const { id, name: shown, type, docs, variables = {}, needs = [] } = Object(provider)
  const isPlatform = type === 'oauth' || type === 'oidc'
  const own = Object.entries(variables)
    .filter(([, variable]) => Object(variable).default === undefined && !Object(variable).optional)
    .map(([field]) => variableName(id, field))
  const settings = isPlatform ? ['id', 'secret'] : needs.map(settingOf)
  return {
    id,
    name: shown,
    exported: name,
    type,
    docs,
    variables: [...settings.map((field: string) => variableName(id, field)), ...own],
    guide: `node_modules/porticojs/docs/${isPlatform ? `providers/README.md#${id}` : `${guides[type] ?? type}.md`}`,
  }
}

/** An API key is called `key` in the environment. */
function settingOf(field: string): string {
  return field === 'apiKey' ? 'key' : field
}
