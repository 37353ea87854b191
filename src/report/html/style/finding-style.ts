/** One violation: promise, comparison, exchanges, commands, advice. */
export const findingStyle = `
.finding{border:1px solid var(--line);border-radius:7px;background:var(--raised);padding:1.2rem 1.4rem;margin:.7rem 0 1.8rem;scroll-margin-top:.5rem}
.finding:target{border-color:var(--focus)}
.finding h3{font-size:1.1rem;color:var(--violated)}
.ordinal{color:var(--faint);font-weight:400;margin-right:.3rem}
.facts{color:var(--faint);font-size:.92rem}
.waiver{border-left:4px solid var(--doubt);background:var(--doubt-bg);padding:.4rem .8rem;border-radius:4px}
.promise{margin:.9rem 0 1.1rem}
.promise>div{grid-template-columns:5.5rem minmax(0,1fr)}
.promise q{quotes:none}
.block{margin:1.2rem 0 0}
pre{margin:0;background:var(--sunk);border-radius:5px;padding:.6rem .8rem;overflow:auto;max-height:26rem;line-height:1.45}
pre code{font-size:.83rem;overflow-wrap:normal}
.diff .line{display:inline-block;min-width:100%;padding:0 .3rem}
.diff .expected,.key.expected{background:var(--held-bg);color:var(--held)}
.diff .actual,.key.actual{background:var(--violated-bg);color:var(--violated)}
.diff .skipped{color:var(--faint)}
.key{padding:0 .4rem;border-radius:3px}
.sequence{border:1px solid var(--line);border-radius:5px;padding:.5rem 0 .7rem}
.lanes,.step>summary{display:grid;grid-template-columns:3.2rem minmax(0,1fr) minmax(0,13rem);gap:0 .8rem;padding:0 .9rem;align-items:stretch}
.lanes{font-size:.8rem;font-weight:600}
.lanes>span:nth-child(2){display:flex;justify-content:space-between;gap:1rem}
.sequence ol{list-style:none;margin:0;padding:0}
.step>summary{list-style:none}
.number,.state{align-self:center}
.step>summary::-webkit-details-marker{display:none}
.step>summary:hover,.step[open]>summary{background:var(--sunk)}
.number{color:var(--faint);font-size:.8rem;font-variant-numeric:tabular-nums}
.number::before{content:"▸ ";font-size:.8em}
.step[open] .number::before{content:"▾ "}
.wire{border-left:2px solid var(--faint);border-right:2px solid var(--faint);display:block;padding:.5rem 0 .45rem}
.ask,.tell{display:block;position:relative;padding:0 .8rem .12rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:.87rem;border-bottom:1.5px solid var(--faint);margin:0 7px 0 0}
.tell{text-align:right;border-bottom-style:dashed;margin:.2rem 0 0 7px}
.ask::after,.tell::after{content:"";position:absolute;bottom:-1px;border:4px solid transparent}
.ask,.tell{overflow:visible}
.ask::after{right:-7px;bottom:-5px;border-left:8px solid var(--faint);border-right:0}
.tell::after{left:-7px;bottom:-5px;border-right:8px solid var(--faint);border-left:0}
.ask,.tell{display:flex;gap:.5rem;align-items:baseline;min-width:0}
.tell{justify-content:flex-end}
.ask>*,.tell>*{flex:none}
.path{flex:0 1 auto!important;min-width:4rem;overflow:hidden;text-overflow:ellipsis;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.87em}
.peek{flex:0 9 auto!important;min-width:0;overflow:hidden;text-overflow:ellipsis;color:var(--faint);font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.82em}
.s2 b{color:var(--held)}.s4 b{color:var(--doubt)}.s5 b,.silence b{color:var(--violated)}
.silence{white-space:normal}
.control .wire{border-left-style:dotted;border-right-style:dotted}
.state{font-size:.8rem;color:var(--faint);line-height:1.35;overflow-wrap:anywhere}
.state span,.state code{display:block}
.state.changed code{color:var(--ink);font-weight:600}
.gap{text-align:center;color:var(--faint);font-size:.87rem;padding:.5rem}
.messages{display:grid;gap:1rem;padding:.7rem .9rem 1rem 4.9rem;border-bottom:1px solid var(--line)}
.messages>div{min-width:0}
@media (min-width:60rem){.messages{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.fields{font-size:.82rem;margin-bottom:.5rem}
.fields>div{grid-template-columns:minmax(6rem,9rem) minmax(0,1fr);padding:0}
.fields dd{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.95em}
.copyable{display:flex;gap:.5rem;align-items:flex-start}
.copyable pre{flex:1;min-width:0}
.copyable button{flex:none;min-width:5rem}
.curl{margin-top:.5rem}
.curl>*+*{margin-top:.4rem}
.advice{border-top:1px solid var(--line);margin-top:1.3rem;padding-top:1rem}
.advice details{margin-top:.4rem}
.advice dl>div{display:grid;grid-template-columns:8.5rem minmax(0,1fr);gap:.8rem;padding:.25rem 0;border-top:1px solid var(--line)}
.advice dl{margin-top:.4rem}
@media (max-width:48rem){.page{padding:1rem .9rem 3rem}.finding{padding:.9rem .8rem;margin-left:-.3rem;margin-right:-.3rem}.lanes,.step>summary{grid-template-columns:minmax(0,1fr);padding:0 .6rem}.lanes>span:first-child{display:none}.state{padding:.2rem 0 .2rem .6rem}.messages{padding:.6rem}.copyable{flex-direction:column;align-items:stretch}.copyable button{align-self:flex-end}.promise>div,.facts-list>div,.advice dl>div,.fields>div{grid-template-columns:minmax(0,1fr);gap:0}.promise>div,.facts-list>div{padding:.3rem 0}}
`;
