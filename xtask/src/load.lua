-- Positions from a file, one a line, asked at random: singly, or BATCH at once.
local file, game, batch = os.getenv("POSITIONS"), os.getenv("GAME"), tonumber(os.getenv("BATCH"))
local requests, at = {}, 0

local function encoded(text)
  return (text:gsub("[^%w%-._]", function(c) return string.format("%%%02X", c:byte()) end))
end

function init()
  local boards = {}
  for line in io.lines(file) do boards[#boards + 1] = line end
  math.randomseed(os.time())
  local path = "/v1/games/" .. game
  if batch == 1 then
    for _, board in ipairs(boards) do
      requests[#requests + 1] = wrk.format("GET", path .. "/position?from=" .. encoded(board))
    end
  else
    local headers = { ["content-type"] = "application/json" }
    for _ = 1, 500 do
      local items = {}
      for item = 1, batch do
        items[item] = '{"from":"' .. boards[math.random(#boards)] .. '"}'
      end
      local body = '{"positions":[' .. table.concat(items, ",") .. "]}"
      requests[#requests + 1] = wrk.format("POST", path .. "/positions", headers, body)
    end
  end
end

function request()
  at = math.random(#requests)
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local seconds = summary.duration / 1e6
  io.write(string.format(
    "%d position%s a request: %.0f positions/s, %.0f requests/s; median %.2f ms, 99 %% %.2f ms, slowest %.2f ms; %d failed\n",
    batch, batch == 1 and "" or "s", summary.requests * batch / seconds, summary.requests / seconds,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3, failed))
end
