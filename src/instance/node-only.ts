// Code that needs files and ports. Bundlers for browsers and workers replace this file (`browser` in package.json).

export { advice } from '../config/advice.ts'
export { emulationToCome } from '../config/development-kit.ts'
export { reportConfiguration } from '../config/doctor-hook.ts'
export { fastestBox as makeBox } from '../crypto/jwe-node.ts'
export { methods } from '../methods/built-in-methods.ts'
export { open as openDatabase } from '../storage/open.ts'
export { complete } from './complete.ts'
export { start } from './start.ts'
