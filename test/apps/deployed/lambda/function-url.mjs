// Stands for Lambda's function URL: hands each request to the function in index.js, and sends what it returns.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import lambda from './index.js'

createServer(async (incoming, outgoing) => {
  const [rawPath = '', rawQueryString = ''] = (incoming.url ?? '').split('?')
  const { cookie, ...headers } = incoming.headers
  const { statusCode, body, cookies, ...answer } = await lambda.handler({
    ...{
      rawPath,
      rawQueryString,
      headers,
      cookies: cookie?.split('; '),
      body: await text(incoming),
    },
    requestContext: { domainName: headers.host, http: { method: incoming.method } },
  })
  outgoing.writeHead(statusCode, { ...answer.headers, 'set-cookie': cookies }).end(body)
}).listen(process.env.PORT, '127.0.0.1')
