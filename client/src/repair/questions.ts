/**
 * What the user has said that queries should answer, so that nobody is asked twice. By the text of the query: another that comes to stand
 * in its place has another question. Nothing here knows the editor.
 */
export class RememberedQuestions {
  private readonly said = new Map<string, Map<string, string>>();

  of(document: string, query: string): string | undefined {
    return this.said.get(document)?.get(query);
  }

  /** An empty answer is not remembered, so that the user is asked again. */
  remember(document: string, query: string, question: string): void {
    if (question === '') return;
    const ofDocument = this.said.get(document) ?? new Map<string, string>();
    this.said.set(document, ofDocument.set(query, question));
  }

  forget(document: string): void {
    this.said.delete(document);
  }
}
