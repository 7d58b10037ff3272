/**
 * Conversion of values of the core and of evaluations to protocol types. Only this file knows both. Where the fields are the same, the
 * compiler compares them here. If the core renames a field, it is converted here, because clients and saved files depend on it.
 */
import type * as ask from '../core/ask/ask-events';
import type * as tools from '../core/agent-tools/tool';
import type * as verifier from '../core/check/verifier';
import type * as describe from '../core/describe/description';
import type * as kbs from '../core/kb/kb-list';
import type * as kb from '../core/kb/knowledge-base';
import type * as model from '../core/model/language-model';
import type * as models from '../core/model/model-list';
import type * as facts from '../core/query/facts';
import type * as graph from '../core/query/graph';
import type * as why from '../core/query/why-empty/why-empty';
import type * as linking from '../core/question/linking/linking';
import type * as repair from '../core/repair/repair-events';
import type * as manifest from '../evaluation/run-manifest';
import type * as view from '../evaluation/run-view';
import type * as protocol from '../protocol/index';

export const toExecution = (execution: kb.Execution): protocol.Execution => execution;
export const toRemark = (finding: verifier.Finding): protocol.Remark => {
  const { code, message, because, advice, severity } = finding;
  return { code, message, because, advice, severity };
};
export const toEntityCard = ({ name, types, mediator }: kb.EntityNameAndTypes): protocol.EntityCard => ({
  ...(name !== undefined && { name }),
  types,
  mediator,
});
export const toEntityFacts = (entityFacts: facts.EntityFacts): protocol.EntityFacts => entityFacts;
export const toGraph = (result: graph.GraphResult): protocol.GraphResult => result;
export const toWhyEmpty = (result: why.WhyEmpty): protocol.WhyEmpty => result;
export const toReading = (reading: describe.QueryDescription): protocol.QueryDescription => reading;
export const toAgreement = (agreement: describe.Agreement): protocol.Agreement => agreement;
export const toUsage = (usage: model.Usage): protocol.Usage => usage;

export const toRepairTrace = (trace: repair.RepairTrace): protocol.RepairTrace => trace;
export const toRepairEvent = (event: repair.RepairEvent): protocol.RepairEvent => event;

export const toLinkedEntity = (entity: linking.LinkedEntity): protocol.LinkedEntity => entity;
export const toAskTrace = (trace: ask.AskTrace): protocol.AskTrace => trace;
export const toAskEvent = (event: ask.AskEvent): protocol.AskEvent => event;

export const toKbInfo = (listing: kbs.KbListing): protocol.KbInfo => listing;
export const toModelInfo = (listing: models.ModelListing): protocol.ModelInfo => listing;
export const toModelRequest = (request: model.ModelRequest): protocol.ModelRequest => request;
export const toToolResult = (result: tools.ToolResult): protocol.ToolResult => result;

export const toEvaluationInfo = (summary: view.RunSummary): protocol.EvaluationInfo => summary;
export const toEvaluation = (run: view.RunView): protocol.Evaluation => run;
export const toEvalProgress = (progress: manifest.EvalProgress): protocol.EvalProgress => progress;
