import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readXml } from '../../test/support/read-xml.js';
import { auditInProcess } from './audit-in-process.fixture.js';
import { findExpectedOutcome, listDeviations } from './expected-outcome.js';
import { findControlCharacters } from './find-control-characters.js';
import { checkPastedCommands } from './pasted-arguments.fixture.js';
import { type HostileKind, hostileServices } from './service/hostile-services.js';

const schema = JSON.parse(readFileSync(new URL('../../src/report/json/report.schema.json', import.meta.url), 'utf8'));
const isValidReport = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

/** Rules that read, write, list and page, so that a hostile place is met soon. */
const commonRules = ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item', 'responses/*'];

/** The law for hostile services of these kinds, in short: `npm run hostile` is the long form. */
export function testHostileServices(...kinds: readonly HostileKind[]): void {
  describe.concurrent('the kit keeps its composure, whatever a service does', () => {
    test.each(hostileServices.filter(({ kind }) => kinds.includes(kind)))('$name', async (one) => {
      const { requiredViolation } = findExpectedOutcome(one.name);
      const { report, views, hostileCount, strayConnections } = await (requiredViolation === undefined
        ? auditInProcess(one, commonRules)
        : auditInProcess(one, [requiredViolation], 800));
      expect(listDeviations(one.name, report)).toEqual([]);
      expect([0, 1, 3]).toContain(report.gate.exit);
      expect(isValidReport(JSON.parse(views['report.json'] ?? '')) || isValidReport.errors).toBe(true);
      expect(readXml(views['junit.xml'] ?? '').name).toBe('testsuites');
      expect(findControlCharacters(views)).toEqual([]);
      expect(strayConnections).toBe(0);
      expect(hostileCount).toBeGreaterThan(0);
      for (const { evidence } of report.results) if (evidence) await checkPastedCommands(evidence.curl);
    });
  });
}
