import type { RecordedExchange } from '../../model/result/report.js';
import { visible } from '../text/escape-control-characters.js';

type Fields = RecordedExchange['request']['headers'];

/** The exchange that shows a violation, the last one of it, as `webRequest` and `webResponse` (§3.46, §3.47). */
export function webMessages(exchanges: readonly RecordedExchange[]): Record<string, unknown> {
  const shown = exchanges.findLast(({ role }) => role !== 'control');
  if (!shown) return {};
  const { request, answer } = shown;
  const content = request.content === undefined ? {} : { body: { text: visible(request.content) } };
  return {
    webRequest: {
      protocol: 'HTTP',
      method: visible(request.method),
      target: visible(request.url),
      headers: fields(request.headers),
      ...content,
    },
    webResponse: answer
      ? {
          protocol: 'HTTP',
          statusCode: answer.status,
          headers: fields(answer.headers),
          ...(answer.content === undefined ? {} : { body: { text: visible(answer.content) } }),
        }
      : { noResponseReceived: true },
  };
}

const fields = (headers: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [visible(name), visible([value].flat().join(', '))]),
  );
