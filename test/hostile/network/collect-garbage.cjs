// Loaded by `--require` into a process under test: collects garbage all the time, so that a timer nobody holds is lost.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(collect, 20).unref();
