/** Clauses for nested patterns of a node: UNION, EXISTS and NOT EXISTS. */
import type { TextRange } from '../language/text/range';
import { negatedClause } from './negation';
import type { Describer } from './describer';
import { plural } from '../language/english/nouns';
import { withArticle } from './grammar';
import { nounOfType } from './nouns';
import { listClauses, say, words, type Phrase } from './phrase';
import type { NestedKind, Node, Pattern } from './query-graph';
import type { Clause } from './relation-words';

export const LEFT_OUT: Readonly<Record<NestedKind, string>> = {
  either: 'the alternatives of the UNION',
  not: 'what must not hold',
  exists: 'what must hold besides',
  optional: 'what is told where it is known',
};

export function clauseOfNested(
  describer: Describer,
  kind: NestedKind,
  patterns: readonly Pattern[],
  node: Node,
  part: TextRange,
): Clause | undefined {
  const options = patterns.map((inner) => {
    const describe = (): readonly Clause[] => alone(describer, node, inner);
    return describer.apart(() => (kind === 'not' ? describer.wholly(inner, describe) : describe()));
  });
  if (options.some((clauses) => !clauses.length)) {
    describer.leftOut.add(LEFT_OUT[kind]);
    return undefined;
  }
  if (kind === 'either') return eitherClause(options, part);
  const [clauses = []] = options;
  const only = listClauses(clauses.map(({ one }) => one));
  if (kind === 'exists') return { one: only, many: listClauses(clauses.map(({ many }) => many)) };
  if (clauses.length > 1)
    return {
      one: words(say('is not one that', [part]), only),
      many: words(say('are not ones that', [part]), listClauses(clauses.map(({ many }) => many))),
      deniedAsWhole: true,
    };
  const [clause] = clauses;
  return clause && negatedClause(clause);
}

/** What an inner pattern says of a node, in words of its own. */
function alone(describer: Describer, node: Node, inner: Pattern): readonly Clause[] {
  const typings = inner.typings.filter((typing) => typing.node === node);
  for (const typing of typings) describer.markSaid(typing);
  const classes = typings.map(({ type, part }) => ({
    one: say(`is ${withArticle(nounOfType(type))}`, [part]),
    many: say(`are ${plural(nounOfType(type))}`, [part]),
  }));
  return [...classes, ...describer.clauses(node, inner)];
}

function eitherClause(options: readonly (readonly Clause[])[], part: TextRange): Clause {
  const said = (form: 'one' | 'many'): Phrase =>
    words(
      say('either', [part]),
      listClauses(
        options.map((clauses) => listClauses(clauses.map((clause) => clause[form]))),
        'or',
      ),
    );
  return { one: said('one'), many: said('many'), deniedAsWhole: true };
}
