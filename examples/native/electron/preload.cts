import electron = require('electron')

const { contextBridge, ipcRenderer } = electron

contextBridge.exposeInMainWorld('acme', {
  signIn: () => ipcRenderer.invoke('sign in'),
  signOut: () => ipcRenderer.invoke('sign out'),
  refresh: () => ipcRenderer.invoke('refresh'),
  onSession: (listener: (state: unknown) => void) =>
    ipcRenderer.on('session', (_event, state) => listener(state)),
})
