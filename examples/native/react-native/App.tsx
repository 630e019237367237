import { SessionProvider, useSession } from 'porticojs/react'
import { useEffect } from 'react'
import { AppState, Button, Linking, SafeAreaView, Text } from 'react-native'
import { client } from './client'

export default function App() {
  // Android may end an app behind the browser: then the link opens it anew.
  useEffect(() => {
    Linking.getInitialURL()
      .then((link) => (link ? client.resume(link) : undefined))
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    const listening = AppState.addEventListener('change', (state) => {
      if (state === 'active') client.refresh()
    })
    return () => listening.remove()
  }, [])
  return (
    <SessionProvider client={client}>
      <SafeAreaView>
        <Greeting />
      </SafeAreaView>
    </SessionProvider>
  )
}

function Greeting() {
  const { session, error } = useSession()
  if (session === undefined) return <Text>{error ? 'Offline' : '…'}</Text>
  if (session === null) return <Button title="Sign in" onPress={() => client.signIn()} />
  return (
    <>
      <Text>Hello {session.user.name}</Text>
      <Button title="Sign out" onPress={() => client.signOut()} />
    </>
  )
}
