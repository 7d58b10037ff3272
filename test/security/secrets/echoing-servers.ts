/** Servers that repeat the request in their response, as some do in error pages. */
import { answers, type EndpointRequest, type Behaviour } from '../../adapters/kb/endpoint';

const echoOf = ({ method, url, headers, form }: EndpointRequest): string =>
  `${method} ${url} ${JSON.stringify(headers)} ${decodeURIComponent(url)} ${form.toString()}`;

const echoes =
  (status: number): Behaviour =>
  (response, request) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(echoOf(request));

export const ECHOING_SERVERS: Readonly<Record<string, Behaviour>> = {
  '401': echoes(401),
  '403': echoes(403),
  '404': echoes(404),
  '407': echoes(407),
  '429': (response, request) =>
    response
      .writeHead(429, { 'content-type': 'text/plain', 'retry-after': request.url })
      .end(echoOf(request)),
  '500': echoes(500),
  'an HTML page': (response, request) =>
    response
      .writeHead(500, { 'content-type': 'text/html' })
      .end(`<html><title>${echoOf(request)}</title></html>`),
  'invalid JSON': (response, request) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`no JSON: ${echoOf(request)}`),
  'another content type': (response, request) =>
    response
      .writeHead(200, { 'content-type': `text/${request.url.replace(/\W/g, '')}` })
      .end(echoOf(request)),
  'an endless redirect': (response, request) => response.writeHead(307, { location: request.url }).end(),
  'an invalid redirect': (response, request) =>
    response.writeHead(307, { location: `ftp://u:p@host${request.url}` }).end(),
};

/** Answers SELECT with no rows and ASK with true. */
export const answersEmpty: Behaviour = (response, request) =>
  (request.form.get('query')?.startsWith('ASK')
    ? answers('{ "head": {}, "boolean": true }')
    : answers('{ "head": { "vars": ["x"] }, "results": { "bindings": [] } }'))(response, request);
