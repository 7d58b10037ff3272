/** The names of keys on this operating system. */
export const platformKeys = (keys: string): string =>
  navigator.userAgent.includes('Mac') ? keys.replaceAll('Ctrl', 'Cmd').replaceAll('Alt', 'Option') : keys;
