/** Describes the nested patterns of a node: UNION, EXISTS and NOT EXISTS. */
import type { TextRange } from '../language/text/range';
import { negateClause } from './negation';
import type { Describer } from './describer';
import { plural } from '../language/english/nouns';
import { withArticle } from './grammar';
import { typeNoun } from './nouns';
import { joinClauses, toPhrase, concat, type Phrase } from './phrase';
import type { NestedKind, QueryNode, Pattern } from './query-graph';
import type { Clause } from './relation-words';

export const OMISSION_TEXTS: Readonly<Record<NestedKind, string>> = {
  either: 'the alternatives of the UNION',
  not: 'a pattern that must not match',
  exists: 'a pattern that must match',
  optional: 'an optional pattern',
};

export function clauseForNested(
  describer: Describer,
  kind: NestedKind,
  patterns: readonly Pattern[],
  node: QueryNode,
  part: TextRange,
): Clause | undefined {
  const options = patterns.map((inner) => {
    const describe = (): readonly Clause[] => clausesInside(describer, node, inner);
    return describer.withOwnMentions(() =>
      kind === 'not' ? describer.describeFully(inner, describe) : describe(),
    );
  });
  if (options.some((clauses) => !clauses.length)) {
    describer.omissions.add(OMISSION_TEXTS[kind]);
    return undefined;
  }
  if (kind === 'either') return eitherClause(options, part);
  const [clauses = []] = options;
  const only = joinClauses(clauses.map(({ one }) => one));
  if (kind === 'exists') return { one: only, many: joinClauses(clauses.map(({ many }) => many)) };
  if (clauses.length > 1)
    return {
      one: concat(toPhrase('is not one that', [part]), only),
      many: concat(toPhrase('are not ones that', [part]), joinClauses(clauses.map(({ many }) => many))),
      negateAsWhole: true,
    };
  const [clause] = clauses;
  return clause && negateClause(clause);
}

/** Describes the facts and classes of a node in an inner pattern. */
function clausesInside(describer: Describer, node: QueryNode, inner: Pattern): readonly Clause[] {
  const typings = inner.typings.filter((typing) => typing.node === node);
  for (const typing of typings) describer.markDescribed(typing);
  const classes = typings.map(({ type, part }) => ({
    one: toPhrase(`is ${withArticle(typeNoun(type))}`, [part]),
    many: toPhrase(`are ${plural(typeNoun(type))}`, [part]),
  }));
  return [...classes, ...describer.clausesFor(node, inner)];
}

function eitherClause(options: readonly (readonly Clause[])[], part: TextRange): Clause {
  const joinOptions = (form: 'one' | 'many'): Phrase =>
    concat(
      toPhrase('either', [part]),
      joinClauses(
        options.map((clauses) => joinClauses(clauses.map((clause) => clause[form]))),
        'or',
      ),
    );
  return { one: joinOptions('one'), many: joinOptions('many'), negateAsWhole: true };
}
