/** The names of the routes that storages bring: known before their code is loaded. */
export const storageRouteNames = ['account', 'scopes'] as const

/** One of these names. */
export type StorageRoute = (typeof storageRouteNames)[number]
