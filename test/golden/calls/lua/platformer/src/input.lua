local input = {}
local state = {}

local Keys = {}
Keys.__index = Keys

function Keys:poll()
  for key in pairs(state) do
    self:handle(key)
  end
end

function Keys:handle(key)
  local action = input.actions[key]
  if action then action(self.owner) end
end

local function left(owner) owner.pos.x = owner.pos.x - 1 end
local function right(owner) owner.pos.x = owner.pos.x + 1 end

input.actions = {
  a = left,
  d = right,
  q = function(owner) input.quit(owner) end,
}

function input.quit(owner)
  os.exit(0)
end

function input.bind(owner)
  return setmetatable({ owner = owner }, Keys)
end

function input.pressed(key)
  return state[key] == true
end

return input
