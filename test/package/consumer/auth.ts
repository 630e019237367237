import { Auth, type AuthInstance } from 'porticojs'
import GitHub from 'porticojs/providers/github'

interface Person {
  id: number
  login: string
}

const answers: Record<string, object> = {
  '/token': { access_token: 'token', token_type: 'bearer' },
  '/me': { id: 1, login: 'ada' },
}

const platform: typeof fetch = async (input) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  return Response.json(answers[pathname] ?? {}, { status: pathname in answers ? 200 : 404 })
}

export const auth: AuthInstance = Auth({
  providers: [
    GitHub({ clientId: 'client', clientSecret: 'secret' }),
    {
      id: 'example',
      name: 'Example',
      type: 'oauth',
      authorization: 'https://platform.example/authorize?scope=profile',
      token: 'https://platform.example/token',
      userinfo: 'https://platform.example/me',
      clientId: 'client',
      clientSecret: 'secret',
      profile: (person: Person) => ({ id: String(person.id), name: person.login }),
    },
  ],
  secret: 'a secret of at least thirty-two characters',
  url: 'https://app.example',
  runtime: { fetch: platform },
})
