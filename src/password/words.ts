import type { PasswordText } from '../types/password.ts'

/** Every sentence about passwords, in the languages that we speak besides English. */
export const words: Readonly<Record<string, PasswordText>> = {}
