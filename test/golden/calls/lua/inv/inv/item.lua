local Item = {}
Item.__index = Item

setmetatable(Item, {
  __call = function(cls, ...)
    return cls.create(...)
  end,
})

function Item.create(name, price)
  local item = { name = name, price = price }
  return setmetatable(item, Item)
end

function Item:cost()
  return self.price * self:rate()
end

function Item:rate()
  return 1
end

local Taxed = setmetatable({}, { __index = Item })
Taxed.__index = Taxed

function Taxed.create(name, price)
  local item = Item.create(name, price)
  return setmetatable(item, Taxed)
end

function Taxed:rate()
  return 1.2
end

function Taxed:label()
  return self.name .. self:cost()
end

Item.Taxed = Taxed

return Item
