" :make assembles or compiles the file (:make --force replaces the image); its errors go to the quickfix list
if exists('current_compiler')
  finish
endif
let current_compiler = 'ironboard'
CompilerSet makeprg=ironboard\ asm\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#
