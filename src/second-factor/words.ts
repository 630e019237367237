import type { FactorText } from './factor-text.ts'

/** Every sentence about second factors, in the languages that we speak besides English. */
export const words: Readonly<Record<string, Partial<FactorText>>> = {}
