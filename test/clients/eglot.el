;;; eglot.el --- uses the language server in Emacs  -*- lexical-binding: t -*-
;; Opens a query with the configuration of docs/other-editors.md, uses the language server as a user would, and writes what happened to
;; a file as JSON. Environment: CONFIG, QUERY and RESULT name the files.

(require 'package)
(package-initialize)
(require 'eglot)
(require 'json)
(require 'cl-lib)

(defvar seen nil)
(defun see (name value) (push (cons name value) seen))

(defun wait-for (what condition)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall condition))
      (when (> (float-time) end) (error "Waited in vain for %s" what))
      (accept-process-output nil 0.05))))

(defun text () (buffer-substring-no-properties (point-min) (point-max)))

(defun go-to (word)
  (goto-char (point-min))
  (search-forward word)
  (goto-char (match-beginning 0)))

;; Answers menus, where a user would choose: the first choice that contains a text.
(defvar wanted nil)
(defun answer-menu (prompt collection &rest _)
  (when (string-match-p "Apply the repair" prompt) (see 'question prompt))
  (or (cl-find-if (lambda (choice) (string-match-p (regexp-quote wanted) choice))
                  (mapcar (lambda (one) (if (consp one) (car one) one)) collection))
      (error "%s is not offered" wanted)))
(advice-add 'completing-read :override #'answer-menu)

(defun send-changes ()
  "Send the edits at once. Otherwise eglot sends them when the user pauses."
  (eglot--signal-textDocument/didChange))

(defun run-code-action (title)
  (send-changes)
  (setq wanted title)
  ;; As after a key, not after a click.
  (let ((last-nonmenu-event ?x))
    (eglot-code-actions (point) (point) nil t)))

(defun run ()
  (load (getenv "CONFIG") nil t)
  (find-file (getenv "QUERY"))
  (setq eglot-sync-connect 30)
  (apply #'eglot--connect (eglot--guess-contact))
  (flymake-start)
  (wait-for "diagnostics" (lambda () (flymake-diagnostics)))
  (see 'diagnostics (vconcat (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))
  (let ((original (text))
        (server (eglot-current-server)))
    (go-to "ns:people.person.birthplace ?place")
    (let ((hover (jsonrpc-request server :textDocument/hover (eglot--TextDocumentPositionParams))))
      (see 'hover (substring-no-properties (eglot--hover-info (plist-get hover :contents)))))

    (buffer-enable-undo)
    (undo-boundary)
    (run-code-action "people.person.place_of_birth")
    (wait-for "the quick fix" (lambda () (not (equal (text) original))))
    (see 'fixed (text))
    (erase-buffer)
    (insert original)

    (go-to "ns:people.person.birthplace ?place")
    (run-code-action "Repair with FUn-FuSIC")
    (setq wanted "Apply")
    (wait-for "the repair" (lambda () (not (equal (text) original))))
    (see 'repaired (text))
    (send-changes)

    (go-to "ns:people.person.place_of_birth ?place")
    (let ((found (car (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))))
      (see 'definition (xref-location-group (xref-item-location found))))
    (see 'symbols (vconcat (mapcar (lambda (item) (xref-location-group (xref-item-location item)))
                                   (xref-backend-apropos 'eglot "directed film"))))

    (goto-char (point-max))
    (search-backward "}")
    (insert "  ?film ns:dire")
    (save-excursion (insert "\n"))
    (send-changes)
    (pcase-let ((`(,start ,end ,table . ,_) (eglot-completion-at-point)))
      (let* ((typed (buffer-substring-no-properties start end))
             (found (completion-all-completions typed table nil (length typed))))
        (see 'completion_start (- start (line-beginning-position)))
        (when (consp found) (setcdr (last found) nil))
        (see 'completion (vconcat (mapcar #'substring-no-properties found)))))
    (set-buffer-modified-p nil)))

(condition-case problem (run)
  (error (see 'problem (error-message-string problem))))
(with-temp-file (getenv "RESULT") (insert (json-encode seen)))
(kill-emacs 0)
