local scheduler = require("lib.scheduler")
local class = require("lib.class")
local u = require("lib.util")

local Logger = class()

function Logger:init(prefix)
  self.prefix = prefix
end

function Logger:write(text)
  print(self:decorate(text))
end

function Logger:decorate(text)
  return self.prefix .. u.short(text)
end

local FileLogger = class(Logger)

function FileLogger:write(text)
  Logger.write(self, text)
  self:flush()
end

function FileLogger:flush() end

local function greet(task)
  print("hello from " .. task.name)
end

local commands = {
  run = function(s) s:step() end,
  help = function() usage() end,
}

function usage()
  print("usage: main.lua run")
end

local function main(argv)
  local log = FileLogger:new("> ")
  local s = scheduler.create({ quiet = true })
  s:on("failed", function(task, err) log:write(err) end)
  s:add("greet", greet):every(3, "tick", greet)
  local command = commands[argv[1]] or usage
  command(s)
end

main(arg)
