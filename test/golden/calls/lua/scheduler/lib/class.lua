local function new(self, ...)
  local obj = setmetatable({}, self)
  if obj.init then obj:init(...) end
  return obj
end

return function(base)
  local cls = {}
  cls.__index = cls
  cls.new = new
  return setmetatable(cls, { __index = base, __call = new })
end
