// Frames of a page, and the animated image that ffmpeg makes of them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { Failure } from './failure.mjs';
import { onPath } from './on-path.mjs';
import { run } from './processes.mjs';
import { lastLines } from './project.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** Takes frames of a page, each with the seconds that it is shown. */
export class Animation {
  #folder = temporaryFolder();
  #frames = [];

  constructor(page) {
    this.page = page;
  }

  async frame(seconds) {
    const path = join(this.#folder.path, `${this.#frames.length}.png`);
    await this.page.screenshot({ path, animations: 'disabled' });
    this.#frames.push({ path, seconds });
  }

  /** Types a text, with a frame after each few characters. */
  async type(text) {
    for (const part of text.match(/.{1,3}/gs) ?? []) {
      await this.page.keyboard.type(part);
      await this.frame(0.15);
    }
  }

  /** Writes a GIF: the documentation is also shown where no other animated format works. */
  async write(file) {
    const list = join(this.#folder.path, 'frames.txt');
    const lines = this.#frames.map(({ path, seconds }) => `file '${path}'\nduration ${seconds}`);
    // The duration of the last frame is only used if it is repeated.
    writeFileSync(list, [...lines, `file '${this.#frames.at(-1).path}'`].join('\n'));
    const colors =
      'split[a][b];[a]palettegen=max_colors=96:stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
    const { code, output } = await run(
      await ffmpeg(),
      ['-y', '-f', 'concat', '-safe', '0', '-i', list, '-vf', colors, '-fps_mode', 'vfr', file],
      { seconds: 300 },
    );
    this.#folder.remove();
    if (code !== 0)
      throw new Failure(
        'The animation could not be written.',
        'The output above says why.',
        lastLines(output),
      );
  }
}

async function ffmpeg() {
  const refusal = onPath('ffmpeg') ? undefined : await aptInstall(['ffmpeg']);
  const found = onPath('ffmpeg');
  if (found) return found;
  throw new Failure(
    `ffmpeg was not found. ${refusal ?? ''}`,
    'Install ffmpeg, and run the same command again.',
  );
}
