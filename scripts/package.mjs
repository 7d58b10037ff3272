// npm run package: builds the project and packs it into the root folder: the extension as a VSIX, and the command line and the language
// server as an npm package.
import { main } from './lib/failure.mjs';
import { packNpm } from './lib/npm-package.mjs';
import { build, installPackages } from './lib/project.mjs';
import { packVsix } from './lib/vsix.mjs';

await main(async () => {
  await installPackages();
  await build();
  const { file, output } = await packVsix();
  console.log(output);
  console.log(`Install the extension with: code --install-extension ${file}`);
  const npm = await packNpm();
  console.log(`Install funfusic and funfusic-server with: npm install --global ${npm.file}`);
});
