// The built-in pages, in one file: whoever sees one of them often sees another.

export { notConfigured } from './not-configured.ts'
export { showError } from './show-error.ts'
export { showSignIn } from './show-sign-in.ts'
export { showSignOut } from './show-sign-out.ts'
