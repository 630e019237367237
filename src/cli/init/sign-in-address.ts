import { defaultBasePath } from '../../config/app-address.ts'
import type { Framework } from './frameworks.ts'
import { startScript } from './start-command.ts'

/** Files and settings that tell where an application is served. */
interface Surroundings {
  readonly framework: Framework
  readonly manifest: Readonly<Record<string, unknown>>
  /** The files beside package.json. */
  readonly beside: readonly string[]
  /** The file that makes the application listen, where it is known. */
  readonly entry?: string | undefined
  /** The port that the application is told, if it is told one. */
  readonly port?: string | undefined
  read(path: string): string | undefined
}

/** The address of the sign-in page while somebody develops. */
export function signInAddress(surroundings: Surroundings): string {
  const base = appBase(surroundings)
  return `http://localhost:${portOf(surroundings)}${base}${defaultBasePath}/signin`
}

/** The path that the whole application is served below, as its settings say; empty where they say none. */
export function appBase({ framework, beside, read }: Surroundings): string {
  const { files, setting } = framework.base ?? {}
  const texts = beside.filter((file) => files?.test(file)).map((file) => read(file) ?? '')
  const written = new RegExp(`^[^/\\n]*\\b${setting}\\s*:\\s*['"](/[^'"]*)['"]`, 'm')
  const [, base = ''] = texts.map((text) => written.exec(text)).find((found) => found) ?? []
  return base.replace(/\/+$/, '')
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
