import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Door, OpenDoor } from './doors/door.ts'
import { type People, people } from './people.ts'

/** An application in a framework, and its people. */
export interface Entered extends People, Door {
  url: string
}

/** Opens a door until the test is over; pages of the other origins may act. */
export async function enter(open: OpenDoor, ...others: string[]): Promise<Entered> {
  const made: { url: string; club: People }[] = []
  const door = await open((url) => {
    const club = people(url, ...others)
    made.push({ url, club })
    return club.auth
  })
  onTestFinished(async () => void (await door.close()))
  const [entered] = made
  if (!entered) throw new Error('The door asked for no instance')
  return { ...entered.club, ...door, url: entered.url }
}

/** A door on a socket. */
export interface Served extends Entered {
  /** Writes bytes to a connection of its own, and returns all that comes back. */
  raw(...lines: string[]): Promise<string>
  /** The cookies of somebody who signs in by the handler. */
  signIn(headers?: Record<string, string>): Promise<string>
}

/** Opens a door on a socket; pages of the other origins may act. */
export async function serve(open: OpenDoor, ...others: string[]): Promise<Served> {
  const entered = await enter(open, ...others)
  const { url, port = 0, send } = entered
  return {
    ...entered,
    raw: (...lines) => rawAnswer(port, lines.join('\r\n')),
    async signIn(headers = {}) {
      const response = await send('/api/auth/callback/credentials', {
        method: 'POST',
        headers: { origin: url, ...headers },
        body: new URLSearchParams({ name: 'ada' }),
      })
      const lines = response.headers.getSetCookie()
      return lines.map((line) => line.split(';')[0]).join('; ')
    },
  }
}

function rawAnswer(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('latin1')
    socket.on('data', (data) => {
      answer += data
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(answer))
  })
}

/** Sends a request to the server, as a browser would have written it, whatever its path and headers. */
export function written(method: string, path: string, headers: Record<string, string>): string[] {
  const lines = Object.entries({ connection: 'close', ...headers }).map(([n, v]) => `${n}: ${v}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', '']
}
