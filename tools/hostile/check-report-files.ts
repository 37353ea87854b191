import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readXml } from '../../test/support/read-xml.js';

const schemaFile = new URL('../../src/report/json/report.schema.json', import.meta.url);
const isValidReport = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(schemaFile, 'utf8')),
);

/** What is wrong with the files of a report, by name: the JSON must match its schema, the XML must be well-formed. */
export function checkReportFiles(files: Readonly<Record<string, string>>): string[] {
  const { 'report.json': json, 'junit.xml': xml } = files;
  return [
    ...(json === undefined || isValidReport(JSON.parse(json))
      ? []
      : [`report.json does not match its schema: ${JSON.stringify(isValidReport.errors).slice(0, 300)}`]),
    ...(xml === undefined ? [] : checkJunit(xml)),
  ];
}

function checkJunit(xml: string): string[] {
  try {
    const { name } = readXml(xml);
    return name === 'testsuites' ? [] : [`the root of junit.xml is ${name}`];
  } catch (error) {
    return [`junit.xml is not well-formed: ${(error as Error).message}`];
  }
}
