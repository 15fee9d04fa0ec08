local M = {}

local function round(value)
  return math.floor(value)
end

M.zero = function()
  return 0
end

function M.add(a, b)
  return round(a + b)
end

function M.format(value)
  return tostring(M.round(value))
end

M.round = round

return M
