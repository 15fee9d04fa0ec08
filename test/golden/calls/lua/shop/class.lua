local function class(parent)
  local cls = {}
  cls.__index = cls
  if parent then setmetatable(cls, { __index = parent }) end
  return cls
end

return class
