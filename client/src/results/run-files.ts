import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as vscode from 'vscode';
import { asKeptRun, fitToKeep, type Held, type KeptRun } from './store-policy';

/** Runs as files: what is known of each in one, all of it in another, so that windows cannot spoil each other's list. */
export class RunFiles {
  constructor(private readonly folder: vscode.Uri) {}

  /** A file that cannot be read is no run. */
  async list(): Promise<readonly KeptRun[]> {
    const names = await vscode.workspace.fs.readDirectory(this.folder).then(
      (entries) => entries.map(([name]) => name),
      () => [],
    );
    const found = names.filter((name) => name.endsWith('.json')).map((name) => this.readKept(name));
    return (await Promise.all(found)).filter((run) => run !== undefined);
  }

  async read(id: string): Promise<Held | undefined> {
    try {
      const packed = await vscode.workspace.fs.readFile(this.file(id, 'run.gz'));
      return JSON.parse((await unpack(packed)).toString('utf8')) as Held;
    } catch {
      return undefined;
    }
  }

  async pack(run: Held): Promise<Uint8Array> {
    return pack(JSON.stringify(run, fitToKeep));
  }

  async write(kept: KeptRun, packed?: Uint8Array): Promise<void> {
    await vscode.workspace.fs.createDirectory(this.folder);
    if (packed) await vscode.workspace.fs.writeFile(this.file(kept.id, 'run.gz'), packed);
    await vscode.workspace.fs.writeFile(this.file(kept.id, 'json'), Buffer.from(JSON.stringify(kept)));
  }

  async remove(id: string): Promise<void> {
    for (const ending of ['json', 'run.gz'])
      // Another window may have been first.
      await vscode.workspace.fs.delete(this.file(id, ending)).then(undefined, () => undefined);
  }

  private async readKept(name: string): Promise<KeptRun | undefined> {
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.folder, name));
      return asKeptRun(JSON.parse(Buffer.from(bytes).toString('utf8')));
    } catch {
      return undefined;
    }
  }

  private file(id: string, ending: string): vscode.Uri {
    return vscode.Uri.joinPath(this.folder, `${id.replace(/[^\w-]/g, '_')}.${ending}`);
  }
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);
