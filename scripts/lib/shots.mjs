const color = (name) => ({
  'workbench.colorTheme': name,
  'window.autoDetectColorScheme': false,
  'window.autoDetectHighContrast': false,
});

export const themes = {
  dark: color('Dark Modern'),
  light: color('Light Modern'),
  contrast: color('Default High Contrast'),
};

const anyMark = '.editor-instance .squiggly-error, .editor-instance .squiggly-warning';

/** A sample with several findings, one of them people.person.birthplace. */
const mistakes = 'mistakes.rq';

/** Every picture: a sample, a theme, where the caret stands and what is open. */
export const shots = [
  ...Object.keys(themes).map((theme) => ({
    name: `problems-${theme}`,
    theme,
    file: mistakes,
    awaits: anyMark,
    steps: ['problems'],
  })),
  {
    name: 'hover',
    theme: 'dark',
    file: mistakes,
    awaits: anyMark,
    caretAt: 'people.person.birthplace',
    steps: ['hover'],
  },
  {
    name: 'quick-fix',
    theme: 'dark',
    file: mistakes,
    awaits: anyMark,
    caretAt: 'people.person.birthplace',
    steps: ['quickFix'],
  },
  { name: 'status-menu', theme: 'light', file: mistakes, awaits: anyMark, steps: ['statusMenu'] },
];
