/** Features beyond the protocol: they handle only custom requests. */
import { askFeature } from './ask';
import { entityRequests } from './entity-requests';
import { evaluations } from './evaluations';
import { explain } from './explain';
import { forms } from './logical-forms';
import { insertName } from './insert-name';
import { knowledgeBaseRequests } from './knowledge-base-requests';
import { modelRequests } from './model-requests';
import { repairs } from './repair';
import { run } from './run';
import { schemaBrowser } from './schema-browser';
import { serveDumps } from './serve-dump';
import { tools } from './tools';
import { whyEmpty } from './why-empty';
import type { CustomFeature } from './feature';

export const customFeatures: readonly CustomFeature[] = [
  schemaBrowser,
  insertName,
  run,
  repairs,
  askFeature,
  evaluations,
  tools,
  explain,
  whyEmpty,
  forms,
  entityRequests,
  knowledgeBaseRequests,
  serveDumps,
  modelRequests,
];
