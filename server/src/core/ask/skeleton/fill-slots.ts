/** What the phrases of skeletons may stand for in the KB and its schema, the likeliest first. */
import type { LinkedEntity, Linking } from '../../question/linking/linking';
import { wordsOf } from '../../language/english/words';
import { literalOfWord } from '../../logical-form/literal-words';
import { surroundingsFor } from '../surroundings-for';
import type { AskOptions, AskPorts, AskTask } from '../ask-ports';
import type { SlotChoice } from './best-first';
import type { Slot } from './read-skeleton';

/** Less alike than this is another thing. */
const MIN_ENTITY = 0.2;
const MIN_RELATION = 0.05;
/** Where one thing should be named, a class must be named clearly to be meant. */
const MIN_CLASS = 0.6;
/** What stands around no entity of the question is likely to lead nowhere. */
const ELSEWHERE = 0.4;
/** The steps behind these entities are looked at. */
const MAX_STARTS = 8;

export class SlotFiller {
  private readonly found = new Map<string, readonly SlotChoice[]>();
  private around: Promise<ReadonlySet<string>> | undefined;

  constructor(
    private readonly task: AskTask,
    private readonly linking: Linking,
    private readonly ports: AskPorts,
    private readonly options: AskOptions,
    private readonly signal: AbortSignal,
  ) {}

  async fill(slot: Slot): Promise<readonly SlotChoice[]> {
    const key = `${slot.role} ${slot.words.toLowerCase()}`;
    let choices = this.found.get(key);
    if (!choices) this.found.set(key, (choices = await this.choicesFor(slot)));
    return choices;
  }

  private async choicesFor({ role, words }: Slot): Promise<readonly SlotChoice[]> {
    await this.ports.retriever.prepare(this.signal);
    if (role === 'relation') return this.relations(words);
    if (literalOfWord(words)) return [{ name: words, score: 1 }];
    const entities = await this.entities(words);
    if (role === 'entity')
      return entities.length ? entities : this.classes(words).filter(({ score }) => score >= MIN_CLASS);
    // A set of things of one kind: a class, or else one thing.
    return [
      ...this.classes(words),
      ...entities.map(({ name, score }) => ({ name, score: score * ELSEWHERE })),
    ];
  }

  /** Those that the question was linked to first; where the user has chosen, no others. */
  private async entities(words: string): Promise<readonly SlotChoice[]> {
    const most = this.options.chatKbqa.entities;
    const linked = this.linking.entities.flatMap((entity) => {
      const alike = this.likeness(words, entity);
      return alike > 0 ? [{ name: entity.id, score: alike }] : [];
    });
    const found = this.task.entities
      ? []
      : (await this.ports.linker.find(words, most, this.signal)).map(({ id, score }) => ({
          name: id,
          score,
        }));
    return bestOf([...linked, ...found], MIN_ENTITY, most);
  }

  /** One that the user has chosen is meant, by whatever words. */
  private likeness(words: string, { name, alias, mention, score, match }: LinkedEntity): number {
    const said = mention ? this.task.question.slice(mention.start, mention.end) : '';
    const phrase = folded(words);
    if ([name, alias ?? '', said].some((text) => folded(text) === phrase)) return 0.9 + 0.1 * score;
    const near = this.ports.retriever.similarity(words, name);
    if (match === 'given') return Math.max(0.5, near);
    return near >= 0.8 ? near * 0.8 : 0;
  }

  private async relations(words: string): Promise<readonly SlotChoice[]> {
    const most = this.options.chatKbqa.relations;
    const around = await (this.around ??= this.relationsAround());
    const near = around.size ? this.ports.retriever.relations(words, { most, among: around }) : [];
    const { relations: only } = this.task;
    const others = this.ports.retriever.relations(words, { most, ...(only && { among: only }) });
    return bestOf(
      [
        ...near.map(({ id, score }) => ({ name: id, score })),
        ...others
          .filter(({ id }) => !around.has(id))
          .map(({ id, score }) => ({ name: id, score: score * ELSEWHERE })),
      ],
      MIN_RELATION,
      most,
    );
  }

  private classes(words: string): readonly SlotChoice[] {
    const most = Math.min(5, this.options.chatKbqa.relations);
    const found = this.ports.retriever.classes(words, { most });
    return bestOf(
      found.map(({ id, score }) => ({ name: id, score })),
      MIN_RELATION,
      most,
    );
  }

  /** Of the entities that the question names, and behind the mediators beside them. */
  private async relationsAround(): Promise<ReadonlySet<string>> {
    const { schema } = this.ports;
    const surroundings = surroundingsFor(this.task, this.ports, this.options);
    const starts = this.linking.entities.slice(0, MAX_STARTS).map(({ id }) => id);
    const found = new Set<string>();
    if (!starts.length) return found;
    const steps = await surroundings.relationsOf(starts, this.signal);
    const walks = [...steps].flatMap(([node, list]) =>
      list.filter(({ mediator }) => mediator).map((hop) => ({ node, hops: [hop] })),
    );
    const onward = await surroundings.onwards(walks, this.signal);
    for (const { relation } of [...[...steps.values()].flat(), ...onward.map(({ step }) => step)]) {
      found.add(relation);
      const reverse = schema.relation(relation)?.reverse;
      if (reverse !== undefined) found.add(reverse);
    }
    return found;
  }
}

/** Each once, the best first. */
function bestOf(choices: readonly SlotChoice[], least: number, most: number): readonly SlotChoice[] {
  const best = new Map<string, number>();
  for (const { name, score } of choices) best.set(name, Math.max(best.get(name) ?? 0, Math.min(1, score)));
  return [...best]
    .map(([name, score]) => ({ name, score }))
    .filter(({ score }) => score >= least)
    .sort((left, right) => right.score - left.score)
    .slice(0, most);
}

function folded(text: string): string {
  return wordsOf(text).join(' ');
}
