import type { Documented, Endpoints, Enforces } from './sample.ts'

type Keys<T> = Record<keyof Required<T>, true>

const known: {
  sample: Keys<Documented>
  endpoints: Keys<Endpoints>
  enforces: Keys<Enforces>
} & {
  [Part in 'authorize' | 'token' | 'userinfo' | 'idToken' | 'revocation']: Keys<
    NonNullable<Enforces[Part]>
  >
} = {
  sample: {
    source: true,
    evidence: true,
    options: true,
    endpoints: true,
    enforces: true,
    callback: true,
    token: true,
    claims: true,
    profile: true,
    also: true,
    user: true,
  },
  endpoints: {
    issuer: true,
    discovery: true,
    authorization: true,
    token: true,
    refresh: true,
    userinfo: true,
    revocation: true,
    endSession: true,
  },
  enforces: {
    clientAuth: true,
    pkce: true,
    challenge: true,
    scopeSeparator: true,
    names: true,
    authorize: true,
    token: true,
    userinfo: true,
    idToken: true,
    revocation: true,
  },
  authorize: {
    parameters: true,
    forbidden: true,
    choice: true,
    prompts: true,
    order: true,
    fragment: true,
    responseMode: true,
    iss: true,
    code: true,
  },
  token: {
    body: true,
    names: true,
    headers: true,
    query: true,
    parameters: true,
    status: true,
    contentType: true,
    scopeSeparator: true,
  },
  userinfo: {
    method: true,
    headers: true,
    query: true,
    body: true,
    bearer: true,
    contentType: true,
  },
  idToken: { alg: true, tenant: true },
  revocation: {
    method: true,
    in: true,
    bearer: true,
    headers: true,
    token: true,
    clientAuth: true,
  },
}

/** The words of a sample that nothing would enforce, because nobody knows them. */
export function unknownWords(sample: Documented): string[] {
  const { enforces, endpoints } = sample
  const parts = { sample, endpoints, enforces, ...pick(enforces) }
  return Object.entries(parts).flatMap(([part, value]) =>
    Object.keys(value).filter((key) => !(key in known[part as keyof typeof known])),
  )
}

function pick({
  authorize = {},
  token = {},
  userinfo = {},
  idToken = {},
  revocation = {},
}: Enforces) {
  return { authorize, token, userinfo, idToken, revocation }
}
