import { readFileSync } from 'node:fs'

const file = new URL('../node_modules/smtp-server/dist/esm/tls-options.js', import.meta.url)
const lines = readFileSync(file, 'utf8').replaceAll(/\\n' \+\s+'/g, '\n')
const [key = '', cert = ''] = lines.match(/-----BEGIN[^']+/g) ?? []

/** The certificate that a mail server for tests brings along. */
export const certificate: { key: string; cert: string } = { key, cert }
