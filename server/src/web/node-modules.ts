/**
 * The modules and globals of Node that the language server uses in a browser. Everything else of Node throws an error that names it when
 * it is used: that is the code of evaluations, dumps and the command line.
 */
import { AsyncLocalStorage } from './async-local-storage';
import { DIST, fs } from './files';
import * as path from './path';
import { sha256 } from './sha256';
import { Worker } from './thread';
import { delay, timers } from './timers';
import { undici } from './undici';

type Members = Readonly<Record<string, unknown>>;

const encoder = new TextEncoder();

const buffer = {
  alloc: (size: number) => new Uint8Array(size),
  allocUnsafe: (size: number) => new Uint8Array(size),
  from: (text: string) => encoder.encode(text),
};

class Hash {
  private text = '';

  constructor(private readonly algorithm: string) {}

  update(text: string): this {
    this.text += text;
    return this;
  }

  digest(): string {
    if (this.algorithm === 'sha256') return sha256(encoder.encode(this.text));
    throw new Error(
      'digest authentication does not work in the browser. Use another kind, or https with basic',
    );
  }
}

const nodeProcess = {
  argv: [],
  cwd: () => '/',
  // Nothing can be cached.
  env: { FUNFUSIC_CACHE: 'off' },
  on: () => undefined,
  once: () => undefined,
  pid: 0,
  platform: 'browser',
  versions: {},
};

const MODULES: Readonly<Record<string, Members>> = {
  async_hooks: { AsyncLocalStorage },
  buffer: { isUtf8: () => true },
  child_process: {
    fork: () => {
      throw new Error(
        'Evaluations do not run in the browser. Use the VS Code desktop app or the command line.',
      );
    },
  },
  crypto: {
    createHash: (algorithm: string) => new Hash(algorithm),
    randomBytes: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
    randomUUID: () => crypto.randomUUID(),
  },
  fs,
  os: { homedir: () => '/', hostname: () => '', tmpdir: () => '/', type: () => 'browser' },
  path,
  perf_hooks: { performance },
  // The browser has its own certificates.
  tls: { getCACertificates: undefined },
  'timers/promises': { setTimeout: delay },
  url: {
    URL,
    fileURLToPath: (uri: string) => decodeURIComponent(new URL(uri).pathname),
    pathToFileURL: (file: string) => new URL(file, 'file:///'),
  },
  util: { TextDecoder, promisify: (work: unknown) => work, inspect: String },
  v8: { getHeapSpaceStatistics: () => [], setFlagsFromString: () => undefined },
  worker_threads: { Worker },
  './undici.js': undici,
};

/** `require` for the bundle of the language server. */
export function requireInBrowser(request: string): unknown {
  const name = request.replace(/^node:/, '');
  // The bundle copies the members of a module to an object with the same prototype.
  return withMissing(name, MODULES[name]);
}

function withMissing(name: string, members: Members | undefined): object {
  return Object.assign(Object.create(missingMembers(name)) as object, members);
}

function missingMembers(module: string): object {
  return new Proxy(
    {},
    {
      get: (_, member) => {
        if (typeof member === 'symbol' || ['__esModule', 'default', 'then', 'toJSON'].includes(member))
          return undefined;
        return function unavailable(): never {
          throw new Error(
            `VS Code in the browser has no ${member} of ${module}. Use the VS Code desktop app.`,
          );
        };
      },
    },
  );
}

/** The variables of a CommonJS module in Node. */
export const NODE_SCOPE = {
  ...timers,
  Buffer: withMissing('Buffer', buffer),
  __dirname: DIST,
  __filename: `${DIST}/main.js`,
  global: globalThis,
  process: nodeProcess,
  require: requireInBrowser,
};
