import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { StreamMessageWriter, type Message } from 'vscode-jsonrpc/node';
import { joinHeaders } from '../../server/src/lsp/join-headers';

function recorder(): { readonly output: Writable; readonly written: readonly string[] } {
  const written: string[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString('utf8'));
      done();
    },
  });
  joinHeaders(output);
  return { output, written };
}

describe('The output of the server', () => {
  it('has the header and the content of each message in one write', async () => {
    const { output, written } = recorder();
    const writer = new StreamMessageWriter(output);
    const messages = ['first', 'ünïcode'].map((method) => ({ jsonrpc: '2.0', method }) as Message);
    await Promise.all(messages.map((message) => writer.write(message)));
    expect(written).toEqual(
      messages.map((message) => {
        const content = JSON.stringify(message);
        return `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
      }),
    );
  });

  it('does not change other writes', () => {
    const { output, written } = recorder();
    output.write('Content-Length: unknown');
    output.write(Buffer.from('bytes'));
    expect(written).toEqual(['Content-Length: unknown', 'bytes']);
  });
});
