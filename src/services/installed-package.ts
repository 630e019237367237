/**
 * Imports a package. Written as `import(… name ?? 'pg')`, the name is seen by tracers, which copy files, and by Turbopack,
 * but by no bundler that would fail for want of the package, or pack it for applications that do not use it. Turbopack of Next 16.0 knows no
 * `turbopackOptional`: it fails for want of a package unless the import stands in a `try`.
 */
export type ImportPackage<T = unknown> = (name?: string) => Promise<T>

/**
 * A package that the application installs, or a module that only one runtime has, found when it is first needed. It is looked for
 * from where it is imported, wherever a bundler has put that, and then from the folder that the process was started in.
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

/** Throws what was caught: a `catch` that needs no other words. */
export function rethrow(cause: unknown): never {
  throw cause
}

/** True if a package is found from the folder that the process was started in. Nothing is loaded. */
export function isInstalled(name: string): boolean {
  return resolveFromWorkingFolder(name) !== undefined
}

function importHidden(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)
}

/** The address of a package's file; undefined where there is none, or no such thing as a folder. */
function resolveFromWorkingFolder(name: string): string | undefined {
  try {
    // By this name, because bundlers for other platforms warn about what they do not have.
    const { process } = globalThis
    const { createRequire } = process.getBuiltinModule('node:module')
    const { pathToFileURL } = process.getBuiltinModule('node:url')
    return pathToFileURL(createRequire(`${process.cwd()}/`).resolve(name)).href
  } catch {
    return undefined
  }
}
