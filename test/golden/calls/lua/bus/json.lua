local json = { _version = "1" }

local encode

local function encode_table(t)
  local out = {}
  for k, v in pairs(t) do
    out[#out + 1] = encode(k) .. ":" .. encode(v)
  end
  return "{" .. table.concat(out, ",") .. "}"
end

local function encode_string(s)
  return '"' .. s .. '"'
end

local encoders = {
  ["table"] = encode_table,
  ["string"] = encode_string,
  ["number"] = tostring,
}

encode = function(v)
  local f = encoders[type(v)]
  return f(v)
end

function json.encode(value)
  return encode(value)
end

function json.pretty(value)
  return json.encode(value):gsub(",", ",\n")
end

return json
