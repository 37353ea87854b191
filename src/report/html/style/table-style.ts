/** Verdicts, tables and the matrix. */
export const tableStyle = `
.shape{width:1em;height:1em;flex:none;vertical-align:-.13em}
.mark .shape{align-self:center}
.cutout{stroke:var(--paper)}
.mark{display:inline-flex;align-items:baseline;gap:.35em;font-size:.87rem;font-weight:600;white-space:nowrap}
.v-held{color:var(--held);--tint:var(--held-bg)}
.v-violated{color:var(--violated);--tint:var(--violated-bg)}
.v-errored{color:var(--errored);--tint:var(--errored-bg)}
.v-inconclusive{color:var(--doubt);--tint:var(--doubt-bg)}
.v-not-applicable,.v-not-run,.v-untested{color:var(--still);--tint:transparent}
.level{font-size:.72rem;letter-spacing:.03em;color:var(--faint);font-weight:600}
.chip{display:inline-block;border:1px solid var(--line);border-radius:3px;padding:0 .35em;font-size:.76rem;color:var(--faint);white-space:nowrap;font-family:inherit}
.chip.stale,.chip.expired{color:var(--violated);border-color:currentColor}
.proportions{display:block;width:100%;height:6px;border-radius:3px;margin-bottom:.7rem;overflow:hidden}
.proportions rect{fill:currentColor}
.scroll,pre{position:relative}
.scroll{overflow:auto;border:1px solid var(--line);border-radius:5px;background:var(--raised)}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .7rem;border-top:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
thead th{border-top:0;font-size:.8rem;color:var(--faint);white-space:nowrap}
.scroll thead th{position:sticky;top:0;background:var(--sunk);z-index:1}
.scroll thead th,.scroll td.level{overflow-wrap:normal}
.count{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.counts th,.counts td{padding:.25rem .5rem}
.counts th:first-child{padding-left:0}
.counts .all{font-weight:600}
.counts .meaning{display:block;padding-left:1.35rem;line-height:1.3}
.verdicts td:first-child{white-space:nowrap}
.verdicts td:nth-child(3){min-width:15rem}
.verdicts td:nth-child(4){min-width:16rem}
.clauses th{white-space:nowrap;font-weight:600}
.clauses td:nth-child(3){min-width:18rem}
.clauses td:nth-child(4){min-width:12rem}
.source{display:block}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1.4rem;margin-bottom:.7rem}
.pager{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-bottom:.6rem}
.pager p{margin-right:auto}
.grid{max-height:85vh;max-width:100%;width:fit-content;min-width:min(100%,34rem)}
@media (min-width:68rem){.matrix tbody th{min-width:26rem}}
.matrix{width:auto;min-width:100%;border-collapse:separate;border-spacing:0}
.matrix th,.matrix td{padding:.2rem .5rem}
.matrix td{text-align:center;vertical-align:middle;background:var(--tint,transparent);min-width:2.9rem;border-left:1px solid var(--line)}
.matrix td a{display:block;color:inherit}
.matrix tbody th{position:sticky;left:0;background:var(--raised);min-width:13rem;max-width:36rem}
.matrix thead .corner{left:0;z-index:2;vertical-align:bottom}
.matrix .subject{border-left:1px solid var(--line);vertical-align:bottom;padding:.5rem .2rem}
.matrix .subject span{writing-mode:vertical-rl;transform:rotate(180deg);max-height:11rem;overflow:hidden;text-overflow:ellipsis;display:block;margin:0 auto;color:var(--ink)}
.matrix .suite th{background:var(--sunk);font-weight:600;font-size:.8rem}
.matrix .suite span{position:sticky;left:.5rem}
.whole{white-space:nowrap}
@media (max-width:40rem){th,td{padding:.3rem .45rem}.verdicts td:first-child{white-space:normal}.verdicts td:nth-child(3){min-width:9rem}.verdicts td:nth-child(4){min-width:11rem}.clauses td:nth-child(3){min-width:12rem}.matrix tbody th{min-width:9rem;max-width:11rem;font-size:.8rem}.matrix td{min-width:2.2rem}}
`;
