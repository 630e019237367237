import { type Html, html } from '../../pages/html.ts'
import type { FlowRecord, Lane } from '../flow-record.ts'

/** The display name of a participant. */
export function laneName(lane: Lane, platform: string): string {
  return { browser: 'Browser', app: 'Your application', platform }[lane]
}

/** The state of a sign-in, in words and as a colour. */
export function status({ outcome, problem, facts, provider }: FlowRecord): {
  words: string
  tone: 'good' | 'bad' | 'wait'
} {
  if (outcome === 'signed in') return { words: 'Signed in', tone: 'good' }
  if (facts.stopped) return { words: `Stopped at ${provider.name}`, tone: 'bad' }
  if (outcome === 'failed') return { words: `Failed: ${problem?.code}`, tone: 'bad' }
  return { words: facts.sent ? `At ${provider.name}` : 'Started, not finished', tone: 'wait' }
}

/** Units of time by their seconds, largest first. */
const units = { day: 86_400, hour: 3600, minute: 60, second: 1 }

/** A duration in the largest unit that fits at least twice: "12 seconds", "9 minutes", "30 days". */
export function duration(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000)
  const [unit, size] = Object.entries(units).find(([, one]) => seconds >= 2 * one) ?? ['second', 1]
  const count = Math.round(seconds / size)
  return counted(count, unit)
}

/** A number of things: "1 step", "2 steps". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** A time of day in UTC. The script rewrites it in the browser's time zone. */
export function clockTime(at: number): Html {
  const moment = new Date(at).toISOString()
  return html`<time datetime="${moment}">${moment.slice(11, 19)} UTC</time>`
}
