import { catalogue } from '../../src/cli/providers/catalogue.ts'
import * as providers from '../../src/providers/index.ts'
import { registrations } from '../../tools/provider-docs/registration.mjs'
import { type Example, readExamples } from '../examples.ts'
import { guides } from '../outline.ts'
import type { Catalogue, Platform } from './compose.ts'

/** What page one offers: every example, and every platform. */
export function readCatalogue(): Catalogue {
  const places = new Map(
    Object.values(providers)
      .map((make) => Object(Reflect.apply(make, undefined, [{}])))
      .map(({ id, button }): [string, number | undefined] => [id, button?.popular]),
  )
  const platforms = catalogue()
    .filter(({ type }) => type === 'oauth' || type === 'oidc')
    .map(({ id, name, exported, variables }): Platform => {
      const popular = places.get(id)
      const written = registrations[id]?.example
      return {
        ...{ id, name, exported },
        variables: written?.environment.map((line) => line.split('=', 1)[0] ?? '') ?? variables,
        ...(written && { options: optionsIn(written.call) }),
        ...(popular !== undefined && { popular }),
      }
    })
  const order = guides.flatMap(({ pages }) => pages)
  const place = ({ name }: Example) => order.indexOf(`frameworks/${name}`)
  return {
    examples: readExamples().toSorted((one, other) => place(one) - place(other)),
    platforms,
  }
}

/** The options that a platform's own page reads from the environment. */
function optionsIn(call: string): NonNullable<Platform['options']> {
  const found = call.matchAll(/(\w+): process\.env\.(\w+)/g)
  return Object.fromEntries(
    Array.from(found, ([, option = '', variable = '']) => [option, variable]),
  )
}
