/**
 * The questions that the user has entered for queries, so that the user is not asked twice. They are stored by the text of the query,
 * because another query in the same place has another question. This file does not import the editor.
 */
export class RememberedQuestions {
  private readonly questions = new Map<string, Map<string, string>>();

  of(document: string, query: string): string | undefined {
    return this.questions.get(document)?.get(query);
  }

  /** An empty answer is not remembered, so that the user is asked again. */
  remember(document: string, query: string, question: string): void {
    if (question === '') return;
    const byQuery = this.questions.get(document) ?? new Map<string, string>();
    this.questions.set(document, byQuery.set(query, question));
  }

  forget(document: string): void {
    this.questions.delete(document);
  }
}
