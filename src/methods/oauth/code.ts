// The code that asks platforms, in one file: it is loaded when the first person comes back, or for tokens.

export { finish } from './finish.ts'
export { logoutUrl } from './logout.ts'
export { refresh } from './refresh.ts'
export { findRevocation, revoke } from './revoke.ts'
