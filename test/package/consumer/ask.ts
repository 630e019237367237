// Asks a bundled application, whose file is named, what every visitor asks, and prints the answers.
import type { AuthInstance } from 'porticojs'

const { auth }: { auth: AuthInstance } = await import(process.argv[2] ?? '')
const origin = 'https://app.example'

async function ask(path: string, init: RequestInit = {}): Promise<number> {
  return (await auth.handler(new Request(`${origin}/api/auth${path}`, init))).status
}

const body = new URLSearchParams({ email: 'ada@app.example' })
console.log(
  JSON.stringify({
    session: await ask('/session'),
    signInPage: await ask('/signin', { headers: { accept: 'text/html' } }),
    // Writes into the storage.
    mail: await ask('/signin/email', { method: 'POST', headers: { origin }, body }),
  }),
)
