import { describe, expect, it } from 'vitest';
import { Secrets } from '../../client/src/secrets';
import { SECRET_REQUEST, type SecretParams } from '../../server/src/protocol/index';

const password = { kb: 'Guarded', address: 'https://own.example/sparql', what: 'password' };
const key = { kb: 'Mine', of: 'model', address: 'https://model.example/v1', what: 'key' } as const;

/** An in-memory secret storage, and a user who enters the texts in `typed`. */
function secretsOf(typed: (string | undefined)[] = []): { secrets: Secrets; prompts: string[] } {
  const [stored, state] = [new Map<string, string>(), new Map<string, unknown>()];
  const prompts: string[] = [];
  const context = {
    secrets: {
      get: (name: string) => Promise.resolve(stored.get(name)),
      store: (name: string, value: string) => Promise.resolve(void stored.set(name, value)),
      delete: (name: string) => Promise.resolve(void stored.delete(name)),
    },
    globalState: {
      get: (name: string, otherwise: unknown) => state.get(name) ?? otherwise,
      update: (name: string, value: unknown) => Promise.resolve(void state.set(name, value)),
    },
  };
  const secrets = new Secrets(context as never, ({ title }) => {
    prompts.push(title);
    return Promise.resolve(typed.shift());
  });
  return { secrets, prompts };
}

describe('a secret', () => {
  it('is requested once and then given to the server', async () => {
    const { secrets, prompts } = secretsOf(['open sesame']);
    let answer: (params: SecretParams) => unknown = () => undefined;
    secrets.listen({
      onRequest: (method: string, handler: typeof answer) => {
        expect(method).toBe(SECRET_REQUEST);
        answer = handler;
        return { dispose: () => undefined };
      },
    } as never);
    expect(await answer(password)).toBe('open sesame');
    expect(await answer(password)).toBe('open sesame');
    expect(prompts).toHaveLength(1);
  });

  it('is not given for the same name at another address', async () => {
    const { secrets, prompts } = secretsOf(['open sesame', undefined]);
    expect(await secrets.getOrAsk(password)).toBe('open sesame');
    expect(await secrets.getOrAsk({ ...password, address: 'https://other.example/sparql' })).toBeUndefined();
    expect(prompts).toHaveLength(2);
  });

  it('is not requested in the background, nor after the user has declined', async () => {
    const { secrets, prompts } = secretsOf([undefined]);
    expect(await secrets.getOrAsk({ ...password, quiet: true })).toBeUndefined();
    expect(prompts).toEqual([]);
    expect(await secrets.getOrAsk(password)).toBeUndefined();
    expect(await secrets.getOrAsk(password)).toBeUndefined();
    expect(prompts).toHaveLength(1);
  });

  it('is requested again after a rejection', async () => {
    const { secrets } = secretsOf(['wrong', 'right']);
    expect(await secrets.getOrAsk(password)).toBe('wrong');
    expect(await secrets.getOrAsk({ ...password, rejected: true })).toBe('right');
    expect(await secrets.getOrAsk(password)).toBe('right');
  });

  it('of a model is separate from a KB, and deleted with the model', async () => {
    const { secrets } = secretsOf(['sk', 'pw']);
    await secrets.getOrAsk(key);
    await secrets.getOrAsk(password);
    expect(secrets.ownersOf('model')).toEqual(['Mine']);
    expect(secrets.kbs).toEqual(['Guarded']);
    expect(await secrets.forget('Mine')).toBe(0);
    expect(await secrets.forget('Mine', 'model')).toBe(1);
    expect(await secrets.getOrAsk({ ...key, quiet: true })).toBeUndefined();
  });
});
