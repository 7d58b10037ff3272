/** Questions to begin with, which the sample KB answers without a model. */
export const SAMPLES: readonly string[] = [
  'Where was Barack Obama born?',
  'Who directed Titanic?',
  'How many children does Barack Obama have?',
];
