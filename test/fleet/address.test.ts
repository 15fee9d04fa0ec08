import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf, isAddress } from "../../src/fleet/shared/address.ts";

const home = mkdtempSync(join(tmpdir(), "mf-home-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const env = (more: Record<string, string> = {}) => ({ HOME: home, ...more });
const file = (name: string, text: string, mode = 0o600): string => {
  const path = join(home, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};

describe("where a shared index is", () => {
  test("every form that PostgreSQL's programs take", () => {
    const of = (text: string, more: Record<string, string> = {}) => {
      const { host, port, database, user, tls } = addressOf(text, env(more));
      return [host, port, database, user, tls !== null];
    };
    expect(of("postgres://me@db.example.org/code")).toEqual(["db.example.org", 5432, "code", "me", true]);
    expect(of("postgresql://me@db.example.org:6000/code?sslmode=verify-full")).toEqual(["db.example.org", 6000, "code", "me", true]);
    expect(of("postgres://me@localhost/code")).toEqual(["localhost", 5432, "code", "me", false]);
    expect(of("postgres://me@localhost/code?sslmode=verify-full")).toEqual(["localhost", 5432, "code", "me", true]);
    expect(of("postgres://me@[2001:db8::1]:7/code")).toEqual(["2001:db8::1", 7, "code", "me", true]);
    expect(of("postgres://me@%2Frun%2Fpg/code")).toEqual(["/run/pg", 5432, "code", "me", false]);
    expect(of("postgres://me@/code?host=/run/pg&port=7")).toEqual(["/run/pg", 7, "code", "me", false]);
    expect(of("postgres:///", { PGHOST: "h.example", PGUSER: "u", PGDATABASE: "d", PGPORT: "9" })).toEqual([
      "h.example",
      9,
      "d",
      "u",
      true,
    ]);
    expect(of("postgres://a%20b@db.example.org")).toEqual(["db.example.org", 5432, "a b", "a b", true]);
    expect([isAddress("postgres://x"), isAddress("PostgreSQL://x"), isAddress("api"), isAddress("https://x")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("what is no address, holds a password, or would not be verified is refused, and no refusal repeats a password", () => {
    const bad = [
      "postgres://me:hunter2@db.example.org/code",
      "postgres://me@db.example.org/code?password=hunter2",
      "postgres://me:hunter2@bad host/code",
      "postgres://me@db.example.org/code?sslmode=require",
      "postgres://me@db.example.org/code?sslmode=disable",
      "postgres://me@db.example.org/code?sslmode=prefer",
      "postgres://me@db.example.org:99999/code",
      "postgres://me@db.example.org/code?options=-cx",
      "postgres://me@db.example.org/code?sslrootcert=/not/there.pem",
      "postgres://me@a/b/c",
    ];
    for (const text of bad) {
      let said = "";
      try {
        addressOf(text, env());
      } catch (error) {
        said = String(error);
      }
      expect(said, text).not.toBe("");
      expect(said).not.toContain("hunter2");
    }
    expect(() => addressOf("postgres://me@db.example.org/x", env({ PGSSLMODE: "allow" }))).toThrow(/does not verify/);
    expect(() => addressOf("postgres://?service=none", env())).toThrow(/no service/);
  });

  test("the password comes from the environment, the service or a .pgpass that nobody else can read, and is not in what is shown", () => {
    const of = (more: Record<string, string> = {}, text = "postgres://me@db.example.org:6000/code") => addressOf(text, env(more));
    expect(of().password()).toBeUndefined();
    expect(of({ PGPASSWORD: "one" }).password()).toBe("one");
    const path = file(
      ".pgpass",
      "# of ours\nother:*:*:*:no\ndb.example.org:6000:code:me:t\\:w\\\\o\n*:*:*:you:three\nlocalhost:5432:code:me:socket\n",
    );
    expect(of().password()).toBe("t:w\\o");
    expect(of({}, "postgres://you@elsewhere/x").password()).toBe("three");
    expect(of({}, "postgres://me@/code?host=/run/pg").password()).toBe("socket");
    chmodSync(path, 0o644);
    expect(of().password()).toBeUndefined();
    file("services", "[code]\nhost=db.example.org\nport=6000\ndbname=code\nuser=me\npassword=four\n[other]\nhost=no\n");
    const served = of({ PGSERVICE: "code", PGSERVICEFILE: join(home, "services") }, "postgres://");
    expect([served.host, served.port, served.database, served.user, served.password()]).toEqual([
      "db.example.org",
      6000,
      "code",
      "me",
      "four",
    ]);
    expect(served.shown).toBe("postgres://me@db.example.org:6000/code");
    expect(JSON.stringify(served)).not.toContain("four");
  });
});
