import type { Report } from '../../model/result/report.js';

/** Where the report stands unless somebody chose another folder. */
const reportFile = 'reports/report.json';

/**
 * The file of a repository that findings are pinned to, as a relative URI: a service has no line of source, so it is the
 * profile that describes it, or the document, or the report itself. `root` is the folder that paths are relative to.
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
