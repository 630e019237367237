import { type Emulator, run, type Surroundings } from './emulator.ts'
import { type Choice, chosenPlatforms } from './platforms/index.ts'

export type {
  AppCode,
  AppCodeOrder,
  AppCredential,
  AppSignIn,
  AppSignInOrder,
} from './app-sign-in.ts'
export type { Clock, Duration } from './clock.ts'
export type { Decision } from './consent-decision.ts'
export type { Disconnection, Emulator, Snapshot, Surroundings, WebhookOrder } from './emulator.ts'
export type { Inbox } from './inbox.ts'
export type { Listening, ListenOptions } from './listen.ts'
export * from './platforms/index.ts'
export type { Delivery, Mail, Notice, Received, Recordings } from './records.ts'
export type { Answer, App, Endpoint, Exchange, Fault, Persona, Platform } from './types.ts'

/** The platforms to emulate: one by name with its options, or several, and their surroundings. */
export type EmulatorOptions = Surroundings & Choice

/** Starts practice platforms. Default: TikTok, with a few people and applications. */
export async function emulator(options: EmulatorOptions = {}): Promise<Emulator> {
  return run(chosenPlatforms(options), options)
}
