import { emptyAnswer } from './answer/empty-answer';
import { mediatorsAmongAnswers } from './answer/mediators-among-answers';
import { topicAnswer } from './answer/topic-answer';
import { questionMismatch } from './intent/question-mismatch';
import { constantAnswer } from './text/constant-answer';
import { duplicatePrefix } from './text/duplicate-prefix';
import { disconnectedPattern } from './text/disconnected-pattern';
import { syntax } from './text/syntax';
import { unboundVariable } from './text/unbound-variable';
import { undeclaredPrefix } from './text/undeclared-prefix';
import { unusedPrefix } from './text/unused-prefix';
import { entityType } from './schema/entity-type';
import { incompleteName } from './schema/incomplete-name';
import { impossibleEntity } from './schema/impossible-entity';
import { literalKind } from './schema/literal-kind';
import { mediatorAnswer } from './schema/mediator-answer';
import { mediatorName } from './schema/mediator-name';
import { typeClash } from './schema/type-clash';
import { unknownEntity } from './schema/unknown-entity';
import { unknownClass } from './schema/unknown-class';
import { unknownRelation } from './schema/unknown-relation';
import { wrongNamespace } from './schema/wrong-namespace';
import type { VerifierStage, Verifier } from './verifier';

type VerifierSuite = { readonly [S in VerifierStage]: readonly Verifier<S>[] };

/** The verifiers by stage, in the order in which their findings should be fixed. */
export const suite: VerifierSuite = {
  text: [
    syntax,
    undeclaredPrefix,
    unboundVariable,
    disconnectedPattern,
    constantAnswer,
    duplicatePrefix,
    unusedPrefix,
  ],
  schema: [
    wrongNamespace,
    incompleteName,
    unknownRelation,
    unknownClass,
    impossibleEntity,
    unknownEntity,
    typeClash,
    entityType,
    literalKind,
    mediatorAnswer,
    mediatorName,
  ],
  answer: [emptyAnswer, topicAnswer, mediatorsAmongAnswers],
  intent: [questionMismatch],
};

/** Every code once, in the order of the suite. */
export const findingCodes: readonly string[] = [
  ...new Set([...suite.text, ...suite.schema, ...suite.answer, ...suite.intent].map(({ code }) => code)),
];
