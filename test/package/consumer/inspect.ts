// Opens the inspector of an application, whose file is named, by the address in its log, as a browser on this machine would, and
// prints the status; that of the address without a key where the log names none.
import type { AuthInstance } from 'porticojs'

let page = 'http://localhost:3000/api/auth/inspect'
console.info = (line: string) => {
  page = /http\S+\?key=\S+/.exec(line)?.[0] ?? page
}
const { auth }: { auth: AuthInstance } = await import(process.argv[2] ?? '')
await auth.handler(new Request('http://localhost:3000/api/auth/session'))
const opened = await auth.handler(new Request(page))
const cookie = opened.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
const inspector = new Request(new URL(page).origin + new URL(page).pathname, {
  headers: { cookie },
})
console.log((await auth.handler(inspector)).status)
