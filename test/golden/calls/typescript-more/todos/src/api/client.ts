export interface Todo {
  id: number;
  text: string;
  done: boolean;
}

type Listener = (todos: Todo[]) => void;

export class ApiError extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
  isRetryable(): boolean {
    return this.status >= 500;
  }
}

export class TodoClient {
  private listeners = new Set<Listener>();
  constructor(private readonly base: string) {}

  async list(): Promise<Todo[]> {
    const todos = await this.request<Todo[]>("/todos");
    this.notify(todos);
    return todos;
  }

  async toggle(todo: Todo): Promise<Todo> {
    return this.request<Todo>(`/todos/${todo.id}`, { ...todo, done: !todo.done });
  }

  subscribe(listener: Listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(todos: Todo[]) {
    for (const listener of this.listeners) listener(todos);
  }

  private async request<T>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(join(this.base, path), { body: body ? encode(body) : undefined });
    if (!response.ok) throw new ApiError(response.status);
    return response.json();
  }
}

const encode = (body: unknown) => JSON.stringify(body);

function join(base: string, path: string) {
  return base.replace(/\/$/, "") + path;
}

export const defaultClient = new TodoClient("/api");
