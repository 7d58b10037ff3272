/** A separate bundle, loaded with the first request: it is as large as the rest of the server. */
export { Agent, buildConnector, ProxyAgent, request } from 'undici';
