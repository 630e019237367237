import { isEnvironmentFile } from '../environment-file.ts'

/** Variables of the environment that have another name now. */
const newVariables: Readonly<Record<string, string>> = {
  BETTER_AUTH_SECRET: 'AUTH_SECRET',
  BETTER_AUTH_URL: 'AUTH_URL',
}

/** Renames variables in environment files, and in code that reads them. One whose new name is taken stays, and is in `left`. */
export function renameVariables(
  path: string,
  text: string,
): { text: string; changes: string[]; left: string[] } {
  const changes: string[] = []
  const left: string[] = []
  const isFile = isEnvironmentFile(path)
  const next = Object.entries(newVariables).reduce((now, [old, name]) => {
    const found = isFile
      ? new RegExp(`^(\\s*(?:#\\s*)?(?:export\\s+)?)${old}(?=\\s*=)`, 'gm')
      : new RegExp(`()\\b${old}\\b`, 'g')
    if (!found.test(now)) return now
    if (isFile && new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(now)) {
      left.push(`${old} is called ${name} now, which stands here already`)
      return now
    }
    changes.push(`${old} → ${name}`)
    return now.replace(found, `$1${name}`)
  }, text)
  return { text: next, changes, left }
}
