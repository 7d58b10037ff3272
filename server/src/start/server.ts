/** Starts the language server (`dist/server.js`). */
import { join } from 'node:path';
import { cacheFolder } from '../adapters/cache-folder';
import type * as Bundle from './bundle';
import { loadBundle } from './code-cache';

const { bundle, saveCache } = loadBundle<typeof Bundle>('server', join(__dirname, 'main.js'), cacheFolder());
void bundle.loadLanguageServer().then(({ startServer }) => startServer(saveCache));
