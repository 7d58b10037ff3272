// Loaded by `--require` into a process under test: whenever the time of day is read, it has moved by a day, back and forth.
const now = Date.now;
const DAY = 24 * 60 * 60 * 1000;
let reads = 0;
Date.now = () => now() + (reads++ % 2 ? DAY : -DAY);
