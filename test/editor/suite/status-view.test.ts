import assert from 'node:assert/strict';
import { type ServerState, viewStatus } from '../../../client/src/status-view';

const freebase = {
  state: 'bundled',
  name: 'Freebase',
  namespace: 'http://rdf.freebase.com/ns/',
  relations: 19_279,
  types: 2_100,
} as const;
const running = (schema: Extract<ServerState, { kind: 'running' }>['status']['schema']): ServerState => ({
  kind: 'running',
  status: { schema, dialect: 'virtuoso' },
});

describe('status bar item', () => {
  it('the status shows the schema and its size', () => {
    const view = viewStatus(running(freebase), 'virtuoso');
    assert.equal(view.text, 'Freebase 19,279 relations');
    assert.equal(view.level, 'normal');
  });

  it('the status shows the dialect unless it is the default', () => {
    assert.equal(viewStatus(running(freebase), 'sparql11').text, 'Freebase 19,279 relations · SPARQL 1.1');
  });

  it('the status warns about an invalid schema and shows the active one', () => {
    const view = viewStatus(running({ ...freebase, problem: 'my.json is not JSON.' }), 'virtuoso');
    assert.equal(view.level, 'warning');
    assert.equal(view.details[0], 'my.json is not JSON.');
    assert.match(view.text, /^Freebase/);
  });

  it('the status reports that only syntax is checked without a schema', () => {
    const view = viewStatus(
      running({ state: 'none', problem: 'The bundled schema is damaged.' }),
      'virtuoso',
    );
    assert.equal(view.text, 'No KB schema');
    assert.equal(view.level, 'error');
    assert.match(view.details.join(' '), /damaged\. Only syntax is checked/);
  });

  it('the status reports that nothing is checked after the server has stopped', () => {
    const view = viewStatus({ kind: 'stopped', reason: 'The language server crashed.' }, 'virtuoso');
    assert.equal(view.level, 'error');
    assert.deepEqual(view.details, ['The language server crashed.', 'Queries are not checked.']);
  });
});
