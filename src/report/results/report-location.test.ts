import { expect, test } from 'vitest';
import { sound } from '../../../test/report-samples/samples.js';
import { locateReport } from './report-location.js';

const run = (profile?: string, openapi?: string) => ({ run: { ...sound.run, profile, openapi } });

test.each([
  ['assay.yaml', undefined, undefined, 'assay.yaml'],
  ['./ci/assay.yaml', undefined, undefined, 'ci/assay.yaml'],
  ['/repo/ci/assay.yaml', undefined, '/repo', 'ci/assay.yaml'],
  ['/repo/ci/assay.yaml', undefined, '/repo/', 'ci/assay.yaml'],
  ['C:\\repo\\assay.yaml', undefined, 'C:\\repo', 'assay.yaml'],
  ['/elsewhere/assay.yaml', 'openapi.yaml', '/repo', 'openapi.yaml'],
  ['/repository/assay.yaml', undefined, '/repo', 'reports/report.json'],
  ['../assay.yaml', 'https://a.example/openapi.json', '/repo', 'reports/report.json'],
  ['a b/#1?.yaml', undefined, undefined, 'a%20b/%231%3F.yaml'],
  [undefined, undefined, '/repo', 'reports/report.json'],
])(
  'with the profile %j and the document %j below %j, findings have the location %j',
  (profile, openapi, root, place) => {
    expect(locateReport(run(profile, openapi), root)).toBe(place);
  },
);
