import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, shell } from 'electron'
import { createNativeClient } from 'porticojs/client/native'
import { byLoopback } from './loopback.ts'
import { safeStore } from './safe-store.ts'
import { byScheme, linkIn, onLink } from './scheme.ts'

const { ACME_URL = 'http://localhost:3000', ACME_RETURN = 'scheme' } = process.env

// A second start of the app hands its link to the first, and ends.
if (!app.requestSingleInstanceLock()) app.exit()
app.setAsDefaultProtocolClient('com.acme.app')

const openBrowser = (address: string) => shell.openExternal(address)

const client = createNativeClient({
  url: ACME_URL,
  app: 'acme',
  device: process.platform === 'darwin' ? 'Mac' : process.platform,
  store: safeStore(join(app.getPath('userData'), 'session')),
  open: (begin) =>
    ACME_RETURN === 'loopback' ? byLoopback(begin, openBrowser) : byScheme(begin, openBrowser),
})

// The key stays in this process: pages ask, and get the session.
ipcMain.handle('sign in', async () => void (await client.signIn()))
ipcMain.handle('sign out', () => client.signOut())
ipcMain.handle('refresh', () => client.refresh())

// macOS tells of the link that opened the app before the app is ready; the keychain answers from then on. The state says why a
// link failed.
const finish = async (link: string | undefined) => {
  await app.whenReady()
  if (link) await client.resume(link).catch(() => undefined)
}
onLink((link) => void finish(link))

await app.whenReady()
const window = new BrowserWindow({
  webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') },
})
await finish(linkIn(process.argv))
await window.loadFile(join(import.meta.dirname, 'index.html'))
client.subscribe(({ session, error }) => {
  if (!window.isDestroyed()) window.webContents.send('session', { session, error: error?.code })
})
app.on('browser-window-focus', () => void client.refresh())
app.on('window-all-closed', () => app.quit())
