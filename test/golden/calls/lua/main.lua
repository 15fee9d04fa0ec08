local Order = require("shop.order")
local util = require("shop.util")
local json = require("cjson")
require("shop.globals")

local function show(order)
  print(order:total())
end

local function run()
  local order = Order.new(1)
  order:add(2):add(3)
  show(order)
  util.map({ order }, show)
  util.each({ order }, function(one)
    util.log(one)
  end)
  global_report(order)
  json.encode({})
end

local handlers = {
  run = run,
}

function handlers.stop()
  util.log("stop")
end

handlers.run()
handlers.stop()
