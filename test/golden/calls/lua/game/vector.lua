local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b)
  return Vector.new(a.x + b.x, a.y + b.y)
end

function Vector.new(x, y)
  return setmetatable({ x = x, y = y }, Vector)
end

function Vector:scale(k)
  return Vector.new(self.x * k, self.y * k)
end

function Vector:len()
  return math.sqrt(self:dot(self))
end

function Vector:dot(o)
  return self.x * o.x + self.y * o.y
end

return Vector
