import type { Advice } from '../config/advice.ts'
import type { Emulation } from '../config/emulator.ts'

export { webBox as makeBox } from '../crypto/jwe-web.ts'
export { methods } from '../methods/methods-for-workers.ts'
export { open as openDatabase } from '../storage/open-without-node.ts'

/** Workers must be small; the compiler and a development server on Node report misspelt options. */
export const advice: Advice | undefined = void 0

/** Nothing can be made up without files and ports. */
export function complete(): undefined {}

/** Therefore a missing key refuses its provider only. */
export const emulationToCome: Emulation = {}

/** Without files, no driver is installed and no inspector opens. */
export function start(): undefined {}

/** No command loads a worker to read its configuration. */
export function reportConfiguration(): void {}
