import { CancellationTokenSource, type CancellationToken } from 'vscode';
import {
  ENTITIES_REQUEST,
  FACTS_REQUEST,
  NEIGHBOURHOOD_REQUEST,
  PATTERN_REQUEST,
  WHY_EMPTY_REQUEST,
  type EntitiesParams,
  type EntityCard,
  type RequestType,
} from '../../../server/src/protocol/index';
import type { Question, Replies } from '../../shared/messages';
import type { ServerSession } from '../language-client';
import { request } from '../requests';

type Cards = Map<string, EntityCard>;

/** What panels ask the server. What entities are called is kept, because every panel asks it of every row. */
export class ResultRequests {
  private readonly cards = new Map<string, Cards>();

  constructor(private readonly server: ServerSession) {}

  async ask<What extends Question>(
    what: What,
    params: object,
    token: CancellationToken = new CancellationTokenSource().token,
  ): Promise<Replies[What]> {
    if (what === 'entities') return (await this.entities(params as EntitiesParams, token)) as Replies[What];
    return request(this.server, METHODS[what] as RequestType<object, Replies[What]>, params, token);
  }

  /** What is known already, without asking. */
  nameOf(kb: string): (iri: string) => string | undefined {
    const cards = this.cards.get(kb);
    return (iri) => cards?.get(iri)?.name;
  }

  /** After an update, names may be others. */
  forget(kb: string): void {
    this.cards.delete(kb);
  }

  private async entities(
    { kb, iris }: EntitiesParams,
    token: CancellationToken,
  ): Promise<Replies['entities']> {
    const known = this.known(kb);
    const missing = iris.filter((iri) => !known.has(iri));
    if (missing.length > 0) {
      const found = await request(this.server, ENTITIES_REQUEST, { kb, iris: missing }, token);
      if (known.size > MOST_CARDS) known.clear();
      // What the KB knows nothing of is not asked for twice. A KB that knows nothing at all may not have been asked.
      if (Object.keys(found).length > 0)
        for (const iri of missing) known.set(iri, found[iri] ?? { types: [], mediator: false });
    }
    return Object.fromEntries(
      iris.flatMap((iri) => {
        const card = known.get(iri);
        return card ? [[iri, card]] : [];
      }),
    );
  }

  private known(kb: string): Cards {
    const cards = this.cards.get(kb) ?? new Map<string, EntityCard>();
    this.cards.set(kb, cards);
    return cards;
  }
}

const METHODS: Readonly<Record<Question, string>> = {
  entities: ENTITIES_REQUEST,
  facts: FACTS_REQUEST,
  neighbourhood: NEIGHBOURHOOD_REQUEST,
  pattern: PATTERN_REQUEST,
  whyEmpty: WHY_EMPTY_REQUEST,
};

const MOST_CARDS = 300_000;
