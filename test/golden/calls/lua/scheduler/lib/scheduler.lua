local tasks = require "lib.task"
local util = require "lib.util"
local filter, each = util.filter, util.each

local Scheduler = {}
local mt = { __index = Scheduler }

local function is_open(task)
  return not task:is_done()
end

local function create(opts)
  return setmetatable({ queue = {}, hooks = {}, opts = opts or {} }, mt)
end

function Scheduler:add(name, fn)
  local task = tasks.Task.new(name, fn)
  table.insert(self.queue, task)
  self:emit("added", task)
  return self
end

function Scheduler:every(n, name, fn)
  local task = tasks.Repeating.new(name, fn, n)
  self.queue[#self.queue + 1] = task
  self:emit("added", task)
  return self
end

function Scheduler:on(event, fn)
  self.hooks[event] = self.hooks[event] or {}
  table.insert(self.hooks[event], fn)
end

function Scheduler:emit(event, ...)
  local args = { ... }
  each(self.hooks[event] or {}, function(fn) fn(table.unpack(args)) end)
end

function Scheduler:open()
  return filter(self.queue, is_open)
end

function Scheduler:step()
  for _, task in ipairs(self:open()) do
    local ok, err = task:run()
    if not ok then self:emit("failed", task, err) end
  end
end

return { create = create }
