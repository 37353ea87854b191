import type { RecordedExchange } from '../../model/result/report.js';
import { toRelativeUrl } from './relative-url.js';

/** Describes a request with its response in one line: `POST /orders {"amount":1} → 201 {"id":"7"}`. */
export function describeExchange({ request, answer, silence }: RecordedExchange, baseUrl: string): string {
  const asked = [request.method, toRelativeUrl(baseUrl, request.url), request.content].filter(Boolean).join(' ');
  const told = answer
    ? `${answer.status} ${answer.content ?? ''}`
    : `no response: ${silence ?? 'the reason is not known'}`;
  return `${asked} → ${told.trimEnd()}`;
}
