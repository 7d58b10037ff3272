/**
 * What a query says, and where it says it. Broken text gives a partial model, never an exception.
 * Groups form a tree, because a variable in two UNION branches, in an OPTIONAL, in an EXISTS or inside a sub-select
 * is not one variable for whoever reasons about it.
 */
import type { TextEdit } from '../text/edit';
import type { Located, TextRange } from '../text/range';
import type { Comment, Token } from './tokens';

export type Dialect = 'virtuoso' | 'sparql11';

export interface VariableTerm extends Located {
  readonly kind: 'variable';
  readonly name: string;
}
export interface IriTerm extends Located {
  readonly kind: 'iri';
  /** Resolved; the text as written when its prefix means nothing. */
  readonly iri: string;
  /** The prefix as written, or `undefined` for `<…>` and `a`. */
  readonly prefix?: string;
}
export interface LiteralTerm extends Located {
  readonly kind: 'literal';
  /** The lexical form as it is written, without quotes but with its escapes. */
  readonly value: string;
  readonly datatype: string;
  readonly language?: string;
  /** `10` is bare, `"10"` plain, `"10"^^xsd:float` typed, `"ten"@en` tagged. */
  readonly written: 'bare' | 'plain' | 'typed' | 'tagged';
}
interface BlankTerm extends Located {
  readonly kind: 'blank';
  readonly name: string;
}
export type Term = VariableTerm | IriTerm | LiteralTerm | BlankTerm;

export type RepeatSign = '*' | '+' | '?';

export type Path =
  | (Located & { readonly kind: 'link'; readonly iri: IriTerm })
  | (Located & { readonly kind: 'inverse'; readonly path: Path })
  | (Located & { readonly kind: 'sequence'; readonly steps: readonly Path[] })
  | (Located & { readonly kind: 'alternative'; readonly options: readonly Path[] })
  | (Located & {
      readonly kind: 'repeat';
      readonly path: Path;
      readonly sign: RepeatSign;
      readonly canBeEmpty: boolean;
    })
  | (Located & { readonly kind: 'negated'; readonly links: readonly IriTerm[] });

export interface Triple extends Located {
  readonly subject: Term;
  readonly predicate: VariableTerm | Path;
  readonly object: Term;
}

export type Expression =
  | { readonly kind: 'term'; readonly term: Term; readonly range: TextRange }
  | {
      readonly kind: 'operation';
      readonly operator: string;
      readonly args: readonly Expression[];
      readonly range: TextRange;
    }
  /** A built-in in upper case, or the IRI of a function. */
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly nameRange: TextRange;
      readonly args: readonly Expression[];
      readonly range: TextRange;
    }
  | { readonly kind: 'exists'; readonly group: Group; readonly negated: boolean; readonly range: TextRange }
  /** Text that is no expression, passed over. */
  | { readonly kind: 'unreadable'; readonly range: TextRange };

export interface Bind extends Located {
  readonly expression: Expression;
  readonly variable: VariableTerm;
}

export interface Values extends Located {
  readonly variables: readonly VariableTerm[];
  /** `undefined` for UNDEF. */
  readonly rows: readonly (readonly (Term | undefined)[])[];
  readonly rowRanges: readonly TextRange[];
}

export type GroupKind =
  | 'group'
  | 'union-branch'
  | 'optional'
  | 'minus'
  | 'exists'
  | 'not-exists'
  | 'graph'
  | 'service'
  | 'subselect'
  /** What CONSTRUCT, INSERT and DELETE write: it matches nothing. */
  | 'template';

export interface Group extends Located {
  readonly kind: GroupKind;
  readonly triples: Triple[];
  readonly filters: Expression[];
  readonly binds: Bind[];
  readonly values: Values[];
  readonly children: Group[];
  /** BIND and the things it may not follow, in the order of the text. */
  readonly order: (Triple | Bind | Group)[];
  /** The variable of `GRAPH ?g` or `SERVICE ?s`. */
  readonly name?: Term;
  /** For kind `subselect`. */
  readonly select?: Select;
}

export interface Projection extends Located {
  readonly variable: VariableTerm | undefined;
  /** What is computed, for `(… AS ?x)`. */
  readonly expression?: Expression;
}

export interface Select extends Located {
  readonly form: 'select' | 'ask' | 'construct' | 'describe' | 'update' | 'none';
  readonly keyword: TextRange | undefined;
  readonly star: boolean;
  readonly projection: readonly Projection[];
  /** DESCRIBE may name things instead of variables. */
  readonly described: readonly Term[];
  /** Updates have several; a CONSTRUCT has a template besides. */
  readonly groups: readonly Group[];
  readonly groupBy: readonly Projection[] | undefined;
  readonly having: readonly Expression[];
  readonly orderBy: readonly Expression[];
  readonly limit: (Located & { readonly value: number }) | undefined;
}

export interface PrefixDeclaration extends Located {
  readonly prefix: string;
  readonly nameRange: TextRange;
  readonly iri: string;
}

/** Something that Virtuoso accepts and the standard does not. */
export interface Dialectism extends Located {
  readonly rule: string;
  readonly message: string;
  /** What to do, where there are no edits. */
  readonly advice?: string;
  readonly edits: readonly TextEdit[];
}

export interface SyntaxProblem extends Located {
  readonly message: string;
  readonly because: string;
  readonly advice: string;
  readonly related?: readonly (Located & { readonly message: string })[];
  readonly edits?: { readonly title: string; readonly edits: readonly TextEdit[] };
}

export interface QueryModel {
  readonly text: string;
  readonly range: TextRange;
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  /** Those of the whole file, of which this query may be one among several. */
  readonly fileComments: readonly Comment[];
  readonly dialect: Dialect;
  readonly prefixes: readonly PrefixDeclaration[];
  readonly base: string | undefined;
  /** Every use of a prefix, in the order of the text. */
  readonly prefixUses: readonly (Located & { readonly prefix: string; readonly resolved: boolean })[];
  readonly query: Select;
  readonly dialectisms: readonly Dialectism[];
  readonly problems: readonly SyntaxProblem[];
  /** Whether the grammar accepts it as a query or an update, whatever else may be wrong with it. */
  readonly parses: boolean;
  /** Set where nesting is deeper than what is looked at. */
  readonly tooDeep: TextRange | undefined;
}
