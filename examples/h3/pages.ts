import { type HTTPResponse, html, raw } from 'h3'
import type { Session } from 'porticojs'

const head = raw(
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and h3</title><body>',
)

export function home(session: Session | null): HTTPResponse {
  if (!session) {
    return html`${head}
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>`
  }
  return html`${head}
    <h1>Hello ${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>`
}

export function dashboard(session: Session): HTTPResponse {
  return html`${head}<h1>Dashboard of ${nameOf(session)}</h1>`
}

function nameOf({ user }: Session): string {
  return user.name ?? user.email ?? ''
}
