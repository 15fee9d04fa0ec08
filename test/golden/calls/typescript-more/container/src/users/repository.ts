import { type Result, attempt, err, ok } from "@core/result";

export interface User {
  id: string;
  name: string;
}

export interface Repository<T> {
  find(id: string): Promise<Result<T>>;
  save(item: T): Promise<void>;
}

export abstract class BaseRepository<T extends { id: string }> implements Repository<T> {
  protected items = new Map<string, T>();

  async find(id: string) {
    const item = this.items.get(this.key(id));
    return item ? ok(item) : err(this.notFound(id));
  }

  save = async (item: T) => {
    this.validate(item);
    this.items.set(this.key(item.id), item);
  };

  protected key(id: string) {
    return `${this.prefix}:${id}`;
  }

  protected abstract get prefix(): string;
  protected abstract validate(item: T): void;

  private notFound(id: string) {
    return new Error(id);
  }
}

export class UserRepository extends BaseRepository<User> {
  private static instance?: UserRepository;

  static get shared(): UserRepository {
    return (this.instance ??= new UserRepository());
  }

  protected get prefix() {
    return "user";
  }

  protected validate(user: User) {
    assertName(user.name);
  }

  async rename(id: string, name: string): Promise<Result<User>> {
    const found = await this.find(id);
    return found.map((user) => this.withName(user, name));
  }

  private withName(user: User, name: string): User {
    return { ...user, name };
  }

  override key(id: string) {
    return super.key(id).toLowerCase();
  }
}

function assertName(name: string): asserts name {
  if (!name) throw new TypeError("name");
}

export const loadUser = (id: string) => attempt(() => UserRepository.shared.find(id));
