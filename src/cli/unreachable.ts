/** The reason why an address does not answer, by the code of the error, and what to do. */
export function whyUnreachable(
  { origin, hostname, port }: URL,
  thrown: unknown,
): [message: string, fix: string] {
  const { code, message } = rootOf(thrown)
  if (code === 'ECONNREFUSED') {
    return [
      `Nothing listens at ${origin}`,
      `Start the application, or correct the port${port ? ` ${port}` : ''}: it says its own when it starts.`,
    ]
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return [`There is no host ${hostname}`, 'Check the name, and its DNS records.']
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return [
      `${origin} does not speak https`,
      'Correct the port or the protocol of the address, or let the proxy serve https there.',
    ]
  }
  if (/CERT|SELF_SIGNED|ALTNAME/.test(code)) {
    return [
      `The certificate of ${origin} is not accepted: ${message}`,
      'Renew it, or send the whole chain. Platforms and browsers refuse it too.',
    ]
  }
  return [
    `${origin} does not answer: ${message}`,
    'Check that it runs, and that a firewall lets you through.',
  ]
}

/** The innermost cause: `fetch()` wraps errors, and so does a connection that tried several addresses. */
function rootOf(thrown: unknown): { code: string; message: string } {
  const inner = thrown instanceof AggregateError ? thrown.errors[0] : Object(thrown).cause
  if (inner instanceof Error) return rootOf(inner)
  const { code = '', message = String(thrown) } = Object(thrown)
  return { code: String(code), message: String(message) }
}
