// Serves the routes on a free port, asks for the providers as a browser would, and prints the answer.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { toNode } from 'porticojs/node'
import { auth } from './auth.ts'

const server = createServer(toNode(auth)).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const port = typeof address === 'object' ? address?.port : undefined
const response = await fetch(`http://127.0.0.1:${port}/api/auth/providers`)
console.log(response.status, await response.text())
server.close()
