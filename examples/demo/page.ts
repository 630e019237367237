import type { Session } from '../../src/index.ts'
import { type Html, html, verbatim } from '../../src/pages/html.ts'
import type { Told } from './auth.ts'

/** What the page shows of somebody who is signed in. */
export interface Visitor {
  session: Session
  /** The platforms that are connected. */
  connected: string[]
  hasTikTok: boolean
  image: string | undefined
  scopes: string[]
  expires: Date | undefined
  notice: string | undefined
  /** What TikTok told about them, as far as they allowed it. */
  told: Told
}

/** The other addresses that the page leads to. */
export interface Links {
  /** The practice platforms; undefined with the real TikTok. */
  practice: string | undefined
  /** The inspector. */
  everyStep: string
}

/** The demo's only page. */
export function page(visitor: Visitor | undefined, links: Links): string {
  const body = visitor ? signedIn(visitor) : signedOut(links)
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portico Demo</title>
<style>${verbatim(style)}</style>
<script type="module" src="/page.js"></script>
</head>
<body data-user="${visitor?.session.user.id ?? ''}"><main>${body}</main>
${links.practice && toTry(visitor !== undefined, { ...links, practice: links.practice })}
<footer>${
    links.practice
      ? html`<a href="${links.everyStep}">Every step of your sign-ins</a> · <a href="${links.practice}">Practice platforms</a> · <a href="${links.practice}/inbox">Inbox</a>`
      : html`The real TikTok is on the other side. <a href="${links.everyStep}">Every step of your sign-ins</a>`
  }</footer>
</body>
</html>`
  return markup
}

function signedOut({ practice }: Links): Html {
  return html`<h1>Welcome</h1>
<p>Nobody is signed in.${practice && ' The platforms behind the buttons run on your own machine: choose who you want to be, untick a scope, or say no.'}</p>
<a class="main" href="/api/auth/signin?callbackUrl=/">Sign in</a>`
}

/** Ideas of what to try next. */
function toTry(isSignedIn: boolean, { practice, everyStep }: Links & { practice: string }): Html {
  const account = html`<a href="/api/auth/account">your account</a>`
  const inbox = html`<a href="${practice}/inbox">inbox</a>`
  const ideas = isSignedIn
    ? [
        html`Connect Google or GitHub on ${account}, then sign in with it.`,
        html`Set up an authenticator app on ${account}, sign out, and sign in again.`,
        html`Open the demo in a private window, sign in there, and end that session on ${account}.`,
        html`Move the clock of the <a href="${practice}">practice platforms</a> on by a day, and refresh the token.`,
        html`Look at <a href="${everyStep}">every step</a> of what you just did.`,
      ]
    : [
        html`Sign in with TikTok, Google or GitHub. Press “Cancel” there once, and see what people are told.`,
        html`Let the <a href="${practice}">practice platforms</a> fail the next request, and sign in.`,
        html`Sign in by email. The mail is in the ${inbox}; type its code, or open its link in another browser.`,
        html`Sign up with a password. “password12345678” is refused: it has leaked.`,
        html`Begin in two tabs, and finish both.`,
        html`Continue as a guest, then sign in: you stay the same user.`,
      ]
  return html`<aside><h2>Try this</h2><ul>${ideas.map((idea) => html`<li>${idea}</li>`)}</ul></aside>`
}

function signedIn(visitor: Visitor): Html {
  const { session, connected, hasTikTok, image, scopes, expires, notice, told } = visitor
  const { email, id, guest } = session.user
  const name = guest ? 'A guest' : session.user.name
  // Seen where there is no picture, or where it has expired: an image without description and size leaves no trace then.
  const [initial = '?'] = (name ?? email ?? '').toUpperCase()
  const platforms = guest ? '' : connected.join(' and ')
  return html`<header><span class="face">${initial}${image && html`<img src="${image}" alt="">`}</span><div><h1>${name ?? email ?? 'Somebody'}</h1><p>${told.username && `@${told.username} · `}${guest ? 'Not signed in yet' : 'Signed in'}${platforms && ` with ${platforms}`}</p></div></header>
${notice && html`<p role="status">${notice}</p>`}
<dl>
<dt>User</dt><dd><code>${id}</code></dd>
${hasTikTok && html`<dt>Followers</dt><dd>${told.follower_count?.toLocaleString('en') ?? 'Not shared'}</dd>`}
<dt>Email</dt><dd>${email ?? (hasTikTok ? 'None (TikTok doesn’t share one)' : 'None')}</dd>
${
  hasTikTok &&
  html`<dt>Granted</dt><dd>${scopes.length > 0 ? scopes.map((scope) => html`<code>${scope}</code> `) : 'Nothing any more'}</dd>
<dt>Token expires</dt><dd>${expires ? expires.toUTCString() : 'There is none'}</dd>`
}
<dt>Session expires</dt><dd>${new Date(session.expires).toUTCString()}</dd>
</dl>
<form method="post">
${
  hasTikTok &&
  html`<button formaction="/refresh">Refresh the token</button>
<button formaction="/revoke">Revoke access</button>`
}
<button formaction="/api/auth/signout" name="callbackUrl" value="/">Sign out</button>
</form>
${guest && html`<a class="main" href="/api/auth/signin?callbackUrl=/">Sign in, and stay this user</a>`}
<p><a href="/api/auth/account">Your account</a></p>
<details><summary>The session, as your code reads it</summary><pre>${JSON.stringify(session, null, 2)}</pre></details>`
}

const style = `
:root{color-scheme:light dark;--page:#f5f5f6;--card:#fff;--ink:#18181b;--soft:#5b5d66;--line:#dcdce0}
@media(prefers-color-scheme:dark){:root{--page:#0b0b0d;--card:#17171a;--ink:#f4f4f5;--soft:#a5a7b0;--line:#34353b}}
*{box-sizing:border-box;margin:0}
body{background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;min-height:100vh;display:grid;place-content:center;gap:1rem;padding:1rem}
main,aside{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:2rem;width:min(34rem,100vw - 2rem)}
main>*+*,aside>*+*{margin-block-start:1.25rem}
header{display:flex;gap:1rem;align-items:center}
header p,dt,footer{color:var(--soft)}
.face{position:relative;flex:none;width:72px;height:72px;border-radius:50%;overflow:hidden;display:grid;place-content:center;background:var(--line);font-size:1.75rem;font-weight:600}
.face img{position:absolute;inset:0;min-width:100%;max-width:100%;min-height:100%;max-height:100%;object-fit:cover}
h1{font-size:1.5rem;line-height:1.2}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1.25rem}
dd,h1{overflow-wrap:anywhere}
@media(max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd+dt{margin-block-start:.5rem}}
h2{font-size:1rem}aside ul{padding-inline-start:1.25rem}summary{cursor:pointer}pre{overflow:auto;font:.8125rem/1.5 ui-monospace,monospace}
code{font:.875rem ui-monospace,monospace}
form{display:flex;flex-wrap:wrap;gap:.5rem}
button,.main{font:inherit;padding:.625rem 1rem;border-radius:.625rem;border:1px solid var(--line);background:none;color:inherit;cursor:pointer;text-decoration:none;display:inline-block}
.main{background:var(--ink);color:var(--card);border-color:var(--ink)}
[role=status]{padding:.75rem 1rem;border-radius:.625rem;background:var(--page)}
a{color:inherit}
footer{font-size:.875rem;text-align:center}
:focus-visible{outline:3px solid #4c8dff;outline-offset:2px}
`
