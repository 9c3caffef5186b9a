;; $FILES: a JSON list of paths. Writes to $RESULT, for each of them, the face of every character, by lines.
(require 'json)
(load (getenv "IRONBOARD"))
(let ((found
       (mapcar
        (lambda (path)
          (find-file path)
          (font-lock-ensure)
          (goto-char (point-min))
          (let (lines)
            (while (not (and (eobp) lines))
              (push (vconcat (mapcar (lambda (place) (format "%s" (or (get-text-property place 'face) "")))
                                     (number-sequence (point) (1- (line-end-position)))))
                    lines)
              (forward-line 1))
            (vconcat (nreverse lines))))
        (json-read-from-string (getenv "FILES")))))
  (with-temp-file (getenv "RESULT")
    (insert (json-encode (vconcat found)))))
