/** In the browser, no dump can be served. */
export { refuseDump as serveDump } from './import-dump';
