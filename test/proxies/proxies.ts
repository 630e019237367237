import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { available, type ProgramName } from '../../tools/available.mjs'
import { freePort, type Server, serve, temporaryFolder } from '../storage/start-servers.ts'

/** The proxies that the guide sets up. */
export type ProxyName = Extract<ProgramName, 'nginx' | 'Caddy' | 'Apache' | 'HAProxy'>

/** The places that a proxy's own settings need. */
interface Places {
  folder: string
  port: number
  /** A port for plain http, where the proxy wants one in any case. */
  other: number
}

/** A program and what surrounds the block of the guide, which is for a server that has everything else already. */
interface Installed {
  /** The language of its block in the guide. */
  language: string
  settings(block: string, places: Places): string
  start(file: string, folder: string): string[]
}

const installed: Readonly<Record<ProxyName, Installed>> = {
  nginx: {
    language: 'nginx',
    settings: (block, { folder }) => `
      daemon off;
      pid ${folder}/pid;
      error_log ${folder}/errors;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
        ${block}
      }`,
    start: (file, folder) => ['-p', folder, '-c', file],
  },
  Caddy: {
    language: 'caddyfile',
    settings: (block, { folder, port, other }) => `{
        admin off
        local_certs
        skip_install_trust
        http_port ${other}
        https_port ${port}
        storage file_system ${folder}
      }
      ${block}`,
    start: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  Apache: {
    language: 'apache',
    settings: (block, { folder, port }) => `
      ServerRoot ${folder}
      ServerName your-app.example
      DefaultRuntimeDir ${folder}
      PidFile ${folder}/pid
      ErrorLog ${folder}/errors
      Listen ${port}
      ${['mpm_event', 'authz_core', 'ssl', 'proxy', 'proxy_http', 'headers']
        .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
        .join('\n')}
      ${block}`,
    start: (file) => ['-D', 'FOREGROUND', '-f', file],
  },
  HAProxy: {
    language: 'haproxy',
    settings: (block) => `
defaults
  timeout connect 5s
  timeout client 60s
  timeout server 60s
${block}
`,
    start: (file) => ['-db', '-f', file],
  },
}

/** The names of all proxies. */
export const proxyNames = Object.keys(installed) as ProxyName[]

const guide = readFileSync(new URL('../../docs/tasks/proxy.md', import.meta.url), 'utf8')

/** The block of the guide for a proxy. */
export function blockOf(name: ProxyName): string {
  const { language } = installed[name]
  const [, block] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide) ?? []
  if (!block) throw new Error(`The guide has no block for ${name}`)
  return block
}

/** Starts a proxy in front of a port of this machine, with settings as they stand in the guide but for ports and certificates. */
export async function startProxyServer(
  name: ProxyName,
  written: string,
  { key, cert }: { key: string; cert: string },
  app: number,
): Promise<Server> {
  const folder = temporaryFolder()
  const [port, other] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'your-app.pem'), `${cert}\n${key}\n`)
  writeFileSync(join(folder, 'your-app.key'), key)
  const block = written
    .replaceAll('/etc/ssl', folder)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${app}`)
    .replaceAll(
      /(listen |:)443\b/g,
      (_, before) => `${before}${before === ':' ? '' : '127.0.0.1:'}${port}`,
    )
  const file = join(folder, 'settings')
  writeFileSync(file, installed[name].settings(block, { folder, port, other }))
  const program = available(name) ?? ''
  const start = () =>
    spawn(program, installed[name].start(file, folder), {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    })
  return serve(port, `https://127.0.0.1:${port}`, start, 'SIGTERM')
}
