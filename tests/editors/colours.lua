-- $FILES: a JSON list of paths. Writes to $RESULT, for each of them, the group that every character is linked to, by lines.
local groups = {}

local function group(id)
  local name = vim.fn.synIDattr(id, "name")
  if name == "" then
    return ""
  end
  if not groups[name] then
    local said = vim.fn.execute("highlight " .. name)
    groups[name] = said:match("links to (%w+)") or (said:match("cleared") and "" or name)
  end
  return groups[name]
end

local found = {}
for _, path in ipairs(vim.fn.json_decode(vim.env.FILES)) do
  vim.cmd("edit " .. vim.fn.fnameescape(path))
  local lines = {}
  for number = 1, vim.fn.line("$") do
    local text, names = vim.fn.getline(number), {}
    for index = 0, vim.fn.strchars(text) - 1 do
      table.insert(names, group(vim.fn.synID(number, vim.fn.byteidx(text, index) + 1, 1)))
    end
    table.insert(lines, names)
  end
  table.insert(found, lines)
end
vim.fn.writefile({ vim.fn.json_encode(found) }, vim.env.RESULT)
vim.cmd("qa!")
