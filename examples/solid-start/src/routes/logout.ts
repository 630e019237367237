import { signOut } from '../auth.ts'

export const POST = () => signOut()
