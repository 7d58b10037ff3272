/** The types and method names of the protocol between client and server. The schemas of saved values are in values.ts. */
export * from './ask';
export * from './evaluation';
export * from './explain';
export * from './knowledge-bases';
export * from './messages';
export * from './models';
export * from './repair';
export * from './run';
export * from './schema';
export * from './status';
export * from './tools';
export type * from './values';

/** Rules that both sides apply. */
export { quoteString } from '../core/language/rdf/escapes';
export { isLoopback } from '../core/language/text/loopback';
export { hidePasswords } from '../core/language/text/passwords';
export { questionProblem } from '../core/language/text/question-problem';
