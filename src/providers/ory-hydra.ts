// The name that Auth.js's module has; the provider's id is `hydra` in both.
export { default } from './hydra.ts'
