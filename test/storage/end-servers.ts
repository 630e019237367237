import { afterAll } from 'vitest'
import { endServers } from './start-servers.ts'

// Vitest runs this for each file of tests; modules that several files import are loaded once.
afterAll(endServers)
