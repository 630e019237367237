/** The way in which a platform's own script on the application's page posts an id token to the callback address. */
export interface PostedToken {
  /** The parameter that carries the token. */
  parameter: string
  /** The name under which a value must stand in a cookie and in the form alike. */
  csrf: string
  /**
   * A nonce in the token must be one that this browser was given at `/nonce/:provider`, and there must be one unless it is `optional`:
   * the cookie alone does not keep out a neighbour on another subdomain, who can write one.
   */
  nonce?: 'optional'
}
