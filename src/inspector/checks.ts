import type { CheckPlace, FlowRecord } from './flow-record.ts'

/** One check of a sign-in: the expected value, the received one, and a fix if they differ. */
export interface Check {
  readonly name: string
  readonly place: CheckPlace
  readonly result: 'passed' | 'failed' | 'not reached'
  readonly expected: string
  readonly received: string
  readonly fix?: string
}

/** A check, judged by the record. The engine made it, and how far the engine came shows whether it passed. */
interface Rule {
  readonly name: string
  readonly place: CheckPlace
  /** True if this sign-in has such a check. */
  readonly applies: (flow: FlowRecord) => boolean
  readonly passed: (flow: FlowRecord) => boolean
  readonly failed: (flow: FlowRecord) => boolean
  readonly expected: (flow: FlowRecord) => string
  readonly received: (flow: FlowRecord) => string
  /** Advice that is better than the error's hint, which is the default. */
  readonly fix?: (flow: FlowRecord) => string | undefined
}

const isOAuth = ({ provider }: FlowRecord) => /^(oauth|oidc)$/.test(provider.type)
const isOpenId = ({ provider }: FlowRecord) => provider.type === 'oidc'
const wasTaken = ({ facts }: FlowRecord) => facts.taken === true
/** The engine compares the state, then the age, and then uses up the flow. */
const isReplayed = (flow: FlowRecord) => hasProblem('FlowMissing', 'state')(flow)
const wasInTime = (flow: FlowRecord) => wasTaken(flow) || isReplayed(flow)
const wasMatched = (flow: FlowRecord) => wasInTime(flow) || hasProblem('FlowExpired')(flow)
const wasAccepted = ({ facts }: FlowRecord) => facts.accepted === true
const wasExchanged = ({ facts }: FlowRecord) => facts.exchanged === true
const cameBack = ({ facts }: FlowRecord) => facts.callback !== undefined
const uses = (check: string) => (flow: FlowRecord) =>
  isOAuth(flow) && flow.promised.checks.includes(check)
const hasProblem = (code: string, field?: string) => (flow: FlowRecord) =>
  flow.problem?.code === code && (field === undefined || flow.problem.field === field)
/** True if two values of a refused token answer differ. */
const differs = (expected: Rule['expected'], received: Rule['received']) => (flow: FlowRecord) =>
  flow.facts.idToken !== undefined && !wasExchanged(flow) && expected(flow) !== received(flow)

