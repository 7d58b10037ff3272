-- Opens a query in Neovim with the configuration of docs/other-editors.md, uses the language server as a user would, and writes what
-- happened to a file as JSON. Environment: CONFIG, QUERY and RESULT name the files.
local seen = {}

local function wait_for(what, condition)
  vim.wait(60000, function() return seen.problem or condition() end, 20)
  if seen.problem then error(seen.problem) end
  if not condition() then error('Waited in vain for ' .. what .. '.') end
end

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') end

local function go_to(pattern)
  vim.fn.cursor(1, 1)
  if vim.fn.search(pattern) == 0 then error(pattern .. ' is not in the query.') end
end

-- Chooses the first item whose title contains a text, where a user would choose from a menu.
local function choose(title)
  vim.ui.select = function(items, options, on_choice)
    for _, item in ipairs(items) do
      if options.format_item(item):find(title, 1, true) then return on_choice(item, 1) end
    end
    seen.problem = title .. ' is not offered.'
  end
end

local function request(method, params)
  local replies = vim.lsp.buf_request_sync(0, method, params, 30000) or {}
  for _, reply in pairs(replies) do return reply.result end
end

local function run()
  vim.cmd('luafile ' .. vim.env.CONFIG)
  vim.cmd('edit ' .. vim.env.QUERY)
  wait_for('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
  seen.diagnostics = vim.tbl_map(function(one) return one.code or one.user_data.lsp.code end, vim.diagnostic.get(0))
  local original = text()

  go_to('ns:people.person.birthplace ?place')
  local here = vim.lsp.util.make_position_params(0, 'utf-16')
  local hover = request('textDocument/hover', here)
  seen.hover = table.concat(vim.lsp.util.convert_input_to_markdown_lines(hover.contents), '\n')

  -- The first answer is “Apply”.
  vim.fn.inputlist = function(options)
    seen.question = options[1]
    return 1
  end
  choose('people.person.place_of_birth')
  vim.lsp.buf.code_action()
  wait_for('the quick fix', function() return text() ~= original end)
  seen.fixed = text()
  vim.cmd('undo')

  go_to('ns:people.person.birthplace ?place')
  choose('Repair with FUn-FuSIC')
  vim.lsp.buf.code_action()
  wait_for('the repair', function() return text() ~= original end)
  seen.repaired = text()

  go_to('ns:people.person.place_of_birth ?place')
  local definition = request('textDocument/definition', vim.lsp.util.make_position_params(0, 'utf-16'))
  local location = definition.uri and definition or definition[1]
  seen.definition = vim.uri_to_fname(location.uri or location.targetUri)

  local symbols = request('workspace/symbol', { query = 'directed film' })
  seen.symbols = vim.tbl_map(function(one) return one.text end, vim.lsp.util.symbols_to_items(symbols, 0))

  go_to('}')
  vim.cmd('normal! O  ?film ns:dire')
  vim.cmd('normal! $')
  -- The cursor is after the last character, as in insert mode.
  vim.o.virtualedit = 'all'
  vim.cmd('normal! l')
  if funfusic_complete then
    seen.completion_start = funfusic_complete(1, '')
    seen.completion = vim.tbl_map(function(one) return one.word end, funfusic_complete(0, '').words)
  else
    -- Neovim 0.11 and later match the filter text with the typed text.
    local reply = request('textDocument/completion', vim.lsp.util.make_position_params(0, 'utf-16'))
    seen.completion = {}
    for _, item in ipairs(reply.items) do
      seen.completion_start = item.textEdit.range.start.character
      if #vim.fn.matchfuzzy({ item.filterText or item.label }, 'ns:dire') > 0 then
        table.insert(seen.completion, item.textEdit.newText)
      end
    end
  end
end

local ok, problem = pcall(run)
if not ok then seen.problem = tostring(problem) end
local file = io.open(vim.env.RESULT, 'w')
file:write(vim.fn.json_encode(seen))
file:close()
vim.cmd('qall!')
