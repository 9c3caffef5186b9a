;;; ironboard.el --- The languages of Ironboard, its language server and its debugger  -*- lexical-binding: t -*-

;; Written by `ironboard editors emacs'. In the init file:
;;   (load "/path/to/ironboard.el")

;;; Commentary:
;; Colours for every language; with eglot (Emacs 29 has it) `M-x eglot' starts `ironboard lsp', with the package dape
;; `M-x dape' starts `ironboard dap'.

;;; Code:

(defgroup ironboard nil "Programs for the KIM-1, the IBM 704 and the CDC 6600." :group 'languages)

(defcustom ironboard-command '("ironboard")
  "What starts Ironboard: a program and its first arguments."
  :type '(repeat string) :group 'ironboard)

(defcustom ironboard-options nil
  "Options of the languages for the server: (:ca65 (:defines \"DEBUG\") :fortran66 (:machine \"704\"))."
  :type 'plist :group 'ironboard)

(defvar font-lock-beg)
(defvar font-lock-end)
(defvar eglot-server-programs)
(defvar dape-configs)

(defvar-local ironboard--rules nil "The rules of the language, in their order.")

;; A rule is one of
;;   (token BEFORE BEFORE-FACE PATTERN FACE AFTER)
;;   (region BEGIN BEGIN-FACE END FACE NESTED)      BEGIN-FACE: BEGIN and END are not part of the region
;;   (line LOCATION GAP OPERATIONS FACE OPERAND INSIDE LATEST)
;; and the first one that matches at the earliest place counts.

(defun ironboard--colour (start end face)
  (when (and face (< start end))
    (put-text-property start end 'face face)))

(defun ironboard--find (rule limit)
  "Return (START . MATCH) of the next match of RULE before LIMIT, or nil."
  (save-excursion
    (pcase rule
      (`(token ,before ,_ ,pattern ,_ ,after)
       (when (re-search-forward (concat "\\(" before "\\)\\(" pattern "\\)" after) limit t)
         (cons (match-beginning 0) (list (match-beginning 2) (match-end 2)))))
      (`(region ,begin . ,_)
       (when (re-search-forward begin limit t)
         (cons (match-beginning 0) (list (match-beginning 0) (match-end 0))))))))

(defun ironboard--apply (rule found)
  "Colour what RULE has FOUND, and go to its end."
  (let ((start (nth 1 found)) (end (nth 2 found)))
    (pcase rule
      (`(token ,_ ,before-face ,_ ,face ,_)
       (ironboard--colour (car found) start before-face)
       (ironboard--colour start end face)
       (goto-char (max end (1+ (point)))))
      (`(region ,begin ,begin-face ,stop ,face ,nested)
       (goto-char end)
       (let ((depth 1) (either (if nested (concat "\\(" stop "\\)\\|" begin) (concat "\\(" stop "\\)"))))
         (while (and (> depth 0) (re-search-forward either nil 'move))
           (setq depth (+ depth (if (match-beginning 1) -1 1)))
           (when (= (match-beginning 0) (match-end 0)) (forward-char)))
         (when (and begin-face (= depth 0)) (goto-char (match-beginning 0))))
       (ironboard--colour start end (or begin-face face))
       (ironboard--colour (if begin-face end start) (point) face)))))

(defun ironboard--tokens (rules limit)
  "Colour by RULES, which are tokens and regions, from point to LIMIT."
  (let ((ahead (mapcar (lambda (rule) (cons rule 'unknown)) rules)) best)
    (while (progn
             (setq best nil)
             (dolist (each ahead)
               (when (or (eq (cdr each) 'unknown) (and (cdr each) (< (cadr each) (point))))
                 (setcdr each (ironboard--find (car each) limit)))
               (when (and (cdr each) (or (null best) (< (cadr each) (cadr best))))
                 (setq best each)))
             best)
      (goto-char (cadr best))
      (ironboard--apply (car best) (cdr best)))
    (goto-char limit)))

(defun ironboard--line (rule)
  "Colour the line at point by RULE; return whether it is such a line."
  (pcase rule
    (`(token ,before ,_ ,pattern ,face ,after)
     (when (looking-at (concat "\\(" before "\\)\\(" pattern "\\)" after))
       (ironboard--colour (match-beginning 2) (match-end 2) face)
       t))
    (`(line ,location ,gap ,operations ,face ,operand ,inside ,latest)
     (when (looking-at (concat "\\(" location "\\)\\(" gap "\\)\\(" operations "\\)\\(?:[ \t]\\|$\\)"))
       (ironboard--colour (match-beginning 1) (match-end 1) 'font-lock-function-name-face)
       (ironboard--colour (match-beginning 3) (match-end 3) face)
       (goto-char (match-end 3))
       (skip-chars-forward " \t")
       (when (and operand (not (eolp)) (looking-at operand)
                  (or (= latest 0) (eq (char-before) ?\t) (< (current-column) latest)))
         (let ((end (match-end 0)))
           (if (listp inside)
               (ironboard--tokens inside end)
             (ironboard--colour (point) end inside))
           (goto-char end)))
       (ironboard--colour (point) (line-end-position) 'font-lock-comment-face)
       t))))

(defun ironboard--fontify (limit)
  "Colour from point to LIMIT; return nil, as all is done then."
  (let ((case-fold-search t))
    (if (not (assq 'line ironboard--rules))
        (ironboard--tokens ironboard--rules limit)
      (beginning-of-line)
      (while (< (point) limit)
        (let ((start (point)))
          (seq-some #'ironboard--line ironboard--rules)
          (goto-char start)
          (forward-line 1)))))
  nil)

(defun ironboard--whole ()
  "Let whole texts be coloured: a comment may begin anywhere above."
  (when (or (> font-lock-beg (point-min)) (< font-lock-end (point-max)))
    (setq font-lock-beg (point-min) font-lock-end (point-max))))

(defun ironboard--set-up (rules comment)
  "Set this buffer up: the RULES of its language, what is around a COMMENT."
  (setq-local ironboard--rules rules
              comment-start (car comment)
              comment-end (cdr comment)
              font-lock-defaults '(((ironboard--fontify)) t))
  (when (assq 'region rules)
    (add-hook 'font-lock-extend-region-functions #'ironboard--whole nil t)))

(defvar ironboard-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?\" "." table)
    (modify-syntax-entry ?' "." table)
    table)
  "Letters, digits and _ are parts of words; what a string is, the rules say.")

;; LANGUAGES

(with-eval-after-load 'eglot
  (dolist (mode ironboard-modes)
    (add-to-list 'eglot-server-programs (cons mode (lambda (&rest _)
                                                    (append ironboard-command '("lsp")
                                                            (and ironboard-options
                                                                 (list :initializationOptions ironboard-options))))))))

(with-eval-after-load 'dape
  (add-to-list 'dape-configs
               `(ironboard
                 modes ,ironboard-debugged
                 command ,(car ironboard-command)
                 command-args ,(append (cdr ironboard-command) '("dap"))
                 :type "ironboard"
                 :request "launch"
                 :cwd dape-cwd
                 :program dape-buffer-default
                 :stopOnEntry t))
  (add-to-list 'dape-configs
               `(ironboard-wally
                 modes ,ironboard-debugged
                 command ,(car ironboard-command)
                 command-args ,(append (cdr ironboard-command) '("dap"))
                 :type "ironboard"
                 :request "launch"
                 :program "wally"
                 :keys ["0" "9" "GO"])))

(provide 'ironboard)
;;; ironboard.el ends here
