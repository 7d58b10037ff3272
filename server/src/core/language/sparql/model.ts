/**
 * The syntax tree of a query, with ranges. Broken text gives a partial model, never an exception.
 * Groups form a tree, because a variable in two UNION branches, in an OPTIONAL, in an EXISTS or in a sub-select may have
 * different values.
 */
import type { TextEdit } from '../text/edit';
import type { Located, TextRange } from '../text/range';
import type { Comment, SparqlToken } from './tokens';

export type Dialect = 'virtuoso' | 'sparql11' | 'sparql12';

export interface VariableTerm extends Located {
  readonly kind: 'variable';
  readonly name: string;
}
export interface IriTerm extends Located {
  readonly kind: 'iri';
  /** The resolved IRI; the text as written if the prefix is unknown. */
  readonly iri: string;
  /** The prefix as written, or `undefined` for `<…>` and `a`. */
  readonly prefix?: string;
}
export interface LiteralTerm extends Located {
  readonly kind: 'literal';
  /** The lexical form as written, without quotes but with escapes. */
  readonly value: string;
  readonly datatype: string;
  readonly language?: string;
  /** `10` is bare, `"10"` plain, `"10"^^xsd:float` typed, `"ten"@en` tagged. */
  readonly written: 'bare' | 'plain' | 'typed' | 'tagged';
}
/** A blank node, or a node without a name: `_:x` has a label, `#1` has none, `<<1` is a triple term of SPARQL 1.2. */
export interface BlankTerm extends Located {
  readonly kind: 'blank';
  readonly name: string;
}
export type Term = VariableTerm | IriTerm | LiteralTerm | BlankTerm;

export type RepeatSign = '*' | '+' | '?';

export type PropertyPath =
  | (Located & { readonly kind: 'link'; readonly iri: IriTerm })
  | (Located & { readonly kind: 'inverse'; readonly path: PropertyPath })
  | (Located & { readonly kind: 'sequence'; readonly steps: readonly PropertyPath[] })
  | (Located & { readonly kind: 'alternative'; readonly options: readonly PropertyPath[] })
  | (Located & {
      readonly kind: 'repeat';
      readonly path: PropertyPath;
      readonly sign: RepeatSign;
      readonly canBeEmpty: boolean;
    })
  | (Located & { readonly kind: 'negated'; readonly links: readonly IriTerm[] });

export interface Triple extends Located {
  readonly subject: Term;
  readonly predicate: VariableTerm | PropertyPath;
  readonly object: Term;
  /** The triple term of this triple, if the query mentions it (SPARQL 1.2). */
  readonly tripleTerm?: BlankTerm;
  /** Whether it is only mentioned in `<< … >>`, so that it need not be a fact. */
  readonly isQuoted?: true;
}

export type Expression =
  | { readonly kind: 'term'; readonly term: Term; readonly range: TextRange }
  | {
      readonly kind: 'operation';
      readonly operator: string;
      readonly args: readonly Expression[];
      readonly range: TextRange;
    }
  /** The name is a built-in function in upper case, or the IRI of a function. */
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly nameRange: TextRange;
      readonly args: readonly Expression[];
      readonly range: TextRange;
    }
  | { readonly kind: 'exists'; readonly group: Group; readonly negated: boolean; readonly range: TextRange }
  /** Skipped text that is not an expression. */
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
  /** The triples that CONSTRUCT, INSERT and DELETE write; they are not matched. */
  | 'template';

export type UpdateClause = 'INSERT' | 'DELETE' | 'INSERTDATA' | 'DELETEDATA' | 'DELETEWHERE';

export type GroupPart = Triple | Bind | Values | Group;

export interface Group extends Located {
  readonly kind: GroupKind;
  readonly triples: Triple[];
  readonly filters: Expression[];
  readonly binds: Bind[];
  readonly values: Values[];
  readonly children: Group[];
  /** In the order of the text, because BIND may not follow a use of its variable. */
  readonly order: GroupPart[];
  /** The term after GRAPH or SERVICE. */
  readonly name?: Term;
  /** Only for the kind `subselect`. */
  readonly select?: Select;
  /** Only for the kind `union-branch`: the number of its UNION in the group, the same for all branches. */
  readonly union?: number;
  /** The keyword of a template, data or pattern of an update. */
  readonly clause?: UpdateClause;
}

export interface Projection extends Located {
  readonly variable: VariableTerm | undefined;
  /** The expression in `(… AS ?x)`. */
  readonly expression?: Expression;
}

export interface Select extends Located {
  readonly form: 'select' | 'ask' | 'construct' | 'describe' | 'update' | 'none';
  readonly keyword: TextRange | undefined;
  readonly star: boolean;
  readonly projection: readonly Projection[];
  /** The terms after DESCRIBE. */
  readonly described: readonly Term[];
  /** An update may have several groups; a CONSTRUCT also has a template. */
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

/** Syntax that Virtuoso accepts and the standard does not. */
export interface Dialectism extends Located {
  readonly rule: string;
  readonly message: string;
  /** The advice if there are no edits. */
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
  readonly tokens: readonly SparqlToken[];
  readonly comments: readonly Comment[];
  /** The comments of the whole file, which may have several queries. */
  readonly fileComments: readonly Comment[];
  readonly dialect: Dialect;
  readonly prefixes: readonly PrefixDeclaration[];
  readonly base: string | undefined;
  /** Every use of a prefix, in text order. */
  readonly prefixUses: readonly (Located & { readonly prefix: string; readonly resolved: boolean })[];
  readonly query: Select;
  readonly dialectisms: readonly Dialectism[];
  readonly problems: readonly SyntaxProblem[];
  /** Whether the grammar accepts it as a query or an update; there may be other problems. */
  readonly parses: boolean;
  /** The range at which the nesting exceeds the limit of the parser. */
  readonly tooDeep: TextRange | undefined;
}
