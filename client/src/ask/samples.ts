/** Questions to begin with, which the sample KB answers without a model. */
export const SAMPLES: readonly string[] = [
  'Where was Barack Obama born?',
  'Who directed Titanic?',
  'Which universities did Barack Obama attend?',
  'What languages are spoken in Switzerland?',
  'Who won the Nobel Peace Prize?',
];
