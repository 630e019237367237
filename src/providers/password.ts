import { type PasswordProvider, passwordProvider } from '../password/provider.ts'

/** Sign in with a password, whose hash Portico keeps in your storage. */
const Password: PasswordProvider = passwordProvider({
  id: 'password',
  name: 'Password',
  type: 'password',
})

export default Password
