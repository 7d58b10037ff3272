import { RDFS_LABEL } from '../../language/rdf/names';
import { describeTerm } from '../../schema/inference/type-evidence';
import type { Verifier } from '../verifier';
import { MAX_SUGGESTIONS } from './missed-hop';
import { onwardRelations } from './onward-relations';
import { joinWithOr } from '../../language/english/lists';
import { capitalize, describeSource, writeIriLike } from './wording';

const NAMES = new Set(['type.object.name', 'common.topic.alias', RDFS_LABEL]);

/** The query does not use the name of a mediator. */
export const mediatorName: Verifier<'schema'> = {
  code: 'intermediate',
  stage: 'schema',
  strength: 'weak',
  severity: 'warning',
  title: 'A mediator has no name',
  about:
    'The query asks for the name of a mediator (CVT), which has none, so the pattern matches nothing. Reported as information inside OPTIONAL.',
  *verify({ query, schema, inference }) {
    if (query.problems.length) return;
    const selected = new Set(query.query.projection.map(({ variable }) => variable?.name));
    for (const scope of inference.scopes.all) {
      for (const link of scope.links) {
        const [option] = link.options;
        const id =
          option && !option.inverse && link.options.length === 1 ? schema.idOf(option.iri.iri) : undefined;
        if (!option || id === undefined || !NAMES.has(id)) continue;
        const reasons = inference.typesIn(scope).evidenceFor(link.subject.key);
        const mediator = reasons.find(
          ({ types }) => types.length > 0 && types.every((type) => schema.isMediator(type)),
        );
        const type = mediator?.types[0];
        if (!mediator || type === undefined) continue;
        // A mediator that is also an entity, or that is selected, is reported elsewhere.
        const clashes = reasons.some(({ types }) =>
          types.some((other) => schema.type(other)?.kind === 'entity'),
        );
        const { term } = link.subject;
        if (clashes || (term?.kind === 'variable' && selected.has(term.name))) continue;
        const variableName =
          link.object.term?.kind === 'variable' ? link.object.term.name.replace(/_?name$/i, '') : '';
        const { ids: onward, decided } = onwardRelations(schema, type, mediator, reasons, variableName);
        yield {
          range: link.range,
          rule: 'mediator-name',
          ...(scope.kind === 'optional' ? { severity: 'information' as const } : {}),
          message: `${capitalize(describeTerm(link.subject.term))} is a mediator (${type}), which has no name`,
          because: 'A mediator only connects the parts of one fact. The parts have names.',
          advice: onward.length
            ? `Continue with ${joinWithOr(onward.slice(0, 3))}, and use the name of the object.`
            : 'Continue from it to an entity, and use the name of the entity.',
          fixes: onward.slice(0, MAX_SUGGESTIONS).map((way) => ({
            title: `Get the name through ${way}`,
            edits: [
              {
                range: { start: link.range.start, end: link.range.start },
                newText: `${writeIriLike(mediator.link.options[0]?.iri ?? option.iri, way, query, schema)}/`,
              },
            ],
            safety: 'unsafe' as const,
            oneOfMany: onward.length > 1 && !decided,
          })),
          related: [{ range: mediator.range, message: describeSource(mediator) }],
        };
      }
    }
  },
};
