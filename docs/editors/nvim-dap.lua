-- Ironboard's debugger in Neovim, with the plugin nvim-dap: put this into your init.lua.

local dap = require("dap")

dap.adapters.ironboard = { type = "executable", command = "ironboard", args = { "dap" } }

local this_source = {
  type = "ironboard",
  request = "launch",
  name = "This source on the KIM-1",
  program = "${file}",
  cwd = "${workspaceFolder}",
  stopOnEntry = true,
}

local wally = {
  type = "ironboard",
  request = "launch",
  name = "Wally, nine stones ahead",
  program = "wally",
  keys = { "0", "9", "GO" },
}

vim.filetype.add({ extension = { alg = "algol" } })
dap.configurations.algol = {
  {
    type = "ironboard",
    request = "launch",
    name = "This program in ALGOL 60 on the 6600",
    program = "${file}",
    cwd = "${workspaceFolder}",
    stopOnEntry = true,
  },
}

for _, filetype in ipairs({ "asm", "asm_ca65", "a65" }) do
  dap.configurations[filetype] = { this_source, wally }
end

vim.keymap.set("n", "<F5>", dap.continue)
vim.keymap.set("n", "<S-F5>", dap.reverse_continue)
vim.keymap.set("n", "<F9>", dap.toggle_breakpoint)
vim.keymap.set("n", "<F10>", dap.step_over)
vim.keymap.set("n", "<S-F10>", dap.step_back)
vim.keymap.set("n", "<F11>", dap.step_into)
vim.keymap.set("n", "<S-F11>", dap.step_out)
