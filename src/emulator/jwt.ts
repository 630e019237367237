export type SigningKey = { readonly kid: string }
