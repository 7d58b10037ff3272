import type { Projection, VariableTerm } from '../../language/sparql/model';
import type { Verifier } from '../verifier';
import { goOnFixes, stepOverFixes } from './missed-hop';
import { waysOn } from './ways-on';
import { aLabel, aType } from './wording';

/** What the query selects is something with a name, not a mediator. */
export const mediatorAnswer: Verifier<'schema'> = {
  code: 'intermediate',
  stage: 'schema',
  strength: 'weak',
  severity: 'warning',
  title: 'The answer is a mediator node',
  about:
    'A mediator (CVT) holds a fact with several parts, such as one marriage or one film performance. It has no name and is hardly ever what a question asks for. Information only where a column of entities stands beside it. Silent when the mediator is only counted.',
  *verify({ query, schema, inference }) {
    if (query.query.form !== 'select' || query.problems.length) return;
    const columns = query.query.projection.flatMap((column) => {
      const { variable } = column;
      const source = sourceOf(column);
      return source
        ? [
            {
              source,
              name: (variable ?? source).name,
              evidence: inference.about(inference.scopes.answerNode(source.name)),
            },
          ]
        : [];
    });
    const isEntity = ({ evidence }: (typeof columns)[number]): boolean =>
      evidence.some(({ types }) => types.some((type) => schema.type(type)?.kind === 'entity'));
    // Beside a column of entities the mediator is only carried along.
    const carried = columns.some(isEntity);
    for (const column of columns) {
      const { source, evidence } = column;
      const [mediator, ...more] = evidence.filter(
        ({ types }) => types.length > 0 && types.every((type) => schema.type(type)?.kind === 'mediator'),
      );
      const type = mediator?.types[0];
      // A mediator that is said to be an entity as well is a clash, and told there.
      if (!mediator || type === undefined || isEntity(column)) continue;
      const onward = waysOn(schema, type, mediator, evidence, column.name);
      // Where nothing else is said of the mediator, a longer way needs no new name.
      const passing = !more.length && mediator.position === 'object' && mediator.link.plain;
      yield {
        range: source.range,
        rule: 'mediator-answer',
        ...(carried ? { severity: 'information' as const } : {}),
        message: `?${source.name} is a mediator node: ${aType(type)}`,
        because: `${mediator.because.join(', ')} ${mediator.position === 'object' ? 'leads to' : 'starts from'} a node that only holds ${aLabel(type)} together and has no name.`,
        advice: onward.ids.length
          ? `Go on from it, for example with ${onward.ids.slice(0, 3).join(', ')}, and select what you reach.`
          : 'Go on from it to what you want to know, and select that.',
        fixes: passing
          ? stepOverFixes(query, schema, mediator.link, onward)
          : goOnFixes(query, schema, [mediator, ...more], source, onward),
        related: [
          { range: mediator.range, message: `${mediator.because.join(', ')} makes it ${aType(type)}` },
        ],
      };
    }
  },
};

function sourceOf({ variable, expression }: Projection): VariableTerm | undefined {
  if (expression === undefined) return variable;
  return expression.kind === 'term' && expression.term.kind === 'variable' ? expression.term : undefined;
}
