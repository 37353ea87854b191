import type { RecordedExchange, Report } from '../../model/result/report.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { toRelativeUrl } from '../text/relative-url.js';

/** Names operations, as `GET:/orders/{id}`, by the collections of a service. */
export interface OperationNames {
  /** The operation of an exchange: the segment after the path of a known collection is an id. */
  nameExchange(exchange: RecordedExchange): string;
  /** The operation of a subject without a recorded exchange. */
  nameSubject(subject: string): string;
}

/** The operations of the service of a report. */
export function createOperationNames({ survey, target }: Report): OperationNames {
  const homes = new Set(survey.collections.map(({ path }) => path));
  const paths = new Map(survey.collections.map(({ name, path }) => [name, path]));
  return {
    nameExchange({ request }) {
      const path = toRelativeUrl(target.baseUrl, request.url).replace(/[?#][\s\S]*$/, '');
      return escapeControlCharacters(`${request.method}:${toTemplate(path, homes)}`);
    },
    nameSubject(subject) {
      const path = paths.get(subject);
      return escapeControlCharacters(path === undefined ? subject : `GET:${path}`);
    },
  };
}

/** The longest known path wins: a collection can be nested in an item of another one. */
function toTemplate(path: string, homes: ReadonlySet<string>): string {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (!homes.has(path.slice(0, end))) continue;
    const [, ...below] = path.slice(end + 1).split('/');
    return [path.slice(0, end), '{id}', ...below].join('/');
  }
  return path;
}
