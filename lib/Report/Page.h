//===- Page.h - How the page for people looks -------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_PAGE_H
#define BANKFIX_LIB_REPORT_PAGE_H

#include "llvm/ADT/StringRef.h"

namespace bankfix {

/// Colours of turns go from what is free to what waits longest. Both themes
/// have a contrast of at least 4.5 between text and what is behind it.
inline constexpr llvm::StringLiteral PageStyle = R"css(
:root{color-scheme:light;--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--panel:#f6f8fa;
--hot:#fff1e5;--bad:#b3261e;--good:#1a6b34;--link:#0550ae;--bank:72%;
--t1:#bfe5c8;--t2:#f9e2a0;--t5:#f7b98c;--t9:#f08a80;--ink:#1b1f24}
:root.dark{color-scheme:dark;--bg:#0d1117;--fg:#e6edf3;--soft:#9aa4af;--line:#30363d;
--panel:#161b22;--hot:#33210f;--bad:#ff8f85;--good:#6ed78c;--link:#79b8ff;--bank:68%;
--t1:#7fc992;--t2:#e3c15f;--t5:#e39a63;--t9:#f08a80;--ink:#0d1117}
@media(prefers-color-scheme:dark){:root:not(.light){color-scheme:dark;--bg:#0d1117;--fg:#e6edf3;
--soft:#9aa4af;--line:#30363d;--panel:#161b22;--hot:#33210f;--bad:#ff8f85;--good:#6ed78c;
--link:#79b8ff;--bank:68%;--t1:#7fc992;--t2:#e3c15f;--t5:#e39a63;--t9:#f08a80;--ink:#0d1117}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.45 system-ui,sans-serif}
header,main{max-width:1240px;margin:0 auto;padding:12px 20px}
h1{margin:0;font-size:24px}h2{margin:28px 0 8px;font-size:18px;overflow-wrap:anywhere}
header p{margin:2px 0 8px;color:var(--soft)}
code{font:13px/1.5 ui-monospace,monospace}
a{color:var(--link)}
button{font:inherit;color:var(--fg);background:var(--panel);border:1px solid var(--line);
border-radius:6px;padding:3px 10px;cursor:pointer}
:focus-visible{outline:2px solid var(--link);outline-offset:1px}
.cards{display:flex;flex-wrap:wrap;gap:10px;margin:10px 0 18px}
.card{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:8px 14px}
.card b{font-size:20px}
table{border-collapse:collapse;min-width:50%}caption{text-align:left;color:var(--soft);padding:4px 0}
th,td{text-align:left;padding:3px 10px;border-bottom:1px solid var(--line);vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums}
.before{fill:var(--t9)}.after{fill:var(--t1)}
.scroll{overflow-x:auto;max-width:100%}
.small{color:var(--soft);font-size:13px;margin:4px 0}
.source{border:1px solid var(--line);border-radius:8px;overflow-x:auto}
.line{display:flex;white-space:pre;min-width:max-content}
.line code{white-space:pre;tab-size:8}
.line.head{color:var(--soft);border-bottom:1px solid var(--line)}
.line.hot{background:var(--hot)}
.no,.c{flex:none;text-align:right;color:var(--soft);font:13px/1.6 ui-monospace,monospace;padding-right:10px}
.no{width:56px}.c{width:92px}.hot .c{color:var(--bad);font-weight:600}
.gap{color:var(--soft);font-size:13px;padding:2px 56px;background:var(--panel);
border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
.access{margin:0 0 0 56px;border-left:4px solid var(--line);background:var(--panel);
position:sticky;left:56px;max-width:min(1180px,calc(100vw - 110px))}
.access.bad{border-color:var(--bad)}.access.good{border-color:var(--good)}
summary{cursor:pointer;padding:3px 10px}
.bad>summary{color:var(--bad)}
.body{padding:4px 14px 12px}
.pair{display:flex;flex-wrap:wrap;gap:18px}figure{margin:6px 0;max-width:100%;flex:0 1 530px}
svg text{font:9.5px ui-monospace,monospace;fill:var(--ink)}svg .axis{fill:var(--soft)}
.memory rect{width:15px;height:15px;fill:hsl(calc(var(--b)*360/var(--n)) 60% var(--bank))}
.memory g text{text-anchor:middle}details.memory{margin:6px 0}
svg .grid{fill:none;stroke:var(--line)}
.t1 rect{fill:var(--t1)}.t2 rect,.t3 rect,.t4 rect{fill:var(--t2)}
.t5 rect,.t6 rect,.t7 rect,.t8 rect{fill:var(--t5)}.t9 rect{fill:var(--t9)}
@media(max-width:640px){header,main{padding:10px}.c{width:64px}.no{width:40px}
.access{margin-left:0;left:0;max-width:calc(100vw - 34px)}.line.head .c{font-size:10px}}
@media print{button{display:none}}
)css";

/// What links, themes and the open button need; everything else works without.
inline constexpr llvm::StringLiteral PageScript = R"js(
const root=document.documentElement,theme=document.getElementById('theme'),
  open=document.getElementById('open');
theme.hidden=open.hidden=false;
theme.onclick=()=>{
  const dark=root.classList.contains('dark')||(!root.classList.contains('light')&&
    matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.remove('dark','light');root.classList.add(dark?'light':'dark');
};
const reveal=()=>{
  const at=location.hash.length>1&&document.getElementById(location.hash.slice(1));
  if(at&&at.tagName==='DETAILS')at.open=true;
};
addEventListener('hashchange',reveal);reveal();
open.onclick=()=>{
  const all=document.querySelectorAll('.access.bad'),
    any=[...all].some(d=>!d.open);
  for(const d of all)d.open=any;
  open.textContent=any?'Close all findings':'Open all findings';
};
)js";

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_PAGE_H
