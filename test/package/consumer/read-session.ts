// Reads the session of the cookies in COOKIE, as every request of an application does.
import { auth } from './auth.ts'

const headers = { cookie: process.env.COOKIE ?? '' }
console.log(JSON.stringify(await auth.session(new Request('https://app.example/', { headers }))))
