const { acme } = window

acme.onSession(({ session, error }) => {
  const name = session ? session.user.name : session === null ? 'Nobody' : 'Unknown'
  document.querySelector('#who').textContent = error ? `${name} (${error})` : name
})
document.querySelector('#in').onclick = () => acme.signIn()
document.querySelector('#out').onclick = () => acme.signOut()
