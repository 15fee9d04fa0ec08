local util = require("lib.util")

local Task = {}
Task.__index = Task

local STATES = { ready = 1, done = 2 }

function Task.new(name, fn, opts)
  opts = opts or {}
  local self = setmetatable({
    name = name,
    fn = fn,
    state = STATES.ready,
    retries = opts.retries or 0,
  }, Task)
  self:_setup()
  return self
end

function Task:_setup()
  self.created = util.now()
end

function Task:run(...)
  local ok, err = pcall(self.fn, self, ...)
  if not ok then
    return self:fail(err)
  end
  self:finish()
  return true
end

function Task:fail(err)
  if self.retries > 0 then
    self.retries = self.retries - 1
    return self:run()
  end
  return false, util.format_error(self.name, err)
end

function Task:finish()
  self.state = STATES.done
end

function Task:is_done()
  return self.state == STATES.done
end

local Repeating = setmetatable({}, { __index = Task })
Repeating.__index = Repeating

function Repeating.new(name, fn, times)
  local self = Task.new(name, fn)
  self.times = times
  return setmetatable(self, Repeating)
end

function Repeating:finish()
  self.times = self.times - 1
  if self.times <= 0 then
    Task.finish(self)
  end
end

return { Task = Task, Repeating = Repeating }
