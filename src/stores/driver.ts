import { AuthError } from '../errors.ts'
import { type ImportPackage, isInstalled, loadInstalled } from '../services/installed-package.ts'
import { unknownAddress } from './connection-url.ts'

/** A package that talks to a database. */
export interface Driver<T = unknown> {
  name: string
  load: ImportPackage<T>
  /** The advice for a bundle that does not include the package. */
  otherwise?: string
}

/** Loads a driver that the application has installed; says how to install it when it is not there. */
export async function loadDriver<T>({ name, load, otherwise }: Driver<T>): Promise<T> {
  try {
    // The package of that name exports this type.
    return (await loadInstalled(name, load)) as T
  } catch (cause) {
    throw new AuthError('Configuration', `This database needs the package ${name}`, {
      field: 'database',
      hint: `npm i ${name}${otherwise ? `. In a bundle without it, ${otherwise}.` : ''}`,
      cause,
    })
  }
}

/** Rejects if the address is empty or its driver cannot be found. An installed driver is not loaded. */
export async function assertDriver(driver: Driver, address: string): Promise<void> {
  // Given an empty address, drivers connect to their own computer.
  if (!address) throw unknownAddress('')
  if (!isInstalled(driver.name)) await loadDriver(driver)
}
