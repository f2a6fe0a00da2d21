/**
 * The operations of `RedisJobs`, each one step for all processes. Per topic there are two hashes by id (`meta`: JSON of everything
 * but the body; `body`, of jobs that are not done) and sorted sets of ids: `due` (waiting, by nextAt), `waiting` and `dead` (by receivedAt), `done` (by the
 * time it was done), `ids` (all, for prefixes). KEYS[1] is their common prefix. Bodies are never decoded here.
 */
export const JOBS_SCRIPT = `
local prefix, op = KEYS[1], ARGV[1]
local bytes = prefix .. ':bytes'
-- What a job costs beside its body. One that is done counts as nothing.
local OVERHEAD = 500

local function key(topic, part) return prefix .. ':' .. topic .. ':' .. part end

local function read(topic, id)
  local meta = redis.call('HGET', key(topic, 'meta'), id)
  return meta and cjson.decode(meta)
end

local function row(topic, id)
  local meta = redis.call('HGET', key(topic, 'meta'), id)
  return meta and {topic, id, meta, redis.call('HGET', key(topic, 'body'), id) or '{}'}
end

local function cost(topic, id)
  local job = read(topic, id)
  if not job or job.state == 'done' then return 0 end
  return OVERHEAD + redis.call('HSTRLEN', key(topic, 'body'), id)
end

local function unlist(topic, id)
  for _, part in ipairs({'due', 'waiting', 'dead', 'done'}) do redis.call('ZREM', key(topic, part), id) end
end

local function write(topic, id, job, body)
  local before = cost(topic, id)
  if job.state == 'done' then redis.call('HDEL', key(topic, 'body'), id)
  elseif body then redis.call('HSET', key(topic, 'body'), id, body) end
  redis.call('HSET', key(topic, 'meta'), id, cjson.encode(job))
  redis.call('INCRBY', bytes, cost(topic, id) - before)
  unlist(topic, id)
  redis.call('ZADD', key(topic, 'ids'), 0, id)
  if job.state == 'waiting' then
    redis.call('ZADD', key(topic, 'due'), job.nextAt, id)
    redis.call('ZADD', key(topic, 'waiting'), job.receivedAt, id)
  elseif job.state == 'dead' then redis.call('ZADD', key(topic, 'dead'), job.receivedAt, id)
  else redis.call('ZADD', key(topic, 'done'), job.nextAt, id) end
end

local function drop(topic, id)
  redis.call('DECRBY', bytes, cost(topic, id))
  redis.call('HDEL', key(topic, 'body'), id)
  redis.call('HDEL', key(topic, 'meta'), id)
  unlist(topic, id)
  redis.call('ZREM', key(topic, 'ids'), id)
end

local function isFull(more, max) return tonumber(redis.call('GET', bytes) or 0) + more > tonumber(max) end

local function fresh(receivedAt, nextAt)
  return {state = 'waiting', receivedAt = receivedAt, attempts = 0, refusals = 0, nextAt = nextAt, lastError = ''}
end

-- Whether nobody else has leased, replaced or finished a job since.
local function isHeld(job, receivedAt, nextAt)
  return job and job.state == 'waiting' and job.receivedAt == tonumber(receivedAt) and job.nextAt == tonumber(nextAt)
end

if op == 'put' then
  local now, more = tonumber(ARGV[2]), 0
  for n = 4, #ARGV, 4 do
    if not read(ARGV[n], ARGV[n + 1]) then more = more + #ARGV[n + 2] + OVERHEAD end
  end
  if more > 0 and isFull(more, ARGV[3]) then return 'full' end
  local rows = {}
  for n = 4, #ARGV, 4 do
    local topic, id = ARGV[n], ARGV[n + 1]
    if not read(topic, id) then write(topic, id, fresh(now, now + tonumber(ARGV[n + 3])), ARGV[n + 2]) end
    rows[#rows + 1] = row(topic, id)
  end
  return rows
end

local topic, id = ARGV[2], ARGV[3]

if op == 'replace' then
  local now, job = tonumber(ARGV[4]), read(topic, id)
  if isFull(#ARGV[7], ARGV[6]) then return 'full' end
  local receivedAt = job and math.max(now, job.receivedAt + 1) or now
  write(topic, id, fresh(receivedAt, now + tonumber(ARGV[5])), ARGV[7])
elseif op == 'get' then
  return row(topic, id)
elseif op == 'lease' then
  local now, lease = tonumber(ARGV[3]), tonumber(ARGV[4])
  local first = redis.call('ZRANGE', key(topic, 'due'), 0, 0, 'WITHSCORES')
  if not first[1] then return {false, false} end
  if tonumber(first[2]) > now then return {false, first[2]} end
  if lease > 0 then
    local job = read(topic, first[1])
    job.nextAt = now + lease
    write(topic, first[1], job)
  end
  return {row(topic, first[1]), false}
elseif op == 'change' then
  local job = read(topic, id)
  if not isHeld(job, ARGV[4], ARGV[5]) then return 0 end
  for name, value in pairs(cjson.decode(ARGV[6])) do job[name] = value end
  write(topic, id, job)
elseif op == 'finish' then
  local job = read(topic, id)
  if job then
    job.state, job.nextAt, job.lastError, job.attempts = 'done', tonumber(ARGV[4]), '', job.attempts + 1
    write(topic, id, job)
  end
  local old = redis.call('ZRANGEBYSCORE', key(topic, 'done'), '-inf', '(' .. ARGV[5], 'LIMIT', 0, 1000)
  for _, one in ipairs(old) do drop(topic, one) end
elseif op == 'settle' then
  local job = read(topic, id)
  if job and job.receivedAt == tonumber(ARGV[4]) then drop(topic, id) end
elseif op == 'remove' then
  drop(topic, id)
elseif op == 'removeAll' then
  local ids = redis.call('ZRANGEBYLEX', key(topic, 'ids'), '[' .. id, '(' .. id .. string.char(255))
  for _, one in ipairs(ids) do drop(topic, one) end
elseif op == 'revive' then
  for _, one in ipairs(redis.call('ZRANGE', key(topic, 'dead'), 0, -1)) do
    local job = read(topic, one)
    job.state, job.attempts, job.refusals, job.nextAt = 'waiting', 0, 0, tonumber(ARGV[3])
    write(topic, one, job)
  end
elseif op == 'open' then
  local answer = {redis.call('ZCARD', key(topic, 'waiting')) + redis.call('ZCARD', key(topic, 'dead'))}
  local limit = tonumber(ARGV[3])
  if limit == 0 then return answer end
  for _, part in ipairs({'waiting', 'dead'}) do
    for _, one in ipairs(redis.call('ZRANGE', key(topic, part), 0, limit - 1)) do answer[#answer + 1] = row(topic, one) end
  end
  return answer
elseif op == 'figures' then
  local figures = {}
  for _, part in ipairs({'waiting', 'dead'}) do
    local first = redis.call('ZRANGE', key(topic, part), 0, 0, 'WITHSCORES')
    if first[1] then figures[#figures + 1] = {topic, part, redis.call('ZCARD', key(topic, part)), first[2]} end
  end
  return figures
end
return 1
`;
