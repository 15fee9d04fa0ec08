import React, { lazy, Suspense } from "react";
import { createRoot } from "react-dom/client";
import TodoItem from "./components/TodoItem";
import * as ui from "./components/ui";
import useTodos from "./hooks/useTodos";
import { plural } from "./lib/format";

function Header({ count }: { count: number }) {
  return <h1>{`${count} ${plural(count, "todo")}`}</h1>;
}

export function App() {
  const { todos, error, toggle } = useTodos();
  const remaining = countOpen();
  function countOpen() {
    return todos.filter((todo) => !todo.done).length;
  }
  if (error) return <p>{error}</p>;
  return (
    <ui.ErrorBoundary>
      <Header count={remaining} />
      {todos.map((todo) => (
        <TodoItem key={todo.id} todo={todo} onToggle={toggle} />
      ))}
    </ui.ErrorBoundary>
  );
}

export function mount(element: HTMLElement) {
  createRoot(element).render(<App />);
}

mount(document.getElementById("root")!);
