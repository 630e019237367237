/** The style of the inspector, for light and dark mode. */
export const style: string = `
:root{color-scheme:light dark;--paper:light-dark(#f6f6f7,#101114);--card:light-dark(#fff,#191b20);
--ink:light-dark(#1b1d22,#ecedf0);--soft:light-dark(#5a5e69,#a4a8b3);--line:light-dark(#dcdde2,#33363f);
--tint:light-dark(#f0f1f5,#22252c);--accent:light-dark(#3446c0,#aab4ff);--on-accent:light-dark(#fff,#12152b);
--good:light-dark(#17663a,#7fdba4);--good-tint:light-dark(#e5f5eb,#15291d);
--bad:light-dark(#a1261d,#ffb3aa);--bad-tint:light-dark(#fdeeec,#331a17);
--wait:light-dark(#73510a,#f0cd85);--wait-tint:light-dark(#fbf3df,#2d2511)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.3rem}
.skip{position:absolute;inset-inline-start:-99rem}.skip:focus{position:static;display:block;padding:.5rem 1rem}
.top{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:baseline;padding:.7rem clamp(1rem,3vw,2rem);background:var(--card);border-block-end:1px solid var(--line)}
.top b{font-size:1.05rem}.top nav{display:flex;gap:1rem}.top small{margin-inline-start:auto}
main{max-width:72rem;margin:0 auto;padding:1.5rem clamp(1rem,3vw,2rem) 4rem}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;margin:0}
h2{font-size:1.1rem;margin:0 0 .75rem}h3{font-size:.8125rem;margin:.9rem 0 .3rem;color:var(--soft);font-weight:600}
p{margin:.35rem 0}.soft,small{color:var(--soft)}small{font-size:.85rem}
section{margin-block-start:2rem}
.head{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center}
.badge{display:inline-block;padding:.1rem .6rem;border-radius:1rem;font-size:.8125rem;font-weight:600;white-space:nowrap}
.good{background:var(--good-tint);color:var(--good)}.bad{background:var(--bad-tint);color:var(--bad)}.wait{background:var(--wait-tint);color:var(--wait)}
.box{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.1rem}
.problem{margin-block-start:1rem;border-color:var(--bad);background:var(--bad-tint)}
.problem h2{margin:0;color:var(--bad)}
code,pre,dd,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.8125rem}
pre{margin:.4rem 0 0;padding:.7rem .8rem;border-radius:.5rem;background:var(--tint);white-space:pre-wrap;line-height:1.5}
dt{min-inline-size:7rem}dl{display:grid;grid-template-columns:fit-content(45%) minmax(0,1fr);gap:.15rem .9rem;margin:0;font-size:.8125rem}
dt{color:var(--soft)}dd{margin:0}
ul.plain,ol.lanes{list-style:none;margin:0;padding:0}
.flows li+li{margin-block-start:.5rem}
.flows a{display:flex;flex-wrap:wrap;gap:.25rem .9rem;align-items:center;padding:.7rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);color:inherit;text-decoration:none}
.flows a:hover{border-color:var(--accent)}.flows b{min-width:8rem}.flows .fill{flex:1;min-width:10rem;color:var(--soft)}
.lanenames{display:grid;grid-template-columns:repeat(3,1fr);text-align:center;font-weight:600;font-size:.875rem;position:sticky;top:0;background:var(--paper);padding:.4rem 0;z-index:1}
ol.lanes{background:linear-gradient(var(--line),var(--line)) 16.666% 0/1px 100% no-repeat,linear-gradient(var(--line),var(--line)) 50% 0/1px 100% no-repeat,linear-gradient(var(--line),var(--line)) 83.333% 0/1px 100% no-repeat;padding-block:.5rem}
.lanes summary{display:grid;grid-template-columns:repeat(6,1fr);padding:.35rem 0;cursor:pointer;list-style:none}
.lanes summary::-webkit-details-marker{display:none}
.lanes summary:hover .msg{border-color:var(--accent)}
.msg{position:relative;display:flex;gap:.5rem;align-items:flex-start;padding:.1rem .9rem .45rem;border-block-end:2px solid var(--soft);font-size:.875rem;line-height:1.35}
.msg .num{flex:none;min-width:1.5rem;padding:0 .3rem;border-radius:.75rem;background:var(--ink);color:var(--paper);font-size:.75rem;font-weight:600;text-align:center;line-height:1.5rem}
.msg .title{padding:.1rem .35rem;border-radius:.3rem;background:var(--paper)}
.msg small{display:block}
.browser-app,.app-browser{grid-column:2/4}.app-platform,.platform-app{grid-column:4/6}.browser-platform,.platform-browser{grid-column:2/6}
.app-app{grid-column:3/5;border:1px solid var(--line);border-radius:.6rem;background:var(--card);padding:.35rem .6rem}
.app-app .title{background:none}
.msg::after,.both::before{content:"";position:absolute;bottom:-6px;border:5px solid transparent}
.browser-app::after,.app-platform::after,.browser-platform::after{inset-inline-end:-4px;border-inline-start:8px solid var(--soft)}
.app-browser::after,.platform-browser::after,.platform-app::after,.both::before{inset-inline-start:-4px;border-inline-end:8px solid var(--soft)}
.app-app::after{display:none}
.failed .msg{border-color:var(--bad)}.failed .num{background:var(--bad);color:var(--paper)}
.who{display:none}
.inside{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));margin:.3rem 0 1rem}
.inside>*{min-width:0}.inside h3:first-child{margin-block-start:0}.inside .all{grid-column:1/-1}
.checks li{padding:.55rem 0;border-block-start:1px solid var(--line)}.checks li:first-child{border:0}
.checks .head b{flex:1;min-width:10rem}
.checks dl{margin-block-start:.2rem}
.fix{margin-block-start:.4rem;padding:.5rem .7rem;border-inline-start:3px solid var(--bad);background:var(--bad-tint);border-radius:.3rem}
.chips{display:flex;flex-wrap:wrap;gap:.4rem}.chips .badge{white-space:normal}.chips+.box,.chips+p{margin-block-start:.75rem}
.way{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}
.way .box{min-width:0}.way h3{margin:0}
table{inline-size:100%;border-collapse:collapse;font-size:.875rem}
th,td{text-align:start;vertical-align:top;padding:.4rem .75rem .4rem 0;border-block-end:1px solid var(--line)}th{color:var(--soft);font-weight:600}
.actions{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr))}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}label{font-size:.875rem;color:var(--soft);min-inline-size:0;max-inline-size:100%}
select{display:block;margin-block-start:.2rem;max-inline-size:100%}.actions form{min-inline-size:0}
button,select,.button{font:inherit;font-size:.9375rem;color:var(--ink);border:1px solid var(--line);border-radius:.6rem;background:var(--card);padding:.45rem .9rem;min-height:2.5rem}
button,.button{cursor:pointer;text-decoration:none;display:inline-block}button:hover,.button:hover{border-color:var(--accent)}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
iframe{inline-size:100%;block-size:28rem;border:1px solid var(--line);border-radius:.7rem;background:#fff}
summary{cursor:pointer}
@media(max-width:46rem){.lanenames{display:none}ol.lanes{background:none}.lanes summary{display:block;padding:.25rem 0}
.msg,.app-app{border:1px solid var(--line);border-radius:.6rem;background:var(--card);padding:.55rem .7rem}.msg::after,.both::before{display:none}
.msg .title{background:none;padding:0}.who{display:block;color:var(--soft);font-size:.8125rem}.failed .msg{border-color:var(--bad)}
dl{grid-template-columns:1fr}dd+dt{margin-block-start:.35rem}.top small{margin-inline-start:0}
thead{display:none}tr{display:block;border-block-end:1px solid var(--line);padding:.4rem 0}td,tbody th{display:block;border:0;padding:.1rem 0}}
@media(forced-colors:active){.badge,.box,.msg{border:1px solid}}
`
