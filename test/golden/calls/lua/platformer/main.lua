local Player = require("src.player")
local Entity = require("src.entity")
local vec = require("src.vec")

local world = { entities = {} }

function world:add(e)
  table.insert(self.entities, e)
  e:on("jump", onJump)
  return e
end

function world:update(dt)
  for _, e in ipairs(self.entities) do
    e:update(dt)
  end
end

function onJump(e)
  log("jump " .. e.id)
end

function log(text)
  print(text)
end

local function setup()
  local player = world:add(Player.new("ann"))
  local rock = Entity.new(1, 2)
  rock:on("update", function(e) log(e:describe()) end)
  world:add(rock)
  rock:update(0.1)
  local v = vec.new(3, 4)
  log(v:length())
end

function love.load()
  setup()
end

function love.update(dt)
  world:update(dt)
end

pcall(setup)
