/**
 * Imports a package. Of `import(… name ?? 'pg')`, Turbopack and tracers, which copy files, see the name, but no bundler that would fail
 * without the package, or pack it for applications that do not use it. Turbopack of Next 16.0 knows no `turbopackOptional`: it fails
 * without the package unless the import stands in a `try`.
 */
export type ImportPackage<T = unknown> = (name?: string) => Promise<T>

/**
 * Loads a package that the application installs, or a module that only one runtime has. It is resolved from the importing file, wherever a
 * bundler has put that, then from the working directory.
 */
export async function loadInstalled(
  name: string,
  load: ImportPackage = () => importHidden(name),
): Promise<unknown> {
  try {
    return await load()
  } catch (cause) {
    const path = resolveFromWorkingFolder(name)
    if (path === undefined) throw cause
    return importHidden(path)
  }
}

/** Throws what was caught, for a `catch` that adds nothing. */
export function rethrow(cause: unknown): never {
  throw cause
}

/** True if a package is found from the working directory. Nothing is loaded. */
export function isInstalled(name: string): boolean {
  return resolveFromWorkingFolder(name) !== undefined
}

function importHidden(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)
}

/** The URL of a package's file; undefined if there is none, or the runtime has no files. */
function resolveFromWorkingFolder(name: string): string | undefined {
  try {
    // Through `globalThis`, because bundlers for other platforms warn about the bare name.
    const { process } = globalThis
    const { createRequire } = process.getBuiltinModule('node:module')
    const { pathToFileURL } = process.getBuiltinModule('node:url')
    return pathToFileURL(createRequire(`${process.cwd()}/`).resolve(name)).href
  } catch {
    return undefined
  }
}
