/** On a provider: what its requests to the platform are sent with. */
export const customFetch: unique symbol = Symbol('custom-fetch')
