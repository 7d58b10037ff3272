/** Walks from a number or a date in the question: what weighs 129 tons. */
import type { KbSchema } from '../../schema/schema';
import type { LinkedLiteral } from '../../question/linking/linking';
import { XSD } from '../../language/rdf/names';
import { endTypeOf } from '../surroundings/directions';
import { literalNode, type Surroundings } from '../surroundings/surroundings';
import { candidateOf, type Candidate } from './candidate';

export async function chainsFromValue(
  literal: LinkedLiteral,
  around: Surroundings,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  if (literal.kind === 'now' || literal.comparison) return [];
  const found: Candidate[] = [];
  const ways = waysToWrite(literal);
  const stepsOf = await around.relationsOf(
    ways.map(({ value, datatype }) => literalNode(value, datatype)),
    signal,
  );
  for (const { value, datatype } of ways) {
    const steps = stepsOf.get(literalNode(value, datatype)) ?? [];
    for (const { relation, reverse, ends, mediator } of steps) {
      if (mediator) continue;
      const hop = { relation, reverse };
      const endType = endTypeOf(hop, schema);
      found.push(
        candidateOf({
          value: { ...literal, value, datatype },
          hops: [hop],
          ends,
          ...(endType === undefined ? {} : { endType }),
        }),
      );
    }
  }
  return found;
}

/** As KBs write it: the same number may be an integer here and a float there. */
function waysToWrite({
  kind,
  value,
  datatype,
}: LinkedLiteral): readonly { readonly value: string; readonly datatype: string }[] {
  const ways = [{ value, datatype }];
  if (kind === 'integer' || kind === 'float') {
    const number = Number(value);
    const whole = Number.isInteger(number);
    const plain = String(number);
    if (whole) ways.push({ value: plain, datatype: `${XSD}integer` });
    for (const name of ['float', 'double', 'decimal'])
      ways.push(
        { value: whole ? `${plain}.0` : plain, datatype: XSD + name },
        { value: plain, datatype: XSD + name },
      );
  }
  if (kind === 'year') ways.push({ value, datatype: `${XSD}gYear` }, { value, datatype: `${XSD}integer` });
  if (kind === 'month') ways.push({ value, datatype: `${XSD}gYearMonth` });
  if (kind === 'date') ways.push({ value, datatype: `${XSD}date` }, { value, datatype: `${XSD}dateTime` });
  return [...new Map(ways.map((way) => [literalNode(way.value, way.datatype), way])).values()];
}
