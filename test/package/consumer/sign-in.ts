// Signs in once and prints the cookies that the browser then holds.
import { createBrowser } from 'porticojs/testing'
import { auth } from './auth.ts'

const browser = createBrowser({
  origin: 'https://app.example',
  app: auth.handler,
  async atPlatform(url) {
    const { redirect_uri = '', state = '' } = Object.fromEntries(new URL(url).searchParams)
    return `${redirect_uri}?${new URLSearchParams({ code: 'code', state })}`
  },
})
await browser.signIn('example')
console.log([...browser.cookies].map((cookie) => cookie.join('=')).join('; '))
