import { signIn, signOut } from '$lib/server/auth'

export const actions = { signIn, signOut }
