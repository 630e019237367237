/** Lets work go on after the response, where the server must be told of it: a worker stops what nobody waits for. */
export const keeping = (server: unknown): { waitUntil(work: Promise<unknown>): void } => ({
  waitUntil: (work) => Object(server).waitUntil?.(work),
})
