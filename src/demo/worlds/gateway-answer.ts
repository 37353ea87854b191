import type { Answer } from '../service/http/answer.js';

const phrases = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' } as const;

/** What a gateway says by itself: a page for people, in no shape of the service's own. */
export const createGatewayAnswer = (
  status: 502 | 503 | 504,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  text: `<html><head><title>${status} ${phrases[status]}</title></head><body><h1>${phrases[status]}</h1></body></html>`,
});

/** No answer at all: the connection is reset. */
export const resetAnswer: Answer = { status: 502, headers: {}, delivery: { isReset: true } };
