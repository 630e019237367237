import type { Session } from 'porticojs'

export function home(session: Session | null): Response {
  if (!session) {
    return page(`
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>`)
  }
  return page(`
    <h1>Hello ${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>`)
}

export function dashboard(session: Session): Response {
  return page(`<h1>Dashboard of ${nameOf(session)}</h1>`)
}

function nameOf({ user }: Session): string {
  const name = user.name ?? user.email ?? ''
  return name.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function page(body: string): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Elysia</title><body>${body}</body></html>`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
