local Entity = require("shop.entity")
local money = require "shop.money"
local log = require("shop.util").log

local Order = setmetatable({}, { __index = Entity })
Order.__index = Order

local function sum(lines)
  local total = money.zero()
  for _, line in ipairs(lines) do
    total = money.add(total, line)
  end
  return total
end

function Order.new(id)
  local self = Entity.new(id)
  setmetatable(self, Order)
  self.lines = {}
  self.store = nil
  return self
end

function Order:add(line)
  table.insert(self.lines, line)
  self:touch()
  return self
end

function Order:total()
  log("total")
  return money.format(sum(self.lines))
end

function Order.changed(self)
  Entity.changed(self)
end

return Order
