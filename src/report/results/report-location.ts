import type { Report } from '../../model/result/report.js';

/** Default path of the report. */
const reportFile = 'reports/report.json';

/**
 * Returns the file of a repository that findings refer to, as a relative URI. A service has no line of source, so it is the
 * profile, or the document, or the report itself. `root` is the folder that paths are relative to.
 */
export function locateReport({ run }: Pick<Report, 'run'>, root = ''): string {
  const named = [run.profile, run.openapi].map(
    (path) => path && relativizePath(normalizePath(path), normalizePath(root)),
  );
  return encodePath(named.find(Boolean) || reportFile);
}

const normalizePath = (path: string): string => path.replaceAll('\\', '/').replace(/\p{Cs}/gu, '\ufffd');

function relativizePath(path: string, root: string): string | undefined {
  const folder = `${root.replace(/\/+$/, '')}/`;
  const relative = root !== '' && path.startsWith(folder) ? path.slice(folder.length) : path;
  const isOutside = /^(\/|[A-Za-z][A-Za-z0-9+.-]*:)/.test(relative) || relative.split('/').includes('..');
  return isOutside ? undefined : relative.replace(/^(\.\/)+/, '');
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
