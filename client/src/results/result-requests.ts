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
import type { PanelRequest, PanelReplies } from '../../shared/messages';
import type { ServerSession } from '../language-client';
import { request } from '../requests';

type Cards = Map<string, EntityCard>;

/** Requests of panels to the server. Entity names are cached, because every panel needs them for every row. */
export class ResultRequests {
  private readonly cards = new Map<string, Cards>();

  constructor(private readonly server: ServerSession) {}

  async ask<What extends PanelRequest>(
    what: What,
    params: object,
    token: CancellationToken = new CancellationTokenSource().token,
  ): Promise<PanelReplies[What]> {
    if (what === 'entities')
      return (await this.entities(params as EntitiesParams, token)) as PanelReplies[What];
    return request(this.server, METHODS[what] as RequestType<object, PanelReplies[What]>, params, token);
  }

  /** The cached name of an entity. */
  nameOf(kb: string): (iri: string) => string | undefined {
    const cards = this.cards.get(kb);
    return (iri) => cards?.get(iri)?.name;
  }

  /** Clears the cache after an update, which may change names. */
  forget(kb: string): void {
    this.cards.delete(kb);
  }

  private async entities(
    { kb, iris }: EntitiesParams,
    token: CancellationToken,
  ): Promise<PanelReplies['entities']> {
    const known = this.known(kb);
    const missing = iris.filter((iri) => !known.has(iri));
    if (missing.length > 0) {
      const found = await request(this.server, ENTITIES_REQUEST, { kb, iris: missing }, token);
      if (known.size > MAX_CARDS) known.clear();
      // Unknown entities are not requested again, unless the KB returned nothing at all.
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

const METHODS: Readonly<Record<PanelRequest, string>> = {
  entities: ENTITIES_REQUEST,
  facts: FACTS_REQUEST,
  neighbourhood: NEIGHBOURHOOD_REQUEST,
  pattern: PATTERN_REQUEST,
  whyEmpty: WHY_EMPTY_REQUEST,
};

const MAX_CARDS = 300_000;
