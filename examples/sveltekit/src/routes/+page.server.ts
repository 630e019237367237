import { signIn, signOut } from '#lib/server/auth.ts'

export const actions = { signIn, signOut }
