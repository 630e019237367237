import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens the system's browser, or the program in `BROWSER`. Who has none sees the address in the terminal. */
export function openBrowser(address: string): void {
  console.error(`Sign in in your browser:\n  ${address}`)
  const { BROWSER, SSH_CONNECTION } = process.env
  if (!BROWSER && SSH_CONNECTION) return
  const [command = '', ...args] = BROWSER ? [BROWSER] : (openers[process.platform] ?? ['xdg-open'])
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
