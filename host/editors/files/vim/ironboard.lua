-- Ironboard in Neovim: the language server, and the debugger for the plugin nvim-dap if that is installed.
-- vim.g.ironboard_command says what to start if `ironboard` is not in the PATH: a path, or a list of words.

if vim.g.loaded_ironboard then
  return
end
vim.g.loaded_ironboard = true

local languages = { LANGUAGES }
local debugged = { DEBUGGED }

local function command(verb)
  local given = vim.g.ironboard_command or "ironboard"
  local words = type(given) == "table" and vim.deepcopy(given) or { given }
  table.insert(words, verb)
  return words
end

local clients = {} -- root folder -> the server's number; Neovim 0.8 and later keep it themselves

local function start(buffer)
  local words = command("lsp")
  if vim.fn.executable(words[1]) == 0 then
    vim.notify_once("Ironboard: '" .. words[1] .. "' is not installed: set vim.g.ironboard_command", vim.log.levels.WARN)
    return
  end
  local root = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  local config = { name = "ironboard", cmd = words, root_dir = root, init_options = vim.g.ironboard_options }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  clients[root] = clients[root] or vim.lsp.start_client(config)
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = languages,
  callback = function(event)
    start(event.buf or tonumber(vim.fn.expand("<abuf>")))
  end,
})

local found, dap = pcall(require, "dap")
if found then
  local words = command("dap")
  dap.adapters.ironboard = { type = "executable", command = words[1], args = vim.list_slice(words, 2) }
  for _, language in ipairs(debugged) do
    dap.configurations[language] = {
      {
        type = "ironboard",
        request = "launch",
        name = "This program",
        program = "${file}",
        cwd = "${fileDirname}",
        stopOnEntry = true,
      },
      { type = "ironboard", request = "launch", name = "Wally, nine stones ahead", program = "wally", keys = { "0", "9", "GO" } },
    }
  end
end
