/** SHA-256 of the script and the style, for the page's policy. A failing test prints the right ones. */
export const SCRIPT_HASH = 'sha256-5RQ9XN+leGHlpr7cdSavbQ2zCvrliW4nZ51yzs69l2A=';
export const STYLE_HASH = 'sha256-bOqfXLMI+2N9qp9ZTFKuOAy2gpWpGRKJVGZlisL1AZU=';
