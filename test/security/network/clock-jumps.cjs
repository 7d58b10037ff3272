// Loaded with `--require` into a process under test: each call of Date.now is a day early or a day late, in turn.
const now = Date.now;
const DAY_MS = 24 * 60 * 60 * 1000;
let calls = 0;
Date.now = () => now() + (calls++ % 2 ? DAY_MS : -DAY_MS);
