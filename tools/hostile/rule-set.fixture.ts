import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readXml } from '../../test/support/read-xml.js';
import { audition } from './audit-in-process.fixture.js';
import { expectedOf, surprises } from './expected-outcome.js';
import { bareIn } from './find-control-characters.js';
import { pasted } from './pasted-arguments.fixture.js';
import { hostiles, type Kind } from './service/hostile-services.js';

const schema = JSON.parse(readFileSync(new URL('../../src/report/json/report.schema.json', import.meta.url), 'utf8'));
const isReport = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

/** Rules that read, write, list and page, so that a hostile place is met soon. */
const usual = ['creation/made-is-readable', 'safety/get-leaves-the-item-as-it-was', 'honesty/*'];

/** The law for hostile services of these kinds, in short: `npm run hostile` is the long form. */
export function law(...kinds: readonly Kind[]): void {
  describe.concurrent('the kit keeps its composure, whatever a service does', () => {
    test.each(hostiles.filter(({ kind }) => kinds.includes(kind)))('$name', async (one) => {
      const { mustShow } = expectedOf(one.name);
      const { report, views, shown, strays } = await (mustShow === undefined
        ? audition(one, usual)
        : audition(one, [mustShow], 800));
      expect(surprises(one.name, report)).toEqual([]);
      expect([0, 1, 3]).toContain(report.gate.exit);
      expect(isReport(JSON.parse(views['report.json'] ?? '')) || isReport.errors).toBe(true);
      expect(readXml(views['junit.xml'] ?? '').name).toBe('testsuites');
      expect(bareIn(views)).toEqual([]);
      expect(strays).toBe(0);
      expect(shown).toBeGreaterThan(0);
      for (const { evidence } of report.results) if (evidence) await pasted(evidence.curl);
    });
  });
}
