local Item = require("inv.item")
local log = require("inv.log")

local Inventory = {}
Inventory.__index = Inventory

local function valid(name)
  return type(name) == "string"
end

function Inventory.new(limit)
  local self = setmetatable({}, Inventory)
  self.items = {}
  self.limit = limit or 10
  self.logger = log.create("inv")
  return self
end

function Inventory:add(name, price)
  if not valid(name) then
    self.logger:warn("bad name")
    return nil
  end
  local item = Item(name, price)
  self:_insert(item)
  return item
end

function Inventory:_insert(item)
  if self:is_full() then
    error("full")
  end
  self.items[#self.items + 1] = item
end

function Inventory:is_full()
  return #self.items >= self.limit
end

function Inventory:total()
  return self:fold(function(acc, item)
    return acc + item:cost()
  end, 0)
end

function Inventory:fold(fn, acc)
  for _, item in ipairs(self.items) do
    acc = fn(acc, item)
  end
  return acc
end

function Inventory:each(visit)
  for _, item in ipairs(self.items) do
    visit(item)
  end
  return self
end

return Inventory
