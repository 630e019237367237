import { signIn } from '../auth.ts'

export const POST = () => signIn('tiktok')
