local Shape = {}
Shape.__index = Shape

function Shape.new(name)
  local self = setmetatable({}, Shape)
  self.name = name
  return self
end

function Shape:area() return 0 end

function Shape:describe()
  return self.name .. self:area()
end

local Square = setmetatable({}, { __index = Shape })
Square.__index = Square

function Square.new(side)
  local self = Shape.new("square")
  self.side = side
  return setmetatable(self, Square)
end

function Square:area()
  return self.side * self.side
end

function Square:describe()
  return "sq " .. Shape.describe(self)
end

return { Shape = Shape, Square = Square, unit = function() return Square.new(1) end }
