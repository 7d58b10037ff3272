import assert from 'node:assert/strict';
import { CloseAction, ErrorAction } from 'vscode-languageclient/node';
import { crashPolicy } from '../../../client/src/crash-policy';

const MINUTE_MS = 60_000;

describe('crash policy', () => {
  it('the server is restarted three times and then stopped with a reason', async () => {
    const { actions, reasons } = await crashAt([0, 1, 2, 3]);
    assert.deepEqual(actions, [
      CloseAction.Restart,
      CloseAction.Restart,
      CloseAction.Restart,
      CloseAction.DoNotRestart,
    ]);
    assert.match(reasons.join(), /crashed 4 times .* Queries are not checked/);
  });

  it('the server is always restarted when it crashes rarely', async () => {
    const { actions, reasons } = await crashAt([0, 2, 4, 6, 8].map((minutes) => minutes * MINUTE_MS));
    assert.ok(actions.every((action) => action === CloseAction.Restart));
    assert.deepEqual(reasons, []);
  });

  it('write errors do not stop the server', async () => {
    const policy = crashPolicy({ hasRun: () => true, onGivingUp: () => assert.fail() });
    for (let count = 1; count <= 20; count++) {
      const { action } = await policy.error(new Error('write EPIPE'), undefined, count);
      assert.equal(action, ErrorAction.Continue);
    }
    assert.equal((await policy.closed()).action, CloseAction.Restart);
  });

  it('a server that never started is not restarted', async () => {
    const policy = crashPolicy({ hasRun: () => false, onGivingUp: () => assert.fail() });
    assert.equal((await policy.closed()).action, CloseAction.DoNotRestart);
  });
});

async function crashAt(times: readonly number[]): Promise<{ actions: CloseAction[]; reasons: string[] }> {
  const reasons: string[] = [];
  const clock = [...times];
  const policy = crashPolicy({
    hasRun: () => true,
    onGivingUp: (reason) => reasons.push(reason),
    now: () => clock.shift() ?? 0,
  });
  const actions: CloseAction[] = [];
  for (let crash = 0; crash < times.length; crash += 1) actions.push((await policy.closed()).action);
  return { actions, reasons };
}
