import type { AskPorts } from '../core/ask/ask-ports';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import { openRanker, openRetriever } from './learnt';
import { openLinker, type AskAbout } from './linkers';

/** What asking needs besides the KB, its schema and a model. */
export function askParts(
  kb: KnowledgeBase,
  about: AskAbout,
): Pick<AskPorts, 'linker' | 'retriever' | 'ranker'> {
  return {
    linker: openLinker(kb, about),
    retriever: openRetriever(about.schema),
    ranker: openRanker(),
  };
}
