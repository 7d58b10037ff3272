/**
 * What the user has questions that queries should answer, so that nobody is asked twice. By the text of the query: another that comes to stand
 * in its place has another question. Nothing here knows the editor.
 */
export class RememberedQuestions {
  private readonly questions = new Map<string, Map<string, string>>();

  of(document: string, query: string): string | undefined {
    return this.questions.get(document)?.get(query);
  }

  /** An empty answer is not remembered, so that the user is asked again. */
  remember(document: string, query: string, question: string): void {
    if (question === '') return;
    const ofDocument = this.questions.get(document) ?? new Map<string, string>();
    this.questions.set(document, ofDocument.set(query, question));
  }

  forget(document: string): void {
    this.questions.delete(document);
  }
}
