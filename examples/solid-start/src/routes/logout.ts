import { signOut } from '../auth'

export const POST = () => signOut()
