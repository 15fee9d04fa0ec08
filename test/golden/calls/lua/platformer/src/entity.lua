local class = require("src.class")
local vec = require "src.vec"

local Entity = class()

local count = 0

local function nextId()
  count = count + 1
  return count
end

function Entity.new(x, y)
  local self = setmetatable({}, Entity)
  self.id = nextId()
  self.pos = vec.new(x, y)
  self.handlers = {}
  self:init()
  return self
end

function Entity:init() end

function Entity:on(event, fn)
  self.handlers[event] = fn
end

function Entity:emit(event, ...)
  local fn = self.handlers[event]
  if fn then fn(self, ...) end
end

function Entity:update(dt)
  self:move(dt)
  self:emit("update", dt)
end

function Entity:move(dt)
  self.pos = self.pos:add(vec.scale(self.pos, dt))
end

Entity.describe = function(self)
  return "entity " .. self.id .. tostring(self.pos)
end

return Entity
