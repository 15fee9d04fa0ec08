local Entity = require("src.entity")
local input = require("src.input")

local Player = setmetatable({}, { __index = Entity })
Player.__index = Player

function Player.new(name)
  local self = Entity.new(0, 0)
  setmetatable(self, Player)
  self.name = name
  self.keys = input.bind(self)
  return self
end

function Player:update(dt)
  Entity.update(self, dt)
  if input.pressed("jump") then
    self:jump()
  end
  self.keys:poll()
end

function Player:jump()
  self:emit("jump")
end

return Player
