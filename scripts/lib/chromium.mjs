// Imports packages late, because they may not be installed yet.
import { aptInstall } from './apt.mjs';
import { Unavailable } from './failure.mjs';
import { onPath } from './on-path.mjs';

/** The headless shell comes first, because it needs a quarter less processor time than the whole browser. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Returns the path of Chromium, and installs it with apt-get if it is missing. CHROMIUM names one outside the PATH. */
export async function installChromium() {
  const found = process.env.CHROMIUM ?? findChromium();
  if (found) return found;
  const refusal = await aptInstall(['chromium-headless-shell', 'fonts-dejavu-core']);
  const installed = findChromium();
  if (installed) return installed;
  throw new Unavailable(
    `Chromium was not found. ${refusal ?? ''}`,
    'Install Chromium or Chrome, or set CHROMIUM to its path, and run the same command again.',
  );
}

const findChromium = () => programs.map(onPath).find(Boolean);

/** @param {string} executablePath */
export async function launchChromium(executablePath) {
  const { chromium } = await import('playwright-core');
  return chromium.launch(launchOptions(executablePath));
}

const launchOptions = (executablePath) => ({
  executablePath,
  args: [
    // Chromium refuses its sandbox to root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...[
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  ],
});
