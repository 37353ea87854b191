import type { Answer } from '../service/http/answer.js';

const phrases = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' } as const;

/** The response of a gateway itself: an HTML page instead of an error of the service. */
export const createGatewayAnswer = (
  status: 502 | 503 | 504,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  text: `<html><head><title>${status} ${phrases[status]}</title></head><body><h1>${phrases[status]}</h1></body></html>`,
});

/** A reset connection instead of a response. */
export const resetAnswer: Answer = { status: 502, headers: {}, delivery: { isReset: true } };
