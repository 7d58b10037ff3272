/** The messages between client and server that LSP does not define. Types and names only. */
export type { EntityCard } from '../core/kb/entity';
export type { EntityFacts, FactGroup, FactPart, FactValue } from '../core/query/facts';
export type { GraphEdge, GraphNode, GraphResult } from '../core/query/graph';
export type { Answer, Execution, Incomplete, RdfTerm, RdfTriple, Row } from '../core/kb/knowledge-base';
export type { WhyEmpty } from '../core/query/why-empty/why-empty';

export type { ModelConfig } from '../core/model/model-config';
export type { Completion, ModelRequest, Usage } from '../core/model/language-model';
export type { Agreement, Reading } from '../core/describe/description';
export type { Attempt } from '../core/repair/attempt';
export type { RepairEvent, RepairKind, RepairResult, RepairTrace } from '../core/repair/repair-events';

export { isLoopback } from '../core/language/text/loopback';
export { hidePasswords } from '../core/language/text/passwords';

export * from './ask';
export * from './consent';
export * from './evaluation';
export * from './explain';
export * from './knowledge-bases';
export * from './models';
export * from './repair';
export * from './run';
export * from './schema';
export * from './status';
export * from './tools';
