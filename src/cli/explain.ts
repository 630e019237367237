import { AuthError } from '../errors.ts'

type Facts = Readonly<Record<string, unknown>>

/** The system's errors, in words for people who typed a command. */
const systemErrors: Readonly<Record<string, (facts: Facts) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program.\nChoose another with --port, such as --port ${Number(port) + 1}, or --port 0 for any that is free.`,
  EACCES: ({ port, path }) =>
    port === undefined
      ? `${path} can't be read or written: you have no permission.`
      : `Port ${port} takes more rights than you have.\nChoose one above 1023, such as --port 4100.`,
  EPERM: ({ path }) => `${path} can't be changed: you have no permission.`,
  EROFS: ({ path }) => `${path} can't be written: the disk is read-only.`,
  ENOENT: ({ path }) => `There is no file or folder ${path}.`,
  ENOTDIR: ({ path }) => `${path} leads through a file as if it were a folder.`,
  EISDIR: ({ path }) => `${path} is a folder, not a file.`,
  ELOOP: ({ path }) => `${path} is a symbolic link that leads to itself.`,
  ENOSPC: () => 'The disk is full.',
}

/** Explains an error to people who have not read the code. */
export function explain(thrown: unknown): string {
  if (thrown instanceof AuthError) return `${thrown.message}\n${typedHint(thrown)}`
  if (!(thrown instanceof Error)) return String(thrown)
  const code = codeOf(thrown)
  const say = Object.hasOwn(systemErrors, code) ? systemErrors[code] : undefined
  return say ? say({ path: 'A file', ...thrown }) : thrown.message
}

/** The hint of an error, for people who see only its text: it must not point to fields. */
export function typedHint({ hint }: { readonly hint: string }): string {
  return hint.replace(/; see `cause`\.$/, '.')
}

/** The code of an error of Node's; empty if there is none. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}
