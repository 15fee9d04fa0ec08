local function class(parent)
  local c = {}
  c.__index = c
  if parent then
    setmetatable(c, { __index = parent, __call = function(cls, ...) return cls.new(...) end })
  end
  return c
end

return class
