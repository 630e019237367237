import { readUserAgent } from '../pages/user-agent.ts'
import type { KnownApp } from './settings.ts'

/**
 * The name of an app in the list of sessions, in the form of a User-Agent header: "Acme/native (iPhone)". The app names the device;
 * otherwise it is taken from the app's own header.
 */
export function describeApp({ name }: KnownApp, device: unknown, header: string | null): string {
  const called = typeof device === 'string' ? device.replace(/[\p{Cc}()]/gu, ' ').trim() : ''
  const shown = called.slice(0, 60) || (readUserAgent(header).system ?? '')
  return shown ? `${name}/native (${shown})` : name
}
