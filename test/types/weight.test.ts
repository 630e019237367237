import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

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

/**
 * The type instantiations that the compiler needs to check this one file, as `tsc --extendedDiagnostics` counts them.
 * What it imports is read as far as the file's own types require, as an editor does.
 */
function instantiations(text: string): number {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  }
  const file = `${source}application.ts`
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.readFile = (name) => (name === file ? text : readFile(name))
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext)
      : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], options, host)
  const problems = program.getSemanticDiagnostics(program.getSourceFile(file))
  expect(problems.map(({ messageText }) => messageText)).toEqual([])
  return program.getInstantiationCount()
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
