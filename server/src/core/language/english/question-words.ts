/** The question words that a KB can answer, as alternatives of a regular expression. */
export const ANSWERABLE_QUESTION_WORDS = 'what|which|who|whom|whose|where|when|how';

/** All question words, as alternatives of a regular expression. */
export const QUESTION_WORDS = `${ANSWERABLE_QUESTION_WORDS}|why`;
