import { type PasswordProvider, passwordProvider } from '../password/provider.ts'

/** Sign in with a password that Portico keeps, in a storage of yours. */
const Password: PasswordProvider = passwordProvider({
  id: 'password',
  name: 'Password',
  type: 'password',
})

export default Password
