// Asks an application, whose file is named, for its inspector, as a browser on this machine would, and prints the status.
import type { AuthInstance } from 'portico'

const { auth }: { auth: AuthInstance } = await import(process.argv[2] ?? '')
const page = new Request('http://localhost:3000/api/auth/inspect')
console.log((await auth.handler(page)).status)
