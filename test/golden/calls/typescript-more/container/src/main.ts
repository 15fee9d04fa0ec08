import bootstrap, { Box, Token, text, type Result } from "./core";
import { UserRepository, loadUser, type Repository, type User } from "./users/repository";
import { EventEmitter } from "node:events";

const REPO = new Token<Repository<User>>("repo");

class Service extends EventEmitter {
  constructor(private repo: Repository<User>, private readonly log: (line: string) => void = console.log) {
    super();
    this.on("saved", this.onSaved);
    this.on("failed", (e) => this.onFailed(e));
  }

  onSaved = (user: User) => this.log(describe(user));

  private onFailed(error: Error) {
    this.log(error.message);
  }

  async create(name: string) {
    const user: User = { id: makeId(name), name: text.strip(name) };
    await this.repo.save(user);
    this.emit("saved", user);
    return user;
  }
}

function describe(user: User): string;
function describe(user: User, long: boolean): string;
function describe(user: User, long = false) {
  return long ? `${user.id} ${user.name}` : user.name;
}

const makeId = (name: string) => `${text.Words.count(name)}-${name}`;

const handlers = {
  async create(service: Service, name: string) {
    return service.create(name);
  },
  load: (_: Service, id: string) => loadUser(id).then(report),
} satisfies Record<string, (service: Service, arg: string) => Promise<unknown>>;

function report(result: Result<User>) {
  result.map((user) => console.log(describe(user, true)));
}

async function main([command = "create", arg = ""]: string[]) {
  const box = bootstrap((b) => b.register(REPO, () => new UserRepository()));
  const service = new Service(box.get(REPO));
  const handler = handlers[command as keyof typeof handlers];
  await handler(service, arg);
}

void main(process.argv.slice(2));
