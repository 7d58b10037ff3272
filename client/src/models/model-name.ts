/** What is wrong with a name for a model; undefined where nothing is. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  const given = name.trim();
  if (given === '') return 'A model needs a name.';
  if (/^https?:/.test(given)) return 'A name, not an address: it is what you choose the model by.';
  if (/[\n\r]/.test(given)) return 'A name has one line.';
  if (given === 'none') return '“none” stands for working without a model.';
  if (taken.includes(given)) return `There is a model called ${given} already.`;
  return undefined;
}

/** What is wrong with the address of a model's server. */
export function addressProblem(address: string): string | undefined {
  const given = address.trim();
  if (given === '') return 'An address such as http://localhost:8000/v1.';
  if (!/^https?:\/\//.test(given)) return 'It begins with http:// or https://.';
  if (!URL.canParse(given)) return 'This is no address.';
  const { username, password, searchParams } = new URL(given);
  if (username !== '' || password !== '' || [...searchParams.keys()].some((name) => /key|token/i.test(name)))
    return 'Leave the key out of the address: it is asked for, and kept secret.';
  return undefined;
}

/** A name that is free. */
export function suggestedName(model: string, taken: readonly string[]): string {
  const base = model.slice(model.lastIndexOf('/') + 1) || 'Model';
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (nameProblem(name, taken) === undefined) return name;
  }
}
