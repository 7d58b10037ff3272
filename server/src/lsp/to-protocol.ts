/**
 * The values of the core and of evaluation as the protocol defines them: the only file that knows both. Where the fields are the same,
 * the compiler compares them here; a field that the core renames is converted here, because clients and saved files rely on it.
 */
import type * as ask from '../core/ask/ask-events';
import type * as tools from '../core/agent-tools/tool';
import type * as verifier from '../core/check/verifier';
import type * as reading from '../core/describe/description';
import type * as entity from '../core/kb/knowledge-base';
import type * as kbs from '../core/kb/kb-list';
import type * as kb from '../core/kb/knowledge-base';
import type * as model from '../core/model/language-model';
import type * as models from '../core/model/model-list';
import type * as facts from '../core/query/facts';
import type * as graph from '../core/query/graph';
import type * as why from '../core/query/why-empty/why-empty';
import type * as linking from '../core/question/linking/linking';
import type * as repair from '../core/repair/repair-events';
import type * as progress from '../evaluation/run-manifest';
import type * as view from '../evaluation/run-view';
import type * as protocol from '../protocol/index';

export const toExecution = (execution: kb.Execution): protocol.Execution => execution;
export const toRemark = ({ code, message, because, advice }: verifier.Finding): protocol.Remark => ({
  code,
  message,
  because,
  advice,
});
export const toEntityCard = ({ name, types, mediator }: entity.EntityCard): protocol.EntityCard => ({
  ...(name !== undefined && { name }),
  types,
  mediator,
});
export const toEntityFacts = (found: facts.EntityFacts): protocol.EntityFacts => found;
export const toGraph = (drawn: graph.GraphResult): protocol.GraphResult => drawn;
export const toWhyEmpty = (found: why.WhyEmpty): protocol.WhyEmpty => found;
export const toReading = (described: reading.Reading): protocol.Reading => described;
export const toAgreement = (judged: reading.Agreement): protocol.Agreement => judged;
export const toUsage = (spent: model.Usage): protocol.Usage => spent;

export const toRepairTrace = (trace: repair.RepairTrace): protocol.RepairTrace => trace;
export const toRepairEvent = (event: repair.RepairEvent): protocol.RepairEvent => event;

export const toLinkedEntity = (found: linking.LinkedEntity): protocol.LinkedEntity => found;
export const toAskTrace = (trace: ask.AskTrace): protocol.AskTrace => trace;
export const toAskEvent = (event: ask.AskEvent): protocol.AskEvent => event;

export const toKbInfo = (listing: kbs.KbListing): protocol.KbInfo => listing;
export const toModelInfo = (listing: models.ModelListing): protocol.ModelInfo => listing;
export const toModelRequest = (asked: model.ModelRequest): protocol.ModelRequest => asked;
export const toToolResult = (result: tools.ToolResult): protocol.ToolResult => result;

export const toEvaluationInfo = (summary: view.RunSummary): protocol.EvaluationInfo => summary;
export const toEvaluation = (viewed: view.RunView): protocol.Evaluation => viewed;
export const toEvalProgress = (reported: progress.EvalProgress): protocol.EvalProgress => reported;
