/**
 * A package that the application installs, or a module that only one runtime has, found when it is first needed. No bundler sees the
 * name, so that it looks for nothing that an application may not use. It is looked for from this file, wherever a bundler has put it,
 * and then from the folder that the process was started in.
 */
export async function loadInstalled(name: string): Promise<unknown> {
  try {
    return await importHidden(name)
  } catch (cause) {
    const path = resolveFromWorkingFolder(name)
    if (path === undefined) throw cause
    return importHidden(path)
  }
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
