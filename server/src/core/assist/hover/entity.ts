import { code, plain } from './markdown';

export function describeEntity(id: string, name: string | undefined): readonly string[] {
  return name === undefined
    ? [`**entity** ${code(id)}`, 'Its name and types are known once a KB is connected.']
    : [`**${plain(name)}** — entity ${code(id)}`];
}
