// Loaded with `--require` into a process under test: collects garbage every 20 ms, so that unreferenced timers are lost.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(collect, 20).unref();
