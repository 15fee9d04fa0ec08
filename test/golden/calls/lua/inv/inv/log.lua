local M = {}

local Logger = {}
Logger.__index = Logger

local function stamp()
  return os.time()
end

function Logger:write(level, text)
  io.write(stamp(), level, text)
end

function Logger:warn(text)
  self:write("warn", text)
end

Logger.info = function(self, text)
  self:write("info", text)
end

function M.create(name)
  return setmetatable({ name = name }, Logger)
end

function M.quiet()
  local logger = M.create("quiet")
  logger.write = function() end
  return logger
end

return M
