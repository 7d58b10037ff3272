/**
 * The script of a report: filters and keyboard navigation. Without it, the page shows everything and questions expand. It is a
 * string because this code has no DOM types; it is tested in a browser.
 */
export const SCRIPT = `
'use strict';
(() => {
  const filter = document.getElementById('filter');
  const shown = document.getElementById('shown');
  const clear = document.getElementById('clear');
  const questions = [...document.querySelectorAll('.question')];
  const kinds = [...document.querySelectorAll('button.kind')];
  const cells = [...document.querySelectorAll('button[data-cell]')];
  const texts = new Map();
  const pressed = (buttons) => buttons.filter((button) => button.getAttribute('aria-pressed') === 'true');

  function textOf(question) {
    let text = texts.get(question);
    if (text === undefined) {
      const parts = [...question.querySelectorAll('.words, .id, .answers, pre')].map((part) => part.textContent);
      texts.set(question, (text = parts.join(' ').toLowerCase()));
    }
    return text;
  }

  function apply() {
    const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const wanted = new Set(pressed(kinds).map((button) => button.dataset.kind));
    const cell = pressed(cells)[0]?.dataset.cell;
    let count = 0;
    for (const question of questions) {
      const isShown =
        (!wanted.size || wanted.has(question.dataset.kind)) &&
        (cell === undefined || question.dataset.cell === cell) &&
        (!words.length || words.every((word) => textOf(question).includes(word)));
      question.hidden = !isShown;
      if (isShown) count++;
    }
    const all = questions.length.toLocaleString('en');
    const isAll = count === questions.length;
    shown.textContent = isAll ? all + (questions.length === 1 ? ' question' : ' questions') : count.toLocaleString('en') + ' of ' + all + ' questions' + (cell ? ': ' + cell.replace(' ', ' → ') : '');
    clear.hidden = !words.length && !wanted.size && cell === undefined;
  }

  function toggle(button, on = button.getAttribute('aria-pressed') !== 'true') {
    button.setAttribute('aria-pressed', String(on));
  }

  function showAll() {
    filter.value = '';
    for (const button of [...kinds, ...cells]) toggle(button, false);
    apply();
  }

  function move(by) {
    const visible = questions.filter((question) => !question.hidden);
    const at = visible.findIndex((question) => question.contains(document.activeElement));
    const next = visible[at < 0 ? (by > 0 ? 0 : visible.length - 1) : at + by];
    next?.querySelector('summary').focus();
  }

  function openNamed() {
    const named = document.getElementById(location.hash.slice(1));
    if (!named?.classList.contains('question')) return;
    if (named.hidden) showAll();
    named.open = true;
    named.scrollIntoView({ block: 'center' });
  }

  if (!filter) return;
  filter.form.addEventListener('submit', (event) => event.preventDefault());
  filter.addEventListener('input', apply);
  for (const button of kinds) button.addEventListener('click', () => { toggle(button); apply(); });
  for (const button of cells) {
    toggle(button, false);
    button.addEventListener('click', () => {
      const on = button.getAttribute('aria-pressed') !== 'true';
      for (const other of cells) toggle(other, false);
      toggle(button, on);
      apply();
      if (on) document.getElementById('questions').scrollIntoView();
    });
  }
  clear.addEventListener('click', () => { showAll(); filter.focus(); });
  addEventListener('hashchange', openNamed);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target === filter;
    if (event.key === 'Escape' && !clear.hidden) showAll();
    else if (typing && event.key === 'ArrowDown') { move(1); event.preventDefault(); }
    else if (typing) return;
    else if (event.key === '/') { filter.focus(); filter.select(); event.preventDefault(); }
    else if (event.key === 'j') move(1);
    else if (event.key === 'k') move(-1);
  });
  apply();
  openNamed();
})();
`;
