import type { Report } from '../../model/result/report.js';
import { renderJsonText } from './json-text.js';

/** Writes the record itself; `report.schema.json` describes every field. `complete` comes last: it shows that nothing is cut off. */
export const writeJson = ({ complete, ...record }: Report): string => renderJsonText({ ...record, complete });
