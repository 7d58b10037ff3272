/** What is wrong with a name for a KB; undefined where nothing is. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  const given = name.trim();
  if (given === '') return 'A KB needs a name.';
  if (/^https?:/.test(given)) return 'A name, not an address: it is what you choose the KB by.';
  if (/[\n\r]/.test(given)) return 'A name has one line.';
  if (['Sample', ...taken].includes(given)) return `There is a KB called ${given} already.`;
  return undefined;
}

/** What is wrong with the address of an endpoint. */
export function addressProblem(address: string): string | undefined {
  const given = address.trim();
  if (given === '') return 'An address such as http://localhost:8890/sparql.';
  if (!/^https?:\/\//.test(given)) return 'It begins with http:// or https://.';
  if (!URL.canParse(given)) return 'This is no address.';
  const { username, password } = new URL(given);
  if (username !== '' || password !== '')
    return 'Leave user and password out of the address: they are asked for, and the password is kept secret.';
  return undefined;
}

/** A name that is free, after the host or the file. */
export function suggestedName(source: string, taken: readonly string[]): string {
  const base = /^https?:/.test(source) ? new URL(source).hostname : baseName(source);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (nameProblem(name, taken) === undefined) return name;
  }
}

/** `mini-freebase` for /data/mini-freebase.nt.gz. */
function baseName(path: string): string {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return file.replace(/\.(?:gz|nt|ttl|turtle|n3)$/i, '').replace(/\.(?:nt|ttl|turtle|n3)$/i, '') || 'KB';
}
