import type { Report } from '../../model/result/report.js';
import { renderJsonText } from './json-text.js';

/** The record itself; `report.schema.json` says what every field means. `complete` comes last: it proves nothing is cut off. */
export const writeJson = ({ complete, ...record }: Report): string => renderJsonText({ ...record, complete });
