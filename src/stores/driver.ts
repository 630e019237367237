import { AuthError } from '../errors.ts'
import { type ImportPackage, isInstalled, loadInstalled } from '../services/installed-package.ts'
import { unknownAddress } from './connection-url.ts'

/** A package that talks to a database. */
export interface Driver<T = unknown> {
  name: string
  load: ImportPackage<T>
  /** The line to write where a bundler has left the package behind. */
  otherwise?: string
}

/** Loads a driver that the application has installed; says how to install it when it is not there. */
export async function loadDriver<T>({ name, load, otherwise }: Driver<T>): Promise<T> {
  try {
    // What a package of that name exports.
    return (await loadInstalled(name, load)) as T
  } catch (cause) {
    throw new AuthError('Configuration', `This database needs the package ${name}`, {
      field: 'database',
      hint: `npm i ${name}${otherwise ? `. In a bundle without it, ${otherwise}.` : ''}`,
      cause,
    })
  }
}

/** Rejects where an address or its driver is not to be had. A driver that is installed is not loaded for that. */
export async function assertDriver(driver: Driver, address: string): Promise<void> {
  // The drivers take an empty one for their own computer.
  if (!address) throw unknownAddress('')
  if (!isInstalled(driver.name)) await loadDriver(driver)
}
