/** What the page's policy lets through: SHA-256 of the script and the style. A test says the right ones when they are changed. */
export const SCRIPT_HASH = 'sha256-5RQ9XN+leGHlpr7cdSavbQ2zCvrliW4nZ51yzs69l2A=';
export const STYLE_HASH = 'sha256-bOqfXLMI+2N9qp9ZTFKuOAy2gpWpGRKJVGZlisL1AZU=';
