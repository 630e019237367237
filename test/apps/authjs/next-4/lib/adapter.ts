import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Adapter, AdapterAccount, AdapterUser } from "next-auth/adapters";

const database = new DatabaseSync(process.env.DATABASE_FILE ?? "people.db");
database.exec(`
  create table if not exists users (id text primary key, name text, email text unique, emailVerified text, image text);
  create table if not exists accounts (provider text, providerAccountId text, userId text, primary key (provider, providerAccountId));
  create table if not exists tokens (identifier text, token text, expires text, primary key (identifier, token));
`);

type Row = Record<string, string | null> | undefined;

function toUser(row: Row): AdapterUser | null {
  if (!row) return null;
  const { id, name, email, emailVerified, image } = row;
  const verified = emailVerified ? new Date(emailVerified) : null;
  return { id: id ?? "", name, email: email ?? "", emailVerified: verified, image };
}

function one(sql: string, ...values: (string | null)[]): Row {
  return database.prepare(sql).get(...values) as Row;
}

/** Keeps somebody who gave a name among the people of the database. */
export function keepUser(id: string, name: unknown): void {
  one("insert or ignore into users (id, name) values (?, ?)", id, String(name));
}

/** People and their accounts, in a file. */
export const adapter: Adapter = {
  async createUser(user: Omit<AdapterUser, "id">) {
    const id = randomUUID();
    const verified = user.emailVerified?.toISOString() ?? null;
    one(
      "insert into users values (?, ?, ?, ?, ?)",
      id,
      user.name ?? null,
      user.email,
      verified,
      user.image ?? null,
    );
    return { ...user, id };
  },
  getUser: async (id) => toUser(one("select * from users where id = ?", id)),
  getUserByEmail: async (email) => toUser(one("select * from users where email = ?", email)),
  getUserByAccount: async ({ provider, providerAccountId }) =>
    toUser(
      one(
        "select users.* from users join accounts on userId = id where provider = ? and providerAccountId = ?",
        provider,
        providerAccountId,
      ),
    ),
  async updateUser(user) {
    if (user.emailVerified) {
      one("update users set emailVerified = ? where id = ?", user.emailVerified.toISOString(), user.id);
    }
    return toUser(one("select * from users where id = ?", user.id)) as AdapterUser;
  },
  async linkAccount(account: AdapterAccount) {
    one(
      "insert into accounts values (?, ?, ?)",
      account.provider,
      account.providerAccountId,
      account.userId,
    );
  },
  async createVerificationToken(token) {
    one("insert into tokens values (?, ?, ?)", token.identifier, token.token, token.expires.toISOString());
    return token;
  },
  async useVerificationToken({ identifier, token }) {
    const sql = "delete from tokens where identifier = ? and token = ? returning *";
    const found = one(sql, identifier, token);
    return found ? { identifier, token, expires: new Date(found.expires ?? 0) } : null;
  },
  createSession: async (session) => session,
  getSessionAndUser: async () => null,
  updateSession: async () => null,
  deleteSession: async () => {},
};
