;;; Ironboard's debugger in Emacs, with the package dape: put this into your init file.  -*- lexical-binding: t -*-

(with-eval-after-load 'dape
  (add-to-list 'dape-configs
               '(ironboard
                 modes (asm-mode)
                 command "ironboard"
                 command-args ("dap")
                 :type "ironboard"
                 :request "launch"
                 :cwd dape-cwd
                 :program dape-buffer-default
                 :stopOnEntry t))
  (add-to-list 'dape-configs
               '(ironboard-wally
                 modes (asm-mode)
                 command "ironboard"
                 command-args ("dap")
                 :type "ironboard"
                 :request "launch"
                 :program "wally"
                 :keys ["0" "9" "GO"])))
