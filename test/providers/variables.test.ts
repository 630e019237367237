import { describe, expect, test } from 'vitest'
import { variableName } from '../../src/config/environment.ts'
import type { Variable } from '../../src/types/dialect.ts'
import { catalogue, keys } from './catalogue.ts'
import { resolved } from './resolved.ts'
import { sampleOf } from './sample.ts'

const withVariables = [...catalogue].filter(([, make]) => make({}).variables)

/** What people paste for a value of each kind, all meaning the same. */
const pasted: Record<Variable['kind'], (example: string) => string[]> = {
  origin: (example) => {
    const bare = example.replace(/^https:\/\//, '')
    return [
      example,
      bare,
      `${example}/`,
      `${bare}/`,
      `${example}///`,
      ` ${example} `,
      `${example}\n`,
    ]
  },
  host: (example) => [
    example,
    `https://${example}`,
    `https://${example}/`,
    `${example}/`,
    ` ${example}`,
  ],
  word: (example) => [example, ` ${example} `],
}

const wrong: Record<Variable['kind'], string[]> = {
  origin: [
    '',
    'not an address',
    'https://',
    'https://user:pass@acme.example',
    'https://acme.example/?a=b',
  ],
  host: ['', 'not a host', 'https://user@acme.example', 'acme.example?x'],
  word: ['', 'two words', 'a/b', 'https://acme.example', '../..'],
}

describe.each(withVariables)('%s', (id, make) => {
  const { variables = {} } = make({})
  const others = (name: string) =>
    Object.fromEntries(
      Object.entries(variables)
        .filter(([other]) => other !== name)
        .map(([other, { example }]) => [other, example]),
    )

  describe.each(Object.entries(variables))('%s', (name, variable) => {
    const options = { ...keys, ...others(name) }
    const view = (value: unknown, env = {}) => {
      const {
        issuer,
        authorization,
        token,
        userinfo,
        revocation,
        wellKnown,
        authorizationParams,
        dialect,
      } = resolved(make({ ...options, ...(value !== undefined && { [name]: value }) }), env)
      return {
        issuer,
        authorization,
        token,
        userinfo,
        revocation,
        wellKnown,
        authorizationParams,
        dialect,
      }
    }

    if (variable.optional) {
      test('need not be given, and is not sent then', () => {
        const { dialect, ...sent } = view(undefined)
        // A parameter that must be repeated if it is sent is named, whether it is sent or not.
        const { repeated: _, ...said } = dialect
        expect(JSON.stringify({ ...sent, said })).not.toContain(name)
      })
    } else if (variable.default === undefined) {
      test('must be given, and the error says how', () => {
        expect(() => view(undefined)).toThrow(
          expect.objectContaining({
            code: 'Configuration',
            field: `providers.${id}.${name}`,
            hint: expect.stringMatching(new RegExp(`${name}: .*${variableName(id, name)}`)),
          }),
        )
      })
    } else {
      test('has a default', () => {
        expect(view(undefined)).toEqual(view(variable.default))
      })
    }

    test('can come from the environment', () => {
      const env = { [variableName(id, name)]: variable.example }
      expect(view(undefined, env)).toEqual(view(variable.example))
    })

    test('is understood as people paste it', () => {
      for (const value of pasted[variable.kind](variable.example)) {
        expect(view(value), JSON.stringify(value)).toEqual(view(variable.example))
      }
    })

    test('is explained when it is wrong', () => {
      for (const value of wrong[variable.kind]) {
        expect(() => view(value), JSON.stringify(value)).toThrow(
          expect.objectContaining({
            code: 'Configuration',
            field: `providers.${id}.${name}`,
            hint: expect.stringContaining(variable.example),
          }),
        )
      }
    })

    test('reaches the platform’s addresses', () => {
      const seen = JSON.stringify(view(variable.example), (_, value) =>
        value instanceof URL ? value.href : value,
      )
      const core = variable.example.replace(/^https:\/\//, '')
      expect(decodeURIComponent(seen)).toContain(core)
    })
  })

  test('needs nothing that its sample does not give', () => {
    expect(() => resolved(make({ ...keys, ...sampleOf(id)?.options }))).not.toThrow()
  })
})

test('an address without protection is refused, except on this machine', () => {
  const make = catalogue.get('keycloak')
  const at = (issuer: string) => resolved(make?.({ ...keys, issuer }) as never).issuer
  expect(() => at('http://keycloak.acme.com/realms/acme')).toThrow(/not protected/)
  expect(at('http://localhost:8080/realms/acme')).toBe('http://localhost:8080/realms/acme')
})

describe.each(['azure-ad', 'microsoft-entra-id'])('tenantId of %s', (id) => {
  const issuerOf = (options: object, env = {}) =>
    resolved(catalogue.get(id)?.({ ...keys, ...options }) as never, env).issuer
  const of = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`

  test('names the directory whose people may come', () => {
    expect(issuerOf({ tenantId: 'contoso.example' })).toBe(of('contoso.example'))
    expect(issuerOf({ tenantId: undefined })).toBe(of('common'))
  })

  test('gives way to an issuer that stands beside it', () => {
    expect(issuerOf({ tenantId: 'a', issuer: of('b') })).toBe(of('b'))
    expect(issuerOf({ tenantId: 'a' }, { [variableName(id, 'issuer')]: of('b') })).toBe(of('b'))
  })

  test('lets not everybody in because it is empty', () => {
    expect(() => issuerOf({ tenantId: '' })).toThrow(/cannot be the tenantId/)
  })
})
