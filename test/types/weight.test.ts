import { expect, test } from 'vitest'
import { compiled, source } from './compiled.ts'

const names = {
  Apple: 'apple',
  Auth0: 'auth0',
  Discord: 'discord',
  GitHub: 'github',
  Google: 'google',
  Keycloak: 'keycloak',
  MicrosoftEntraID: 'microsoft-entra-id',
  Slack: 'slack',
  TikTok: 'tiktok',
  Twitter: 'twitter',
}

/** An application as people write it: half of the providers with options, half without. */
function application(providers: readonly string[]): string {
  const imports = Object.entries(names)
    .filter(([name]) => providers.includes(name))
    .map(([name, file]) => `import ${name} from '${source}providers/${file}.ts'`)
  const list = providers.map((name, index) =>
    index % 2 === 0
      ? name
      : `${name}({ clientId: 'a', clientSecret: 'b', profile: ({ sub }) => ({ id: sub }) })`,
  )
  return `import { Auth } from '${source}index.ts'
${imports.join('\n')}
export const auth: ReturnType<typeof Auth> = Auth({ providers: [${list.join(', ')}] })
`
}

function instantiations(text: string): number {
  const { problems, instantiations } = compiled(text)
  expect(problems).toEqual([])
  return instantiations
}

test('an application with ten providers costs the compiler fewer than 5,000 instantiations', () => {
  const all = Object.keys(names)
  const ten = instantiations(application(all))
  const one = instantiations(application(all.slice(0, 1)))
  expect(ten).toBeGreaterThan(0)
  expect(ten).toBeLessThan(5000)
  // Each further provider is cheap: a hundred would not be felt either.
  expect((ten - one) / 9).toBeLessThan(500)
})
