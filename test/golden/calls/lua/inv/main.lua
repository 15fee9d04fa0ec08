local Inventory = require("inv.inventory")
local log = require("inv.log")

local function show(item)
  print(item.name)
end

local function fill(inv)
  inv:add("pen", 2)
  inv:add("ink", 3)
end

local function main(args)
  local inv = Inventory.new(5)
  fill(inv)
  inv:each(show)
  local logger = log.create("main")
  logger:info(inv:total())
end

local function guard(f, ...)
  local ok, err = pcall(f, ...)
  if not ok then
    log.quiet():warn(err)
  end
end

guard(main, arg)
