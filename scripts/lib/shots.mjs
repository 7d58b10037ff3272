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

/** Every picture: a sample, a theme, where the caret stands and what is open. */
export const shots = [
  ...Object.keys(themes).map((theme) => ({
    name: `problems-${theme}`,
    theme,
    file: 'a.rq',
    awaits: anyMark,
    steps: ['problems'],
  })),
  {
    name: 'hover',
    theme: 'dark',
    file: 'a.rq',
    awaits: anyMark,
    caretAt: 'people.person.birthplace',
    steps: ['hover'],
  },
  {
    name: 'quick-fix',
    theme: 'dark',
    file: 'a.rq',
    awaits: anyMark,
    caretAt: 'people.person.birthplace',
    steps: ['quickFix'],
  },
  { name: 'status-menu', theme: 'light', file: 'a.rq', awaits: anyMark, steps: ['statusMenu'] },
];
