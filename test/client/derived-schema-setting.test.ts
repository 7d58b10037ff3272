import { beforeEach, describe, expect, it, vi } from 'vitest';

const state = vi.hoisted(() => ({
  trusted: true,
  user: {} as Record<string, unknown>,
  workspace: {} as Record<string, unknown>,
}));

vi.mock('vscode', () => {
  const folder = { index: 0, uri: { path: '/project' } };
  return {
    ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
    l10n: { t: (text: string) => text },
    window: {},
    workspace: {
      get isTrusted() {
        return state.trusted;
      },
      workspaceFolders: [folder],
      getWorkspaceFolder: ({ fsPath }: { readonly fsPath: string }) =>
        fsPath.startsWith('/project/') ? folder : undefined,
      asRelativePath: ({ fsPath }: { readonly fsPath: string }) => fsPath.replace('/project/', ''),
      getConfiguration: () => ({
        inspect: (name: string) => ({ globalValue: state.user[name], workspaceValue: state.workspace[name] }),
        update: (name: string, value: unknown, target: number) => {
          (target === 1 ? state.user : state.workspace)[name] = value;
          return Promise.resolve();
        },
      }),
    },
  };
});

const { useSchema } = await import('../../client/src/kb/derive-schema');
type File = Parameters<typeof useSchema>[1];
const file = (fsPath: string): File => ({ fsPath }) as File;
const far = { endpoint: 'http://localhost:8890/sparql' };

describe('the setting of a derived schema', () => {
  beforeEach(() => {
    state.trusted = true;
    state.user = { knowledgeBases: { Far: far } };
    state.workspace = {};
  });

  it('is in the workspace for a file of the workspace, and the user setting stays as it is', async () => {
    await useSchema('Far', file('/project/far.schema.json'));
    expect(state.workspace).toEqual({ knowledgeBases: { Far: { schema: 'far.schema.json' } } });
    expect(state.user).toEqual({ knowledgeBases: { Far: far } });
  });

  it('is in the user settings with the whole path for a file elsewhere', async () => {
    await useSchema('Far', file('/other/far.schema.json'));
    expect(state.user).toEqual({ knowledgeBases: { Far: { ...far, schema: '/other/far.schema.json' } } });
    expect(state.workspace).toEqual({});
  });

  it('is in the user settings with the whole path if the workspace is not trusted', async () => {
    state.trusted = false;
    await useSchema('Far', file('/project/far.schema.json'));
    expect(state.user).toEqual({ knowledgeBases: { Far: { ...far, schema: '/project/far.schema.json' } } });
    expect(state.workspace).toEqual({});
  });
});
