import { Builder, helpers, RequestContext, User, type UserLoader } from "./schema/index.js";
import { EventEmitter } from "node:events";

class DbLoader implements UserLoader {
  async load(id: string): Promise<User> {
    return this.row(id).rename("db");
  }
  private row(id: string) {
    return new User(id);
  }
}

class Server extends EventEmitter {
  private readonly schema = createSchema();
  private ctx = helpers.once(() => new RequestContext(new DbLoader()));

  async handle(id: string): Promise<string> {
    const context = new RequestContext(new DbLoader());
    const user = await context.user(id);
    this.audit(user);
    const field = this.schema.field("f:name");
    return format(field.describe(user.name), user.id());
  }

  private audit(target: User | null) {
    if (!target) return;
    target.rename("audited");
    [1, 2].forEach(this.tick);
  }

  private tick = (n: number) => log(String(n));
}

export function createSchema() {
  return new Builder({ strict: false }).string("name").list("tags").resolve("name", resolveName).build();
}

async function resolveName(args: { id: string }, ctx: RequestContext) {
  const user = await ctx.user(args.id);
  return user.id();
}

function format(a: string, b: string) {
  return `${a}/${b}`;
}

const log = console.log.bind(console);

export async function boot(server = new Server()) {
  const out = await server.handle("1");
  const list = await Promise.all(["a"].map((id) => server.handle(id)));
  createSchema().print();
  return [out, ...list];
}
