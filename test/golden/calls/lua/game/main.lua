local Entity = require("entity")
local World = require("world")
local util = require("util")

local Player = Entity:extend()

function Player:init(x, y, name)
  Entity.init(self, x, y)
  self.name = name
end

function Player:update(dt)
  self:move(util.lerp(0, 1, dt))
end

function Player:move(d)
  self.x = self.x + d
end

local commands = {
  hit = function(p) p:damage(10) end,
  step = function(_, w) w:step(1) end,
}

local function dispatch(name, ...)
  local command = commands[name]
  if command then
    command(...)
  end
end

local function main()
  local world = World.new()
  local player = Player:new(1, 2, "ann")
  world:add(player):add(Player:new(3, 4, "bob"))
  player:damage(5)
  world:step(0.1)
  dispatch("hit", player)
end

main()
