import { signIn } from '../auth'

export const POST = () => signIn('tiktok')
