local Class = {}
Class.__index = Class

function Class:extend()
  local cls = {}
  cls.__index = cls
  return setmetatable(cls, { __index = self })
end

function Class:new(...)
  local object = setmetatable({}, self)
  object:init(...)
  return object
end

function Class:init() end

return Class
