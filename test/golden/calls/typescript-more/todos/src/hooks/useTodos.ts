import { useCallback, useEffect, useReducer, useState } from "react";
import { ApiError, defaultClient, type Todo, type TodoClient } from "../api/client";

type Action = { type: "loaded"; todos: Todo[] } | { type: "toggled"; todo: Todo };

export function reducer(state: Todo[], action: Action): Todo[] {
  switch (action.type) {
    case "loaded":
      return sortTodos(action.todos);
    case "toggled":
      return replace(state, action.todo);
  }
}

const replace = (state: Todo[], todo: Todo) => state.map((one) => (one.id === todo.id ? todo : one));

export function sortTodos(todos: Todo[]) {
  return [...todos].sort(byText);
}

function byText(a: Todo, b: Todo) {
  return a.text.localeCompare(b.text);
}

export default function useTodos(client: TodoClient = defaultClient) {
  const [todos, dispatch] = useReducer(reducer, []);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    let live = true;
    client
      .list()
      .then((loaded) => live && dispatch({ type: "loaded", todos: loaded }))
      .catch((cause) => setError(explain(cause)));
    return client.subscribe((all) => log(all.length));
  }, [client]);

  const toggle = useCallback(async (todo: Todo) => {
    const changed = await client.toggle(todo);
    dispatch({ type: "toggled", todo: changed });
  }, [client]);

  return { todos, error, toggle };
}

function explain(cause: unknown): string {
  if (cause instanceof ApiError && cause.isRetryable()) return "try again";
  return String(cause);
}

const log = (count: number) => console.log(count);
