export { handler as default } from '@/auth'

export const config = { api: { bodyParser: false } }
