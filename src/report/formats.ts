export const formats = {
  json: 'report.json',
  html: 'report.html',
  junit: 'junit.xml',
  markdown: 'report.md',
  comment: 'comment.md',
  sarif: 'report.sarif',
  'sarif-full': 'report.full.sarif',
  har: 'report.har',
  ctrf: 'ctrf-report.json',
  tap: 'report.tap',
  wfc: 'wfc-report.json',
  codequality: 'gl-code-quality-report.json',
  github: 'annotations.txt',
  console: 'report.txt',
} as const;

export type Format = keyof typeof formats;

export const isFormat = (format: string): format is Format => Object.hasOwn(formats, format);
