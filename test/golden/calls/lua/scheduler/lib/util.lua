local M = {}

local clock = os.clock

function M.now()
  return clock()
end

M.format_error = function(name, err)
  return string.format("%s: %s", name, M.short(tostring(err)))
end

function M.short(text)
  return text:sub(1, 40)
end

local function each(list, f)
  for i, v in ipairs(list) do
    f(v, i)
  end
end

function M.filter(list, pred)
  local out = {}
  each(list, function(v)
    if pred(v) then out[#out + 1] = v end
  end)
  return out
end

M.each = each

return M
