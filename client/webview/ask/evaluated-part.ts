import { t } from '../../shared/l10n';
import type { EvaluatedAnswer } from '../../shared/ask/ask-messages';
import { displayText, FREEBASE } from '../../shared/terms';
import { actionLink } from '../controls';
import { element, isolatedText } from '../dom';
import { host } from '../host';
import { icon } from '../icons';

/** The verdict of an evaluation and the expected answers. Entities are links to their facts. */
export function drawEvaluated(
  { verdict, expected, expectedCount }: EvaluatedAnswer,
  kb: string,
  open: (iri: string) => void,
): HTMLElement {
  const links = new Map<string, HTMLElement>();
  const answers = expected.map((value) => {
    const iri = iriOf(value);
    if (iri === undefined) return isolatedText(displayText(value, MAX_LENGTH));
    const link = actionLink(displayText(value, MAX_LENGTH), () => open(iri));
    links.set(iri, link);
    return link;
  });
  void nameLinks(links, kb);
  const more = expectedCount - expected.length;
  return element(
    'p',
    { class: 'asked-note info evaluated' },
    icon('info'),
    element(
      'span',
      { text: t('Evaluation: {0}.', verdict) },
      ...(answers.length > 0 ? [` ${t('Expected:')} `] : []),
      ...answers.flatMap((answer, index) => (index > 0 ? [', ', answer] : [answer])),
      ...(more > 0 ? [` ${t('and {0} more', more)}`] : []),
    ),
  );
}

const MAX_LENGTH = 120;

function iriOf(value: string): string | undefined {
  if (/^[mg]\.\w+$/.test(value)) return FREEBASE + value;
  return /^https?:\/\//.test(value) ? value : undefined;
}

/** Without a reply, IDs stay. */
async function nameLinks(links: ReadonlyMap<string, HTMLElement>, kb: string): Promise<void> {
  if (links.size === 0) return;
  const cards = await host.request('entities', { kb, iris: [...links.keys()] }).catch(() => ({}));
  for (const [iri, { name }] of Object.entries(cards))
    if (name !== undefined) links.get(iri)?.replaceChildren(isolatedText(displayText(name, MAX_LENGTH)));
}
