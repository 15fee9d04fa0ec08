local Entity = {}
Entity.__index = Entity

function Entity.new(id)
  local self = setmetatable({}, Entity)
  self.id = id
  self:init()
  return self
end

function Entity:init()
  self.touched = false
end

function Entity:touch()
  self.touched = true
  self:changed()
end

function Entity:changed() end

return Entity
