/** Retrieves entities, relations and classes for the phrases of skeletons, the best first. */
import type { LinkedEntity } from '../../question/linking/linking';
import { wordsOf } from '../../language/english/words';
import { parseLiteralWord } from '../../logical-form/parse-literal';
import { surroundingsFor } from '../surroundings-for';
import type { StrategyInput } from '../strategy';
import type { SlotChoice } from './best-first';
import { idOfPhrase } from './print-skeleton';
import type { Slot } from './read-skeleton';

/** In the first stage a relation must be spelled like its ID; in the second, similar relations are retrieved. */
export type RetrievalStage = 'entities' | 'relations';

/** The minimum score of a class in the place of an entity. */
const MIN_CLASS_FOR_ENTITY_SCORE = 0.6;
/** The factor for relations that no linked entity has, and for entities in the place of a class. */
const UNLIKELY_FACTOR = 0.4;
/** Limits the linked entities whose relations are looked up. */
const MAX_STARTS = 8;
const MAX_CLASSES = 5;

export class SlotFiller {
  private readonly cache = new Map<string, readonly SlotChoice[]>();
  private entityRelations: Promise<ReadonlySet<string>> | undefined;

  constructor(private readonly input: StrategyInput) {}

  async fill(slot: Slot, stage: RetrievalStage): Promise<readonly SlotChoice[]> {
    if (slot.role === 'relation' && stage === 'entities') return this.findSpelledRelation(slot.phrase);
    const key = `${slot.role} ${slot.phrase.toLowerCase()}`;
    let choices = this.cache.get(key);
    if (!choices) this.cache.set(key, (choices = await this.findChoices(slot)));
    return choices;
  }

  private async findChoices({ role, phrase }: Slot): Promise<readonly SlotChoice[]> {
    await this.input.ports.retriever.prepare(this.input.signal);
    if (role === 'relation') return this.findRelations(phrase);
    if (parseLiteralWord(phrase)) return [{ name: phrase, score: 1 }];
    const entities = await this.findEntities(phrase);
    if (role === 'set') return [...this.findClasses(phrase), ...entities.map(toUnlikely)];
    if (entities.length) return entities;
    return this.findClasses(phrase).filter(({ score }) => score >= MIN_CLASS_FOR_ENTITY_SCORE);
  }

  /** Finds the linked entities and, unless the user has chosen entities, others with a similar name. */
  private async findEntities(phrase: string): Promise<readonly SlotChoice[]> {
    const limit = this.input.options.chatKbqa.entities;
    const linked = this.input.linking.entities
      .map((entity) => ({ name: entity.id, score: this.compareWithEntity(phrase, entity) }))
      .filter(({ score }) => score > 0);
    const others = this.input.task.entities
      ? []
      : await this.input.ports.linker.find(phrase, limit, this.input.signal);
    return selectBest(
      [...linked, ...others.map(toChoice)],
      this.input.options.chatKbqa.entityThreshold,
      limit,
    );
  }

  /** An entity that the user has chosen matches every phrase. */
  private compareWithEntity(phrase: string, { name, alias, mention, score, match }: LinkedEntity): number {
    const mentionText = mention ? this.input.task.question.slice(mention.start, mention.end) : '';
    const normalized = normalize(phrase);
    if ([name, alias ?? '', mentionText].some((text) => normalize(text) === normalized))
      return 0.9 + 0.1 * score;
    const similarity = this.input.ports.retriever.similarity(phrase, name);
    if (match === 'given') return Math.max(0.5, similarity);
    return similarity >= 0.8 ? similarity * 0.8 : 0;
  }

  private findSpelledRelation(phrase: string): readonly SlotChoice[] {
    const { ports, task } = this.input;
    const id = idOfPhrase(phrase);
    const exists = id !== undefined && ports.schema.hasRelation(id) && (task.relations?.has(id) ?? true);
    return exists ? [{ name: id, score: 1 }] : [];
  }

  private async findRelations(phrase: string): Promise<readonly SlotChoice[]> {
    const { retriever } = this.input.ports;
    const { relations: limit, relationThreshold } = this.input.options.chatKbqa;
    const words = phrase.replaceAll(',', ' ');
    const ofEntities = await (this.entityRelations ??= this.findEntityRelations());
    const near = ofEntities.size ? retriever.relations(words, { limit, among: ofEntities }) : [];
    const { relations: allowed } = this.input.task;
    const others = retriever
      .relations(words, { limit, ...(allowed && { among: allowed }) })
      .filter(({ id }) => !ofEntities.has(id));
    const choices = [
      ...this.findSpelledRelation(phrase),
      ...near.map(toChoice),
      ...others.map(toChoice).map(toUnlikely),
    ];
    return selectBest(choices, relationThreshold, limit);
  }

  private findClasses(phrase: string): readonly SlotChoice[] {
    const { schema, retriever } = this.input.ports;
    const { relations, relationThreshold } = this.input.options.chatKbqa;
    const limit = Math.min(MAX_CLASSES, relations);
    const classes = retriever.classes(phrase.replaceAll(',', ' '), { limit });
    const spelled = idOfPhrase(phrase);
    const choices = [
      ...(spelled !== undefined && schema.hasType(spelled) ? [{ name: spelled, score: 1 }] : []),
      ...classes.map(toChoice),
    ];
    return selectBest(choices, relationThreshold, limit);
  }

  /** The relations of the linked entities and of the mediators next to them, with their reverses. */
  private async findEntityRelations(): Promise<ReadonlySet<string>> {
    const { schema } = this.input.ports;
    const surroundings = surroundingsFor(this.input.task, this.input.ports, this.input.options);
    const starts = this.input.linking.entities.slice(0, MAX_STARTS).map(({ id }) => id);
    const relations = new Set<string>();
    if (!starts.length) return relations;
    const steps = await surroundings.relationsOf(starts, this.input.signal);
    const paths = [...steps].flatMap(([node, hops]) =>
      hops.filter(({ mediator }) => mediator).map((hop) => ({ node, hops: [hop] })),
    );
    const onward = await surroundings.findContinuations(paths, this.input.signal);
    for (const { relation } of [...[...steps.values()].flat(), ...onward.map(({ step }) => step)]) {
      relations.add(relation);
      const reverse = schema.relation(relation)?.reverse;
      if (reverse !== undefined) relations.add(reverse);
    }
    return relations;
  }
}

function toChoice({ id, score }: { readonly id: string; readonly score: number }): SlotChoice {
  return { name: id, score };
}

function toUnlikely({ name, score }: SlotChoice): SlotChoice {
  return { name, score: score * UNLIKELY_FACTOR };
}

/** Returns the distinct choices with a minimum score, the best first. */
function selectBest(choices: readonly SlotChoice[], minScore: number, limit: number): readonly SlotChoice[] {
  const best = new Map<string, number>();
  for (const { name, score } of choices) best.set(name, Math.max(best.get(name) ?? 0, Math.min(1, score)));
  return [...best]
    .map(([name, score]) => ({ name, score }))
    .filter(({ score }) => score >= minScore)
    .sort((left, right) => right.score - left.score)
    .slice(0, limit);
}

function normalize(text: string): string {
  return wordsOf(text).join(' ');
}
