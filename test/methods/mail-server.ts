import { once } from 'node:events'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A mail as its reader sees it. */
export interface Received {
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  headers: ParsedMail['headers']
  /** The sign-in link. */
  link: string
  /** The six digits. */
  code: string
}

/** A real SMTP server on loopback. */
export interface MailServer {
  /** What nodemailer connects to. */
  url: string
  received: Received[]
  /** Whom the envelopes of all mails named. */
  recipients: string[]
  /** The newest mail. */
  latest(): Received
  close(): Promise<void>
}

/** Starts an SMTP server on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = []
  const recipients: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
      simpleParser(stream).then((mail) => {
        received.push(read(mail))
        done()
      }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    recipients,
    latest() {
      const mail = received.at(-1)
      if (!mail) throw new Error('No mail has come')
      return mail
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function read(mail: ParsedMail): Received {
  const { text = '', html, subject = '', headers } = mail
  return {
    to: addresses(mail.to),
    from: addresses(mail.from)[0] ?? '',
    subject,
    text,
    html: html || '',
    headers,
    link: /^https?:\S+$/m.exec(text)?.[0] ?? '',
    code: /\b(\d{3}) (\d{3})\b/.exec(text)?.slice(1).join('') ?? '',
  }
}

function addresses(field: AddressObject | AddressObject[] | undefined): string[] {
  return [field ?? []].flat().flatMap(({ value }) => value.map(({ address = '' }) => address))
}
