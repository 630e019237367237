export default function Page() {
  return <h1>Hello, the middleware let you in</h1>
}
