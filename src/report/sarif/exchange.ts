import type { RecordedExchange } from '../../model/result/report.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';

type Fields = RecordedExchange['request']['headers'];

/** The last exchange of a violation, as `webRequest` and `webResponse` (§3.46, §3.47). */
export function createWebMessages(exchanges: readonly RecordedExchange[]): Record<string, unknown> {
  const shown = exchanges.findLast(({ role }) => role !== 'control');
  if (!shown) return {};
  const { request, answer } = shown;
  const content = request.content === undefined ? {} : { body: { text: escapeControlCharacters(request.content) } };
  return {
    webRequest: {
      protocol: 'HTTP',
      method: escapeControlCharacters(request.method),
      target: escapeControlCharacters(request.url),
      headers: createFields(request.headers),
      ...content,
    },
    webResponse: answer
      ? {
          protocol: 'HTTP',
          statusCode: answer.status,
          headers: createFields(answer.headers),
          ...(answer.content === undefined ? {} : { body: { text: escapeControlCharacters(answer.content) } }),
        }
      : { noResponseReceived: true },
  };
}

const createFields = (headers: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      escapeControlCharacters(name),
      escapeControlCharacters([value].flat().join(', ')),
    ]),
  );
