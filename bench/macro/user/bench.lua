-- SPDX-License-Identifier: GPL-2.0-only
--
-- The workload of Lua: calls, trees, sorting, string keys, methods, concatenation, arithmetic; no output.
--	usage: lua bench.lua ROUNDS
local rounds = tonumber(arg[1])

local function fib(n)
	if n < 2 then return n end
	return fib(n - 1) + fib(n - 2)
end

local function tree(depth)
	if depth == 0 then return {} end
	return { left = tree(depth - 1), right = tree(depth - 1) }
end

local function count(node)
	if not node.left then return 1 end
	return 1 + count(node.left) + count(node.right)
end

-- Numbers that are the same in every run: Lua's own generator is seeded by the time.
local state = 2006
local function random(limit)
	state = (state * 16807) % 2147483647
	return state % limit
end

local function sort(n)
	local values = {}
	for i = 1, n do values[i] = random(1000000) end
	table.sort(values, function(a, b) return a < b end)
	return values[1]
end

local function words(n)
	local seen = {}
	for _ = 1, n do
		local word = "key" .. random(500)
		seen[word] = (seen[word] or 0) + 1
	end
	return seen
end

local Account = {}
Account.__index = Account
function Account.new() return setmetatable({ balance = 0 }, Account) end
function Account:deposit(sum) self.balance = self.balance + sum end

local function methods(n)
	local account = Account.new()
	for i = 1, n do account:deposit(i) end
	return account.balance
end

local function join(n)
	local parts = {}
	for i = 1, n do parts[#parts + 1] = "part" .. i end
	return #table.concat(parts, ",")
end

-- Arithmetic, where there is no marker: as much of it as makes one site in 14 ns of the whole.
local function mandelbrot(size)
	local inside = 0
	for row = 0, size - 1 do
		for column = 0, size - 1 do
			local cr, ci = 3 * column / size - 2, 2 * row / size - 1
			local zr, zi, steps = 0, 0, 0
			while steps < 50 and zr * zr + zi * zi < 4 do
				zr, zi, steps = zr * zr - zi * zi + cr, 2 * zr * zi + ci, steps + 1
			end
			if steps == 50 then inside = inside + 1 end
		end
	end
	return inside
end

for _ = 1, rounds do
	fib(18)
	count(tree(9))
	sort(1500)
	words(3000)
	methods(10000)
	join(1500)
	mandelbrot(48)
end
