/** Servers that repeat the request in their response, as some do in error pages. */
import { answers, type Asked, type Behaviour } from '../../adapters/kb/endpoint';

const echoOf = ({ method, url, headers, form }: Asked): string =>
  `${method} ${url} ${JSON.stringify(headers)} ${decodeURIComponent(url)} ${form.toString()}`;

export const ECHOING_SERVERS: Readonly<Record<string, Behaviour>> = {
  '401': (response, request) =>
    response.writeHead(401, { 'content-type': 'text/plain' }).end(echoOf(request)),
  '403': (response, request) =>
    response.writeHead(403, { 'content-type': 'text/plain' }).end(echoOf(request)),
  '404': (response, request) =>
    response.writeHead(404, { 'content-type': 'text/plain' }).end(echoOf(request)),
  '407': (response, request) =>
    response.writeHead(407, { 'content-type': 'text/plain' }).end(echoOf(request)),
  '429': (response, request) =>
    response
      .writeHead(429, { 'content-type': 'text/plain', 'retry-after': request.url })
      .end(echoOf(request)),
  '500': (response, request) =>
    response.writeHead(500, { 'content-type': 'text/plain' }).end(echoOf(request)),
  'a page': (response, request) =>
    response
      .writeHead(500, { 'content-type': 'text/html' })
      .end(`<html><title>${echoOf(request)}</title></html>`),
  garbage: (response, request) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`no JSON: ${echoOf(request)}`),
  'another type': (response, request) =>
    response
      .writeHead(200, { 'content-type': `text/${request.url.replace(/\W/g, '')}` })
      .end(echoOf(request)),
  'a redirect without end': (response, request) => response.writeHead(307, { location: request.url }).end(),
  'a redirect to nowhere': (response, request) =>
    response.writeHead(307, { location: `ftp://u:p@host${request.url}` }).end(),
};

/** Answers SELECT with no rows and ASK with true. */
export const answersEmpty: Behaviour = (response, request) =>
  (request.form.get('query')?.startsWith('ASK')
    ? answers('{ "head": {}, "boolean": true }')
    : answers('{ "head": { "vars": ["x"] }, "results": { "bindings": [] } }'))(response, request);
