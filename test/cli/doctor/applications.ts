import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Auth, type AuthConfig, type AuthInstance } from '../../../src/index.ts'
import GitHub from '../../../src/providers/github.ts'
import { strong } from '../../attacks/mistakes.ts'

/** Variables with which everything is right in production. */
export const sound: NodeJS.Dict<string> = {
  NODE_ENV: 'production',
  AUTH_SECRET: strong,
  AUTH_URL: 'https://app.example',
  AUTH_GITHUB_ID: 'id',
  AUTH_GITHUB_SECRET: 'secret',
}

/** An application in production, with these changes. */
export function inProduction(
  env: NodeJS.Dict<string>,
  config: Partial<AuthConfig> = {},
): AuthInstance {
  return Auth({
    providers: [GitHub],
    logger: quiet,
    ...config,
    runtime: { env: { ...sound, ...env }, ...config.runtime },
  })
}

/** What is wrong is told by the doctor, not by the log. */
const quiet = { error() {}, warn() {} }

const source = pathToFileURL(join(import.meta.dirname, '../../../src')).href

/** A folder with the files of an application; `auth.ts` gets the options of `Auth()`. */
export function applicationFolder(
  options: string,
  files: Readonly<Record<string, string>> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-doctor-'))
  const auth = `import { Auth } from '${source}/index.ts'
import GitHub from '${source}/providers/github.ts'
export const auth: unknown = Auth({ providers: [GitHub], ${options} })
`
  for (const [path, text] of Object.entries({ 'auth.ts': auth, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}
