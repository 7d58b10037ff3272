/** All functions that read text from files, endpoints or models. */
import { assist } from './targets/assist';
import { dataset } from './targets/dataset';
import { endpointAnswer } from './targets/endpoint-answer';
import { exemplars } from './targets/exemplars';
import { format } from './targets/format';
import { logicalForm } from './targets/logical-form';
import { modelReply } from './targets/model-reply';
import { nTriples } from './targets/n-triples';
import { promptTemplate } from './targets/prompt-template';
import { settings } from './targets/settings';
import { sparql } from './targets/sparql';
import { userSchema } from './targets/user-schema';
import type { Target } from './target';

export const targets: readonly Target[] = [
  sparql,
  assist,
  format,
  logicalForm,
  nTriples,
  endpointAnswer,
  modelReply,
  settings,
  dataset,
  userSchema,
  exemplars,
  promptTemplate,
];
