export default defineWebSocketHandler({
  upgrade,
  open(peer) {
    peer.send(`Hello ${peerSession(peer).user.name}`)
  },
})
