#!/bin/sh
# Runs before a tool of the agent. Says nothing unless the tool is about to search text, and Manifold is there; it never stops the tool.
input=$(cat)
case $input in
  *'"tool_name":"Grep"'* | *'"tool_name": "Grep"'*) ;;
  *'"command":"rg '* | *'"command":"grep '* | *'"command": "rg '* | *'"command": "grep '* | *'| grep '* | *'&& rg '* | *'&& grep '*) ;;
  *) exit 0 ;;
esac
command -v manifold >/dev/null 2>&1 || exit 0
printf '%s\n' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"Manifold has an index of this code: its MCP tools, or manifold q, def, callers and impact, answer where a name is defined, who uses it and how something works with exact places. Prefer them to a text search for anything but literal strings."}}'
