import { defaultBasePath } from '../../config/app-address.ts'
import type { Framework } from './frameworks.ts'
import { startScript } from './start-command.ts'

/** Files and settings that determine an application's address. */
interface Surroundings {
  readonly framework: Framework
  readonly manifest: Readonly<Record<string, unknown>>
  /** The files beside package.json. */
  readonly beside: readonly string[]
  /** The file that makes the application listen, if it is known. */
  readonly entry?: string | undefined
  /** The file that calls Auth(), if it is known. */
  readonly configuration?: string | undefined
  /** The port that the environment sets, if it does. */
  readonly port?: string | undefined
  read(path: string): string | undefined
}

/** The address of the sign-in page in development. */
export function signInAddress(surroundings: Surroundings): string {
  const { configuration, read } = surroundings
  const own = settingIn((configuration && read(configuration)) || '', 'basePath')
  const path = own ?? appBase(surroundings) + defaultBasePath
  return `http://localhost:${portOf(surroundings)}${path}/signin`
}

/** The base path of the whole application, by its settings; empty if there is none. */
export function appBase({ framework, beside, read }: Surroundings): string {
  const { files, setting } = framework.base ?? {}
  const texts = beside.filter((file) => files?.test(file)).map((file) => read(file) ?? '')
  return texts.map((text) => settingIn(text, setting)).find((base) => base) ?? ''
}

/** The path that a text sets for a setting, without a slash at its end. */
function settingIn(text: string, setting: string | undefined): string | undefined {
  const written = new RegExp(`^[^/\\n]*\\b${setting}\\s*:\\s*['"](/[^'"]*)['"]`, 'm')
  return written.exec(text)?.[1]?.replace(/\/+$/, '')
}

function portOf({ framework, manifest, beside, entry, port, read }: Surroundings): string {
  if (port) return port
  const script = String(Object(manifest.scripts)[startScript(manifest) ?? ''] ?? '')
  const settings = beside.filter((file) => /^\w+\.config\.[cm]?[jt]s$/.test(file))
  const code = framework.bundles ? settings : [entry ?? '', 'bin/www']
  const texts = code.map((file) => read(file) ?? '')
  const found = [
    /(?:--port[= ]|-p )(\d{2,5})\b/.exec(script),
    ...texts.map((text) => /\bPORT\b[^\n;]{0,20}?(?:\?\?|\|\|)\s*['"]?(\d{2,5})\b/.exec(text)),
    ...texts.map((text) => /\.listen\(\s*(\d{2,5})\b/.exec(text)),
    ...texts.map((text) => /\bport\s*[:=]\s*(\d{2,5})\b/i.exec(text)),
  ]
  return found.find((match) => match)?.[1] ?? String(framework.port)
}
