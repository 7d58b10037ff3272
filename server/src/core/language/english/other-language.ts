/** Recognizes questions that are not in English, by their script and their function words. */
import { isContentWord } from './stop-words';
import type { QuestionWord } from './words';

/** Frequent function words of other languages, without accents. Words that also occur in English questions are left out. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `wer wie wo wann warum wieviel welche welcher welches welchen wurde wurden der das ist sind hat haben viele von und ein eine einer im zu
   qui que quoi quel quelle quels quelles ou quand combien pourquoi est sont le la les des du un une dans et
   quien quienes cual cuales donde cuando cuanto cuantos cuantas como es son el los las del en por y
   chi che cosa quale qual dove quando quanti quante perche il lo gli della dello di e ha hanno
   quem onde quantos quantas os da em foi sao uma
   wat waar wanneer waarom hoe welke het van een de zijn
   vem vad nar varfor vilken vilket hvem hvad hvor hvornar hvilken er og ar och i pa
   kto co gdzie kiedy jest jaki jaka jakie ile kdo kde kdy je jak koliko gdje tko
   mika mita kuka missa milloin kuinka on kes kus
   kim nerede nedir hangi kac cine unde care este cand ki hol mikor melyik
   siapa apa dimana kapan yang berapa sino saan ano`
    .split(/\s+/)
    .filter((word) => !['i', 'on', 'pa', 'ki', 'he', 'care', 'as', 'in'].includes(word)),
);
/** First words that no English question has. */
const FIRST_WORDS =
  /^(?:wer|wie|wo|wann|warum|wieviel|welche[rsn]?|qui|que|quoi|quel(?:le)?s?|ou|quand|combien|pourquoi|quien(?:es)?|cual(?:es)?|donde|cuando|cuant[oa]s?|como|chi|che|qual[ei]?|dove|quando|quant[eio]s?|quem|onde|wat|waar|wanneer|waarom|hoe|welke?|vem|vad|nar|varfor|vilke[nt]|hvem|hvad|hvor|hvornar|hvilken|kto|gdzie|kiedy|jaki|jaka|ile|kdo|kde|kdy|tko|gdje|mika|mita|kuka|missa|milloin|kim|nerede|cine|unde|siapa|apa|dimana|kapan|sino|saan)$/;
const NON_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/** The words must be those outside known names. */
export function isOtherLanguage(words: readonly QuestionWord[]): boolean {
  const isEnglish = ({ word }: QuestionWord): boolean => !isContentWord(word) && word.length > 1;
  const english = words.filter(isEnglish).length;
  if (!english && words.some(({ word }) => NON_LATIN.test(word))) return true;
  const foreign = words.filter(({ word }) => FUNCTION_WORDS.has(word)).length;
  const [first] = words;
  if (first && FIRST_WORDS.test(first.word)) return foreign >= english;
  return foreign > 1 && foreign > english;
}
