export function findNeovim(): string | undefined;
export function findEmacs(): string | undefined;
