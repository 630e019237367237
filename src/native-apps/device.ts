import { readUserAgent } from '../pages/user-agent.ts'
import type { KnownApp } from './settings.ts'

/**
 * The name of an app in the list of sessions, in the form of a User-Agent header: "Acme/native (iPhone)". The device is what the app calls
 * it, or what the app's own header tells.
 */
export function describeApp({ name }: KnownApp, device: unknown, header: string | null): string {
  const called = typeof device === 'string' ? device.replace(/[\p{Cc}()]/gu, ' ').trim() : ''
  const shown = called.slice(0, 60) || (readUserAgent(header).system ?? '')
  return shown ? `${name}/native (${shown})` : name
}
