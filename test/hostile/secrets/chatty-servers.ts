/** Servers that repeat all they were sent, as careless ones do in their error pages. */
import { answers, type Asked, type Behaviour } from '../../adapters/kb/endpoint';

const echoOf = ({ method, url, headers, form }: Asked): string =>
  `${method} ${url} ${JSON.stringify(headers)} ${decodeURIComponent(url)} ${form.toString()}`;

export const FAULTS: Readonly<Record<string, Behaviour>> = {
  '401': (response, asked) => response.writeHead(401, { 'content-type': 'text/plain' }).end(echoOf(asked)),
  '403': (response, asked) => response.writeHead(403, { 'content-type': 'text/plain' }).end(echoOf(asked)),
  '404': (response, asked) => response.writeHead(404, { 'content-type': 'text/plain' }).end(echoOf(asked)),
  '407': (response, asked) => response.writeHead(407, { 'content-type': 'text/plain' }).end(echoOf(asked)),
  '429': (response, asked) =>
    response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': asked.url }).end(echoOf(asked)),
  '500': (response, asked) => response.writeHead(500, { 'content-type': 'text/plain' }).end(echoOf(asked)),
  'a page': (response, asked) =>
    response
      .writeHead(500, { 'content-type': 'text/html' })
      .end(`<html><title>${echoOf(asked)}</title></html>`),
  garbage: (response, asked) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`no JSON: ${echoOf(asked)}`),
  'another type': (response, asked) =>
    response.writeHead(200, { 'content-type': `text/${asked.url.replace(/\W/g, '')}` }).end(echoOf(asked)),
  'a redirect without end': (response, asked) => response.writeHead(307, { location: asked.url }).end(),
  'a redirect to nowhere': (response, asked) =>
    response.writeHead(307, { location: `ftp://u:p@host${asked.url}` }).end(),
};

/** No rows, and yes to whatever can be asked so. */
export const nothingFound: Behaviour = (response, asked) =>
  (asked.form.get('query')?.startsWith('ASK')
    ? answers('{ "head": {}, "boolean": true }')
    : answers('{ "head": { "vars": ["x"] }, "results": { "bindings": [] } }'))(response, asked);
