/** Keys as they are called on this machine. */
export const platformKeys = (keys: string): string =>
  navigator.userAgent.includes('Mac') ? keys.replaceAll('Ctrl', 'Cmd').replaceAll('Alt', 'Option') : keys;
