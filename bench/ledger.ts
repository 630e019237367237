// What an application ships for each thing that it imports, by how much it shrinks without some of it, and what the package is made of: `npm run bench:ledger`, after `npm run build`. Prints Markdown.
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { weighTarball } from './measures/tarball.ts'
import { weigh } from './measures/weight.ts'
import { weighWithout } from './measures/without.ts'

const root = join(import.meta.dirname, '..')
const application = `import { Auth } from '${root}/dist/index.js'
  import GitHub from '${root}/dist/providers/github.js'
  export const { handler } = Auth({ providers: [GitHub] })`

/** Those that bring a method of their own; all other providers are data. */
const methods = ['credentials', 'email', 'password', 'passkey'].map((id) => `providers/${id}`)
const storages = ['memory', 'd1', 'redis', 'adapter'].map((id) => `storage/${id}`)
const parts = globSync('*.js', { cwd: join(root, 'dist/parts') })
  .map((file) => `parts/${basename(file, '.js')}`)
  .sort()
const data = ['tiktok', 'google', 'generic-oidc']
  .map((id) => `providers/${id}`)
  .concat('languages/de')

const alone = await weigh(application)
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
console.log('| import | at start, kB | one file, kB |\n| --- | ---: | ---: |')
console.log(
  `| \`porticojs\`, GitHub | ${kilobytes(alone.atStart)} | ${kilobytes(alone.everything)} |`,
)
for (const door of [...parts, ...methods, ...storages, ...data]) {
  const more = await weigh(`${application}\nexport * as more from '${root}/dist/${door}.js'`)
  const atStart = kilobytes(more.atStart - alone.atStart)
  console.log(
    `| \`porticojs/${door}\` | +${atStart} | +${kilobytes(more.everything - alone.everything)} |`,
  )
}

const portions: Record<string, RegExp> = {
  'the pages and their words': /src\/(pages|responses)\//,
  '`oauth4webapi`': /oauth4webapi\/build/,
  'the configuration, with all that is said about mistakes in it':
    /src\/config(\/.*)?\.ts$|oauth\/configure/,
  'user info, client authentication': /oauth\/(userinfo|profile|client-authentication)\.ts$/,
  'tokens: reading, refreshing and revoking them':
    /identity\/(access-tokens|token-refresh|cookie-tokens|account-tokens)\.ts$|oauth\/(refresh|revoke)\.ts$/,
  'errors, with what they advise': /src\/errors\.ts$/,
  limits: /src\/services\/(rate-limits|failure-limits|windows|limits)\.ts$/,
  'names and types of options': /config\/(options|option-types|option-names|did-you-mean)\.ts$/,
  'redirect proxy, other origins':
    /oauth\/redirect-proxy\.ts$|http\/cors\.ts$|router\/serve-cors\.ts$/,
}

const whole = await weighWithout()
console.log('\n| without | kB |\n| --- | ---: |')
for (const [portion, files] of Object.entries(portions)) {
  console.log(`| ${portion} | ${kilobytes(whole - (await weighWithout(files)))} |`)
}

const tarball = weighTarball()
console.log(
  `\n| in ${kilobytes(tarball.bytes)} kB | files | kB | packed, kB |\n| --- | ---: | ---: | ---: |`,
)
for (const { name, files, bytes, packed } of tarball.portions) {
  console.log(`| ${name} | ${files} | ${kilobytes(bytes)} | ${kilobytes(packed)} |`)
}
