/** Starts the language server (`dist/server.js`). */
import { join } from 'node:path';
import { cacheFolder } from '../adapters/cache-folder';
import type * as Bundle from './bundle';
import { loadBundle } from './code-cache';

const { loadLanguageServer } = loadBundle(join(__dirname, 'main.js'), cacheFolder()) as typeof Bundle;
void loadLanguageServer().then(({ startServer }) => startServer());
