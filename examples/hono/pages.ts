import { html } from 'hono/html'
import type { Session } from 'porticojs'

type Markup = ReturnType<typeof html>

export function home(session: Session | null): Markup {
  if (!session) {
    return page(html`
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>`)
  }
  return page(html`
    <h1>Hello ${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>`)
}

export function dashboard(session: Session): Markup {
  return page(html`<h1>Dashboard of ${nameOf(session)}</h1>`)
}

function nameOf({ user }: Session): string {
  return user.name ?? user.email ?? ''
}

function page(body: Markup): Markup {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Hono</title><body>${body}</body></html>`
}
