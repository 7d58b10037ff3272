import { lastSegment } from '../../schema/name-index';
import { selectedVariable } from '../answer/answer-columns';
import type { Verifier } from '../verifier';
import { continueFixes, throughMediatorFixes } from './missed-hop';
import { onwardRelations } from './onward-relations';
import { isReversed } from './reversed-relation';
import { joinWithOr } from '../../language/english/lists';
import { describeSource } from './wording';

/** Whether a variable is named after a type: `?marriage` or `?marriage1` after `people.marriage`. */
function namesType(variable: string, type: string): boolean {
  const name = variable.toLowerCase().replace(/[\d_]+$/, '');
  return name.length > 2 && lastSegment(type).split('_').includes(name);
}

/** The query selects entities, not mediators. */
export const mediatorAnswer: Verifier<'schema'> = {
  code: 'intermediate',
  stage: 'schema',
  strength: 'weak',
  severity: 'warning',
  title: 'The answer is a mediator',
  about:
    'A mediator (CVT) is a node that connects the parts of one fact, such as a marriage or a film performance. It has no name and is hardly ever what a question asks for. Reported as information where another column has entities. Not reported when the mediator is only counted.',
  *verify(context) {
    const { query, schema, inference } = context;
    if (query.query.form !== 'select' || query.problems.length) return;
    const columns = query.query.projection.flatMap((column) => {
      const { variable } = column;
      const selected = selectedVariable(column);
      return selected
        ? [
            {
              selected,
              name: (variable ?? selected).name,
              evidence: inference.evidenceFor(inference.scopes.answerNode(selected.name)),
            },
          ]
        : [];
    });
    const isEntity = ({ evidence }: (typeof columns)[number]): boolean =>
      evidence.some(({ types }) => types.some((type) => schema.type(type)?.kind === 'entity'));
    // Next to a column of entities, the mediator is less important.
    const hasEntities = columns.some(isEntity);
    for (const column of columns) {
      const { selected, evidence } = column;
      const [mediator, ...more] = evidence.filter(
        ({ types }) => types.length > 0 && types.every((type) => schema.isMediator(type)),
      );
      const type = mediator?.types[0];
      // A mediator that is also an entity is reported as a type clash.
      if (!mediator || type === undefined || isEntity(column)) continue;
      // So is a relation in the wrong direction that makes it one.
      if (!more.length && isReversed(context, mediator.link)) continue;
      const onward = onwardRelations(schema, type, mediator, evidence, column.name);
      // If nothing else uses the mediator, a longer path needs no new variable, unless the name of the variable is that of the mediator.
      const canExtendPath =
        !more.length &&
        mediator.position === 'object' &&
        mediator.link.isSimple &&
        !namesType(selected.name, type);
      yield {
        range: selected.range,
        rule: 'mediator-answer',
        ...(hasEntities ? { severity: 'information' as const } : {}),
        message: `?${selected.name} is a mediator (${type}), which has no name`,
        because: 'A mediator only connects the parts of one fact.',
        advice: onward.ids.length
          ? `Continue with ${joinWithOr(onward.ids.slice(0, 3))}, and select the object.`
          : 'Continue from it to an entity, and select the entity.',
        fixes: canExtendPath
          ? throughMediatorFixes(query, schema, mediator.link, onward)
          : continueFixes(query, schema, [mediator, ...more], selected, onward),
        related: [{ range: mediator.range, message: describeSource(mediator) }],
      };
    }
  },
};
