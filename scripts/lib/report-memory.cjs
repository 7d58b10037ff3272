// Preloaded into a measured language server: reports its memory to the parent process, after garbage collection.
const { writeHeapSnapshot } = require('node:v8');

process.on('message', async ({ snapshot }) => {
  // Objects that finalizers release are collected in the next round.
  for (let left = 3; left > 0; left--) {
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (snapshot) writeHeapSnapshot(snapshot);
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
