import React, { memo } from "react";
import type { Todo } from "../api/client";
import { Checkbox } from "./ui";
import { formatText } from "../lib/format";

interface Props {
  todo: Todo;
  onToggle: (todo: Todo) => void;
}

function TodoItem({ todo, onToggle }: Props) {
  const handleChange = () => onToggle(todo);
  return (
    <li className={classFor(todo)}>
      <Checkbox checked={todo.done} onChange={handleChange} />
      <span>{formatText(todo.text)}</span>
    </li>
  );
}

function classFor(todo: Todo) {
  return todo.done ? "done" : "open";
}

export default memo(TodoItem);
