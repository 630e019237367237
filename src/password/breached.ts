import type { App } from '../app.ts'

/** Whether a password has been in a leak. */
export async function isBreached(_app: App, _password: string): Promise<boolean> {
  return false
}
