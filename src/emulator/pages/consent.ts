import { type Html, html } from '../../pages/html.ts'
import type { Authorization, SignIn } from '../authorization.ts'
import { own } from '../own-property.ts'
import { scopeInWords } from '../scope-words.ts'
import type { Exchange, Persona } from '../types.ts'
import { respond } from './frame.ts'

/** The contents of the consent page. */
export type Consent = {
  readonly signIn: SignIn
  readonly authorization: Authorization
  /** The address that the form posts to. */
  readonly action: string
  /** The authorization request, which the form carries back. */
  readonly request: string
  /** The persona that the application expects, or that was chosen last time. */
  readonly chosen: string | undefined
  readonly exchange: Exchange
}

/** The page on which a person chooses a persona and scopes, denies, or picks a failure. */
export function consentPage(consent: Consent): Promise<Response> {
  const { signIn, authorization, action, request } = consent
  const { app, redirect_uri } = authorization
  const faces = signIn.personas.map((persona) => face(persona, consent.exchange))
  return respond({
    title: `Sign in to ${app}`,
    platform: signIn.name,
    formTargets: redirect_uri === '' ? [] : [redirect_uri],
    images: faces.flatMap((address) => address ?? []),
    body: html`<div class="card"><h1>Sign in to ${app}</h1>
<p class="soft">with your practice ${signIn.name} account. ${
      redirect_uri === ''
        ? 'Another screen is waiting.'
        : html`You return to <code>${redirect_uri}</code>.`
    }</p>
<form method="post" action="${action}"><input type="hidden" name="request" value="${request}">
<fieldset><legend>Who are you today?</legend>
<div class="people">${people(consent, faces)}</div></fieldset>
${scopes(consent)}
<div class="actions"><button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button></div>
<details><summary>Fail instead</summary><div class="list">${failures(signIn)}</div></details>
</form></div>`,
  })
}

function people({ signIn, chosen }: Consent, faces: readonly (string | undefined)[]): Html[] {
  const known = signIn.personas.some(({ id }) => id === chosen)
  return signIn.personas.map((persona, index) => {
    const checked = known ? persona.id === chosen : index === 0
    return html`<label class="choice"><input type="radio" name="persona" value="${persona.id}"${
      checked && html` checked`
    }>${picture(faces[index])}<span><b><bdi>${persona.name}</bdi></b><small>${
      persona.note ?? persona.id
    }</small></span></label>`
  })
}

function scopes({ signIn, authorization }: Consent): Html | '' {
  if (authorization.scopes.length === 0) return ''
  const rows = authorization.scopes.map((scope) => {
    const fixed = signIn.fixed.includes(scope)
    const said = own(signIn.meanings, scope) ?? scopeInWords(scope)
    return html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" checked${
      fixed && html` disabled`
    }><span><b>${said ?? html`<code>${scope}</code>`}</b><small>${
      said && html`<code>${scope}</code>`
    }${fixed && ' always included'}</small></span></label>`
  })
  return html`<fieldset><legend>What may ${authorization.app} see?</legend>${rows}</fieldset>`
}

function failures(signIn: SignIn): Html[] {
  return Object.entries(signIn.failures).map(
    ([name, description]) =>
      html`<button name="decision" value="fail:${name}" title="${name}">${description}</button>`,
  )
}

/** The address of a persona's picture, in the form that this page can load. */
export function face(persona: Persona, exchange: Pick<Exchange, 'link'>): string | undefined {
  return persona.picture === undefined ? undefined : exchange.link(persona.picture)
}

/** A round picture. It needs no `alt`, because the name stands beside it. */
export function picture(address: string | undefined): Html | '' {
  if (address === undefined) return ''
  return html`<img class="face" src="${address}" alt="" width="40" height="40">`
}
