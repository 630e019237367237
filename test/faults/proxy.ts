import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut or blocked. */
export interface Proxy {
  port: number
  /** Ends every connection at once; new ones work. */
  cut(): void
  /** Lets nothing through in either direction until `resume`. */
  stall(): void
  /** Ends every connection, and each new one, until `resume`. */
  refuse(): void
  resume(): void
  /** Lets nothing through on the connections that there are, for ever and without a word; new ones work. */
  forget(): void
  /** Ends the next connection on which somebody asks for this: as soon as it is answered, without the answer, or before it arrives. */
  loseAnswerTo(text: string, when: 'answered' | 'asked'): void
  /** Whether somebody has asked for it. */
  hasLost(): boolean
  stop(): Promise<void>
}

/** A proxy in front of a port of this machine, or of the one that is named when a connection is made. */
export async function startProxy(target: number | (() => number)): Promise<Proxy> {
  const pairs = new Set<[Socket, Socket]>()
  const forgotten: Socket[] = []
  let stalled = false
  let refusing = false
  let losing: { text: string; when: 'answered' | 'asked' } | undefined
  const server = createServer((inner) => {
    if (refusing) return void inner.destroy()
    const outer = connect(typeof target === 'number' ? target : target(), '127.0.0.1')
    const pair: [Socket, Socket] = [inner, outer]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    // Before the pipe passes it on.
    inner.on('data', (asked) => {
      if (!losing || !asked.includes(losing.text)) return
      const { when } = losing
      losing = undefined
      outer.unpipe()
      if (when === 'answered') outer.once('data', end).resume()
      else end()
    })
    inner.pipe(outer)
    outer.pipe(inner)
    if (stalled) for (const socket of pair) block(socket)
  })
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await ready
  const address = server.address()
  const all = () => [...pairs].flat()
  const cut = () => {
    for (const socket of all()) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    stall() {
      stalled = true
      for (const socket of all()) block(socket)
    },
    refuse() {
      refusing = true
      cut()
    },
    resume() {
      stalled = false
      refusing = false
      for (const [inner, outer] of pairs) {
        inner.pipe(outer)
        outer.pipe(inner)
      }
    },
    forget() {
      stalled = false
      for (const pair of pairs) {
        forgotten.push(...pair)
        for (const socket of pair) block(socket)
      }
      pairs.clear()
    },
    loseAnswerTo(text, when) {
      losing = { text, when }
    },
    hasLost: () => losing === undefined,
    async stop() {
      for (const socket of forgotten) socket.destroy()
      cut()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function block(socket: Socket): void {
  socket.unpipe()
  socket.pause()
}
