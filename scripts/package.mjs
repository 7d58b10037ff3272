// npm run package: builds the extension and packs it into a VSIX in the root folder.
import { main } from './lib/failure.mjs';
import { build, installPackages } from './lib/project.mjs';
import { packVsix } from './lib/vsix.mjs';

await main(async () => {
  await installPackages();
  await build();
  const { file, output } = await packVsix();
  console.log(output);
  console.log(`Install it with: code --install-extension ${file}`);
});
