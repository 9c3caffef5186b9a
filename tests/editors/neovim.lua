-- A person's hands in Neovim: opens $SOURCE, waits for errors, asks for hover and definition, runs :make.
-- Writes what was seen to $RESULT, as JSON.
vim.cmd("edit " .. vim.env.SOURCE)
vim.ui.select = function(items, _, chosen)
  chosen(items[1], 1)
end
local seen = {
  filetype = vim.bo.filetype,
  commentstring = vim.bo.commentstring,
}

local function wait(found)
  assert(vim.wait(30000, found, 20), "it never came")
end

local function ask(method, line, column)
  local place = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = column } }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, place, 30000)) do
    return answer.result
  end
end

wait(function()
  return #vim.diagnostic.get(0) > 0
end)
seen.diagnostics = vim.tbl_map(function(each)
  return { each.lnum, each.col, each.severity, each.message }
end, vim.diagnostic.get(0))
seen.hover = ask("textDocument/hover", 2, 9)
seen.definition = ask("textDocument/definition", 4, 13)
local here = { textDocument = { uri = vim.uri_from_bufnr(0) } }
local function about(method, more)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", here, more or {}), 30000)) do
    return answer.result
  end
end
seen.tokens = about("textDocument/semanticTokens/full").data
seen.folds = about("textDocument/foldingRange")
seen.symbols = about("textDocument/documentSymbol")
seen.signature = ask("textDocument/signatureHelp", 2, 12)
vim.fn.cursor(4, 10)
vim.lsp.buf.code_action() -- Neovim's own: it asks which one, and changes the text
wait(function()
  return vim.fn.getline(4) ~= "        ADCC #1"
end)
seen.cured = vim.fn.getline(4)
vim.cmd("undo")
vim.api.nvim_buf_set_lines(0, 3, 4, false, { "        ADC #1" })
wait(function()
  return #vim.diagnostic.get(0) == 0
end)
vim.cmd("edit!")
vim.cmd("silent make")
seen.quickfix = vim.tbl_map(function(each)
  return { each.lnum, each.col, each.type, each.text }
end, vim.tbl_filter(function(each)
  return each.valid == 1
end, vim.fn.getqflist()))
vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.RESULT)
vim.cmd("qa!")
