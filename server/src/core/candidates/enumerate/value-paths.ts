/** Candidates that are paths from a number or a date in the question: what weighs 129 tons. */
import type { KbSchema } from '../../schema/schema';
import type { LinkedLiteral } from '../../question/linking/linking';
import { XSD } from '../../language/rdf/names';
import { endTypeOf } from '../surroundings/directions';
import { literalNode, type Surroundings } from '../surroundings/surroundings';
import { createCandidate, type Candidate } from './candidate';

export async function pathsFromValue(
  literal: LinkedLiteral,
  around: Surroundings,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  if (literal.kind === 'now' || literal.comparison) return [];
  const variants = variantsOf(literal);
  const hopsOf = await around.relationsOf([...variants.keys()], signal);
  return [...variants].flatMap(([node, variant]) =>
    (hopsOf.get(node) ?? [])
      .filter(({ mediator }) => !mediator)
      .map(({ relation, reverse, ends }) => {
        const hop = { relation, reverse };
        const endType = endTypeOf(hop, schema);
        return createCandidate({
          value: { ...literal, ...variant },
          hops: [hop],
          ends,
          ...(endType === undefined ? {} : { endType }),
        });
      }),
  );
}

/** The literals by which KBs may write the value, by node: a number may be an integer in one KB and a float in another. */
function variantsOf({
  kind,
  value,
  datatype,
}: LinkedLiteral): ReadonlyMap<string, { readonly value: string; readonly datatype: string }> {
  const variants = [{ value, datatype }];
  if (kind === 'integer' || kind === 'float') {
    const number = Number(value);
    const isInteger = Number.isInteger(number);
    const digits = String(number);
    if (isInteger) variants.push({ value: digits, datatype: `${XSD}integer` });
    for (const name of ['float', 'double', 'decimal'])
      variants.push(
        { value: isInteger ? `${digits}.0` : digits, datatype: XSD + name },
        { value: digits, datatype: XSD + name },
      );
  }
  if (kind === 'year')
    variants.push({ value, datatype: `${XSD}gYear` }, { value, datatype: `${XSD}integer` });
  if (kind === 'month') variants.push({ value, datatype: `${XSD}gYearMonth` });
  if (kind === 'date')
    variants.push({ value, datatype: `${XSD}date` }, { value, datatype: `${XSD}dateTime` });
  return new Map(variants.map((variant) => [literalNode(variant.value, variant.datatype), variant]));
}