const rules: readonly Rule[] = [
  {
    name: 'Redirect address',
    place: 'start',
    applies: ({ facts }) => facts.sent !== undefined,
    passed: cameBack,
    failed: stoppedForRedirect,
    expected: ({ facts, provider }) =>
      facts.stopped ? facts.stopped.advice : `the address that is registered at ${provider.name}`,
    received: ({ facts }) => facts.sent?.redirect_uri ?? '',
    fix: ({ facts, provider }) =>
      `Register exactly ${facts.sent?.redirect_uri} as a redirect address at ${provider.name}. If that is not where you are, set AUTH_URL.`,
  },
  {
    name: 'Authorization request',
    place: 'start',
    applies: ({ facts }) => facts.stopped !== undefined && !stoppedForRedirect({ facts }),
    passed: cameBack,
    failed: () => true,
    expected: ({ provider }) => `${provider.name} asks the person`,
    received: ({ facts, provider }) =>
      `${provider.name} shows an error page: ${facts.stopped?.error}`,
    fix: ({ facts }) => facts.stopped?.advice,
  },
  {
    name: 'Flow cookie',
    place: 'callback',
    applies: (flow) => isOAuth(flow) && cameBack(flow),
    passed: ({ facts }) => facts.callback?.hasCookie === true,
    failed: hasProblem('FlowMissing', 'cookie'),
    expected: ({ id }) => `the cookie of flow ${id}`,
    received: ({ facts }) => (facts.callback?.hasCookie ? 'sent by this browser' : 'not sent'),
  },
  {
    name: 'State',
    place: 'callback',
    applies: uses('state'),
    passed: wasMatched,
    failed: hasProblem('CheckFailed', 'state'),
    expected: ({ facts }) => marked(facts.flow?.state),
    received: ({ facts }) => marked(facts.callback?.state),
  },
  {
    name: 'Age of the flow',
    place: 'callback',
    applies: isOAuth,
    passed: wasInTime,
    failed: hasProblem('FlowExpired'),
    expected: ({ facts, startedAt }) =>
      facts.flow ? `at most ${minutes(facts.flow.expires - startedAt)}` : 'ten minutes at most',
    received: ({ facts, startedAt }) =>
      facts.callback ? minutes(facts.callback.at - startedAt) : 'not back yet',
    fix: () =>
      'Start again, and come back within ten minutes. If you were faster, compare this machine’s clock with the other servers’.',
  },
  {
    name: 'Used once',
    place: 'callback',
    applies: isOAuth,
    passed: wasTaken,
    failed: isReplayed,
    expected: () => 'the first callback of this flow',
    received: (flow) => (wasTaken(flow) ? 'the first' : isReplayed(flow) ? 'a second' : ''),
    fix: () =>
      'The callback was loaded twice: by the back button, a reload, or a browser that looks ahead. Start again.',
  },
  {
    name: 'Answer of the platform',
    place: 'callback',
    applies: (flow) => isOAuth(flow) && cameBack(flow),
    passed: ({ facts }) => facts.callback?.error === undefined && facts.taken === true,
    failed: ({ facts }) => facts.callback?.error !== undefined,
    expected: () => 'a code',
    received: ({ facts }) =>
      facts.callback?.error === undefined ? 'a code' : `error=${facts.callback.error}`,
  },
  {
    name: 'Issuer of the callback',
    place: 'callback',
    applies: ({ facts, promised }) =>
      promised.issuer !== undefined && facts.callback?.iss !== undefined,
    passed: wasAccepted,
    failed: (flow) =>
      wasTaken(flow) && !wasAccepted(flow) && flow.facts.callback?.iss !== flow.promised.issuer,
    expected: ({ promised }) => promised.issuer ?? '',
    received: ({ facts }) => facts.callback?.iss ?? '',
  },
  {
    name: 'Redirect address, repeated',
    place: 'token',
    applies: ({ facts }) => facts.tokenRequest?.redirect_uri !== undefined,
    passed: wasExchanged,
    failed: ({ facts }) => facts.tokenRequest?.redirect_uri !== facts.flow?.redirect_uri,
    expected: ({ facts }) => facts.flow?.redirect_uri ?? '',
    received: ({ facts }) => facts.tokenRequest?.redirect_uri ?? '',
  },
  {
    name: 'PKCE',
    place: 'token',
    applies: uses('pkce'),
    passed: wasExchanged,
    failed: ({ facts }) =>
      facts.tokenRequest !== undefined && facts.tokenRequest.challenge !== facts.sent?.challenge,
    expected: ({ facts }) => `challenge with ${marked(facts.sent?.challenge)}`,
    received: ({ facts }) =>
      facts.tokenRequest
        ? `verifier whose challenge has ${marked(facts.tokenRequest.challenge)}`
        : '',
  },
  openIdRule(
    'Nonce',
    ({ facts }) => marked(facts.flow?.nonce),
    ({ facts }) => marked(facts.idToken?.nonce),
    uses('nonce'),
  ),
  openIdRule(
    'Issuer of the id token',
    ({ promised, facts }) => promised.issuer ?? facts.idToken?.iss ?? '',
    ({ facts }) => facts.idToken?.iss ?? '',
    hasOneIssuer,
  ),
  openIdRule(
    'Audience of the id token',
    ({ promised }) => promised.clientId ?? '',
    ({ facts }) => facts.idToken?.aud ?? '',
  ),
  {
    ...openIdRule(
      'Signature and expiry of the id token',
      () => 'signed with a key that the platform publishes, not expired',
      ({ facts }) => (facts.idToken ? `${facts.idToken.algorithm}` : ''),
    ),
    failed: (flow) =>
      flow.facts.idToken?.expires !== undefined &&
      !wasExchanged(flow) &&
      flow.facts.idToken.expires < (flow.facts.callback?.at ?? 0),
  },
]

function openIdRule(
  name: string,
  expected: Rule['expected'],
  received: Rule['received'],
  applies: Rule['applies'] = isOpenId,
): Rule {
  const failed = differs(expected, received)
  return { name, place: 'token', applies, passed: wasExchanged, failed, expected, received }
}

/** True if there is one issuer to compare with. If each tenant has its own issuer, only the token names it. */
function hasOneIssuer(flow: FlowRecord): boolean {
  return (
    isOpenId(flow) &&
    !/\{tenantid\}|\/(common|organizations|consumers)(\/|$)/.test(flow.promised.issuer ?? '')
  )
}

/** Every check that a sign-in has, in the order in which they are made. */
export function checksOf(flow: FlowRecord): Check[] {
  return rules
    .filter((rule) => rule.applies(flow))
    .map((rule): Check => {
      const failed = rule.failed(flow)
      const fix = failed ? (rule.fix?.(flow) ?? flow.problem?.hint) : undefined
      return {
        name: rule.name,
        place: rule.place,
        result: failed ? 'failed' : rule.passed(flow) ? 'passed' : 'not reached',
        expected: rule.expected(flow),
        received: rule.received(flow),
        ...(fix && { fix }),
      }
    })
}

function stoppedForRedirect({ facts }: Pick<FlowRecord, 'facts'>): boolean {
  return facts.stopped?.advice.includes(facts.sent?.redirect_uri ?? ' ') === true
}

function marked(value: string | undefined): string {
  return value === undefined ? 'none' : `mark ${value}`
}

function minutes(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
