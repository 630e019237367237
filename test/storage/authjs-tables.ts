/** The tables that users of `@auth/kysely-adapter` have made, as its documentation says, in SQLite's words;
 * only that `email` may be empty, which `migrate` asks for. */
export const kyselyTables = `
pragma foreign_keys = on;
create table "User" (
  "id" text primary key not null, "name" text, "email" text unique,
  "emailVerified" text, "image" text
);
create table "Account" (
  "id" text primary key not null default (lower(hex(randomblob(16)))),
  "userId" text not null references "User" ("id") on delete cascade,
  "type" text not null, "provider" text not null, "providerAccountId" text not null,
  "refresh_token" text, "access_token" text, "expires_at" bigint, "token_type" text,
  "scope" text, "id_token" text, "session_state" text
);
create table "Session" (
  "id" text primary key not null default (lower(hex(randomblob(16)))),
  "userId" text not null references "User" ("id") on delete cascade,
  "sessionToken" text unique not null, "expires" text not null
);
create table "VerificationToken" (
  "identifier" text not null, "token" text unique not null, "expires" text not null
);
create index "Account_userId_index" on "Account" ("userId");
create index "Session_userId_index" on "Session" ("userId");
`

/** The tables of `@auth/drizzle-adapter` in SQLite. */
export const drizzleTables = `
pragma foreign_keys = on;
create table user (id text primary key, name text, email text unique, emailVerified integer, image text);
create table account (
  userId text not null references user (id) on delete cascade, type text not null,
  provider text not null, providerAccountId text not null, refresh_token text, access_token text,
  expires_at integer, token_type text, scope text, id_token text, session_state text,
  primary key (provider, providerAccountId)
);
create table session (
  sessionToken text primary key, userId text not null references user (id) on delete cascade,
  expires integer not null
);
create table verificationToken (
  identifier text not null, token text not null, expires integer not null,
  primary key (identifier, token)
);
create table authenticator (
  credentialID text not null unique, userId text not null references user (id) on delete cascade,
  providerAccountId text not null, credentialPublicKey text not null, counter integer not null,
  credentialDeviceType text not null, credentialBackedUp integer not null, transports text,
  primary key (userId, credentialID)
);
`

/** The tables of \`@auth/pg-adapter\`, word for word in shape: integer ids, and no unique key but the primary ones. */
export const pgTables = `
create table verification_token (
  identifier text not null, expires timestamptz not null, token text not null,
  primary key (identifier, token)
);
create table accounts (
  id serial, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null,
  "providerAccountId" varchar(255) not null, refresh_token text, access_token text,
  expires_at bigint, id_token text, scope text, session_state text, token_type text, primary key (id)
);
create table sessions (
  id serial, "userId" integer not null, expires timestamptz not null,
  "sessionToken" varchar(255) not null, primary key (id)
);
create table users (
  id serial, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text,
  primary key (id)
);
`
