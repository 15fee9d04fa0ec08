local M = {}
local mt = { __index = M }

function M.new(x, y)
  return setmetatable({ x = x or 0, y = y or 0 }, mt)
end

function M.add(a, b)
  return M.new(a.x + b.x, a.y + b.y)
end

function M.scale(v, by)
  return M.new(v.x * by, v.y * by)
end

function M:length()
  return math.sqrt(M.dot(self, self))
end

M.dot = function(a, b) return a.x * b.x + a.y * b.y end

mt.__add = M.add
mt.__tostring = function(v) return M.format(v) end

function M.format(v)
  return v.x .. "," .. v.y
end

return M
