import { createHash, randomBytes } from 'node:crypto'

/** The tables of an application that does its own sign-in, in words that SQLite and PostgreSQL share. */
export const tables = `
  create table users (id text primary key, name text, email text unique, image text);
  create table accounts (provider text, subject text, "user" text not null references users (id),
    access_token text, expires_at bigint, scope text, primary key (provider, subject));
  create table sessions (token text primary key, "user" text not null references users (id), expires text not null);
  create table audit (id text primary key, at bigint not null, event text not null, "user" text, provider text);
  create index accounts_user on accounts ("user");
  create index sessions_user on sessions ("user");
  create index audit_user on audit ("user", at);`

/** The session that a key opens, with its user. */
export const findSession =
  'select u.id, u.name, u.email, u.image, s.expires from sessions s join users u on u.id = s."user" where s.token = '

/** A key that only the browser knows, and what of it is stored. */
export function newKey(): { key: string; token: string } {
  const key = randomBytes(32).toString('base64url')
  return { key, token: hashed(key) }
}

/** A key as it is stored: who reads the table cannot sign in with it. */
export function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
