/** The messages between client and server that LSP does not define. Types and names only. */
export type { EntityCard } from './core/kb/entity';
export type { EntityFacts, FactGroup, FactPart, FactValue } from './core/run/facts';
export type { GraphEdge, GraphNode, GraphResult } from './core/run/graph';
export type { Answer, Execution, Incomplete, RdfTerm, RdfTriple, Row } from './core/kb/knowledge-base';
export type { WhyEmpty } from './core/run/why-empty/why-empty';

export type { ModelConfig } from './core/model/model-config';
export type { Completion, ModelRequest, Usage } from './core/model/language-model';
export type { Agreement, Reading } from './core/read/reading';
export type { Attempt } from './core/repair/attempt';
export type { RepairEvent, RepairKind, RepairResult, RepairTrace } from './core/repair/repair-events';

export { isLoopback } from './core/text/loopback';
export { hidePasswords } from './core/text/passwords';

export * from './protocol/ask';
export * from './protocol/consent';
export * from './protocol/evaluation';
export * from './protocol/explain';
export * from './protocol/knowledge-bases';
export * from './protocol/models';
export * from './protocol/repair';
export * from './protocol/run';
export * from './protocol/schema';
export * from './protocol/status';
export * from './protocol/tools';
