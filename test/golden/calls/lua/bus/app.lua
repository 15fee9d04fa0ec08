local Bus = require("bus")
local json = require("json")
local shapes = require("shapes")
local Square = shapes.Square

local App = {}

function App:start()
  self.bus = Bus.new()
  self.bus:on("ready", on_ready):on("tick", App.tick)
  self.bus:emit("ready", self)
  self:render()
end

function App.tick(n)
  return n
end

function App:render()
  local s = Square.new(2)
  print(s:describe())
  print(json.pretty({ area = s:area() }))
  local base = shapes.Shape.new("base")
  base:describe()
end

function on_ready(app)
  print("ready")
  helper.log("x")
end

helper = {}
function helper.log(text)
  print(helper.format(text))
end
function helper.format(text) return text end

local ok, err = pcall(App.start, App)
App:start()
