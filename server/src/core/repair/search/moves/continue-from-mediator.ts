/** Continues from an answer that is a mediator: the mediator gets a variable, and the answer is what it leads to. */
import { isSystem } from '../../../schema/domain-index';
import { writeIriLike, unusedVariable } from '../../../check/schema/wording';
import { insertTriple } from '../../../check/schema/insert-triple';
import { leadsBack, excludeStartFilter } from '../../../check/schema/exclude-start';
import type { VariableTerm } from '../../../language/sparql/model';
import { groupsIn } from '../../../language/sparql/query-parts';
import type { TextEdit } from '../../../language/text/edit';
import type { RepairMove } from '../move';
import { relationPlaces, textFor, type TriplePlace, type SearchState } from '../search-state';
import { continuationCost, rarityCost } from '../move-costs';

const CONTINUATION_COST = 1;

export async function continueFromMediator(state: SearchState): Promise<readonly RepairMove[]> {
  const { model, schema, parts } = state;
  const { probes } = state.context;
  const answer = mediatorAnswer(state);
  const place = answer && relationPlaces(state).find((one) => leadsTo(one, answer, state));
  if (!probes || !answer || !place) return [];
  const rows = await probes.rows(
    model,
    '?its_relation',
    `${parts.map((part) => textFor(state, part)).join('\n')}\n?${answer.name} ?its_relation ?its_end .`,
  );
  const mediator = unusedVariable(model, 'fact');
  const edits = renameVariable(state, answer.name, mediator);
  return rows
    .flatMap(([term]) => schema.idOf(term?.value ?? '') ?? [])
    .filter((id) => !isSystem(id))
    .map((id): RepairMove => {
      const relation = writeIriLike(place.triple.predicate.iri, id, model, schema);
      const back = leadsBack(schema, { id: place.id, inverse: false }, { id, inverse: false });
      const filter = back ? excludeStartFilter(model, place.triple.subject, answer) : undefined;
      const added = insertTriple(model, place.triple, `?${mediator} ${relation} ?${answer.name}`, filter);
      return {
        edits: [...edits, added],
        change: `continued from the mediator with ${id}`,
        cost:
          CONTINUATION_COST +
          rarityCost(schema, '', id) +
          continuationCost(state, { id: place.id, inverse: false }, id, answer),
        matches: true,
        insertedRelations: [id],
      };
    });
}

function mediatorAnswer({ model, inference, schema }: SearchState): VariableTerm | undefined {
  const answer = model.query.projection[0]?.variable;
  if (!answer || model.query.projection.length > 1 || model.query.projection[0]?.expression) return undefined;
  const types = inference.evidenceFor(inference.scopes.answerNode(answer.name)).flatMap((one) => one.types);
  return types.some((type) => schema.isMediator(type)) ? answer : undefined;
}

function leadsTo({ triple, id }: TriplePlace, { name }: VariableTerm, { schema }: SearchState): boolean {
  const isIt = triple.object.kind === 'variable' && triple.object.name === name;
  return isIt && schema.isMediator(schema.relation(id)?.range);
}

/** Everywhere in the pattern, except filters on the answer such as `?x != ns:m.0abc`. */
function renameVariable({ model, parts }: SearchState, from: string, to: string): readonly TextEdit[] {
  const [body] = model.query.groups;
  const tests = parts.filter(({ filter }) => filter && !groupsIn(filter).length).map(({ range }) => range);
  return model.tokens
    .filter(
      ({ type, start, end }) =>
        type === 'variable' &&
        start >= (body?.range.start ?? 0) &&
        end <= (body?.range.end ?? 0) &&
        model.text.slice(start + 1, end) === from &&
        !tests.some((test) => test.start <= start && end <= test.end),
    )
    .map(({ start, end }) => ({ range: { start, end }, newText: `?${to}` }));
}
