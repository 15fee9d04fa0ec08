local function log(text)
  print(text)
end

local function map(list, f)
  local out = {}
  for i, v in ipairs(list) do
    out[i] = f(v)
  end
  return out
end

return {
  log = log,
  map = map,
  each = function(list, f)
    map(list, f)
  end,
}
