/** What a runtime did with each story: `fine`, or what went wrong; a refusal is told with its way out. */
export type Told = Record<string, string>
