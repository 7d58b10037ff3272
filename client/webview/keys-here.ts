/** Keys as they are called on this machine. */
export const keysHere = (keys: string): string =>
  navigator.userAgent.includes('Mac') ? keys.replaceAll('Ctrl', 'Cmd').replaceAll('Alt', 'Option') : keys;
