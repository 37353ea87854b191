import type { RecordedExchange, Report } from '../../model/result/report.js';
import { visible } from '../text/escape-control-characters.js';
import { relativeTo } from '../text/relative-url.js';

/** Names operations, as `GET:/orders/{id}`, by what is known of a service. */
export interface Operations {
  /** The operation of an exchange: what follows the path of a known collection is an id. */
  of(exchange: RecordedExchange): string;
  /** The operation that stands for a subject of which no exchange was kept. */
  ofSubject(subject: string): string;
}

/** The operations of the service that a report is about. */
export function operationsOf({ survey, target }: Report): Operations {
  const homes = new Set(survey.collections.map(({ path }) => path));
  const paths = new Map(survey.collections.map(({ name, path }) => [name, path]));
  return {
    of({ request }) {
      const path = relativeTo(target.baseUrl, request.url).replace(/[?#][\s\S]*$/, '');
      return visible(`${request.method}:${templated(path, homes)}`);
    },
    ofSubject(subject) {
      const path = paths.get(subject);
      return visible(path === undefined ? subject : `GET:${path}`);
    },
  };
}

/** The longest known path wins: a collection may lie below an item of another one. */
function templated(path: string, homes: ReadonlySet<string>): string {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (!homes.has(path.slice(0, end))) continue;
    const [, ...below] = path.slice(end + 1).split('/');
    return [path.slice(0, end), '{id}', ...below].join('/');
  }
  return path;
}
