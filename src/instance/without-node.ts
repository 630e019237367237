import type { Advice } from '../config/advice.ts'
import type { Emulation } from '../config/emulator.ts'

export { webBox as makeBox } from '../crypto/jwe-web.ts'
export { methods } from '../methods/methods-for-workers.ts'
export { open as openDatabase } from '../storage/open-without-node.ts'

/** Workers are small; the compiler and the log of a development server on Node know what is misspelt. */
export const advice: Advice | undefined = void 0

/** Nothing is made up where there are no files and ports. */
export function complete(): undefined {}

/** So nobody has to hear of everything that is missing. */
export const emulationToCome: Emulation = {}

/** Drivers and what watches are installed beside the application, where there are files. */
export function start(): undefined {}

/** Nobody loads a worker only to look at it. */
export function reportConfiguration(): void {}
