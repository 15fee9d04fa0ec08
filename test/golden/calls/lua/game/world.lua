local util = require "util"
local Vector = require "vector"

local World = {}
World.__index = World

function World.new()
  local self = setmetatable({}, World)
  self.entities = {}
  self.gravity = Vector.new(0, 9)
  return self
end

local function remove_dead(entity)
  if entity.dead then
    entity.removed = true
  end
end

function World:add(entity)
  table.insert(self.entities, entity)
  return self
end

function World:step(dt)
  local g = self.gravity:scale(dt)
  util.each(self.entities, remove_dead)
  util.each(self.entities, function(e)
    e:update(dt)
  end)
  self:log("step " .. g:len())
end

function World:log(text)
  print(text)
end

return World
