local M = {}

local function min(a, b)
  return a < b and a or b
end

local function max(a, b)
  return a > b and a or b
end

function M.clamp(v, lo, hi)
  return max(lo, min(v, hi))
end

M.lerp = function(a, b, t)
  return a + (b - a) * M.clamp(t, 0, 1)
end

function M.each(list, fn)
  for i, v in ipairs(list) do
    fn(v, i)
  end
end

return M
