local Bus = {}
local Bus_mt = { __index = Bus }

local function key(event)
  return tostring(event)
end

function Bus.new()
  local b = { handlers = {}, queue = {} }
  return setmetatable(b, Bus_mt)
end

function Bus:on(event, handler)
  local k = key(event)
  self.handlers[k] = self.handlers[k] or {}
  table.insert(self.handlers[k], handler)
  return self
end

function Bus:emit(event, ...)
  for _, h in ipairs(self:handlers_of(event)) do
    h(...)
  end
end

function Bus:handlers_of(event)
  return self.handlers[key(event)] or {}
end

Bus.once = function(self, event, handler)
  self:on(event, handler)
end

return Bus
