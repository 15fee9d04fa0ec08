local Class = require("class")
local util = require("util")

local Entity = Class:extend()

function Entity:init(x, y)
  self.x = x
  self.y = y
  self:reset()
end

function Entity:reset()
  self.health = util.clamp(100, 0, 100)
end

function Entity:damage(n)
  self.health = util.clamp(self.health - n, 0, 100)
  if self.health == 0 then
    self:die()
  end
end

function Entity:die()
  self.dead = true
end

function Entity:update(dt)
end

return Entity
