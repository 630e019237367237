import { defineEnvVars } from '@sveltejs/kit/env'

/** Portico says itself what is missing. */
const schema = (value: string | undefined) => value

export const variables = defineEnvVars({
  AUTH_SECRET: { schema },
  AUTH_URL: { schema },
  AUTH_TIKTOK_ID: { schema },
  AUTH_TIKTOK_SECRET: { schema },
})
