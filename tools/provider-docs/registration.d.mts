/** How an application is registered at a platform; see `registration.mjs`. */
export interface Registration {
  console: string
  url: string
  steps: readonly string[]
  source: string
  example?: { environment: readonly string[]; call: string }
}

export const registrations: Readonly<Record<string, Registration>>
