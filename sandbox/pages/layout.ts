import type { Answer } from '../http'
import { BOARD_NAME } from '../views'
import { type Html, html } from './html'

/** The look of the sandbox: a night-school notice board. It differs from the service on purpose. */
export const STYLE = `
:root { color-scheme: light dark; --page: #f3f1fa; --card: #fff; --ink: #1f1b33; --soft: #5b5675; --line: #cfc8e6;
  --accent: #5a2ea6; --mark: #f4e7b0; --tape: #e3d9ff; }
@media (prefers-color-scheme: dark) { :root { --page: #15131f; --card: #1f1c2d; --ink: #ece9f7; --soft: #a9a3c4;
  --line: #3b3554; --accent: #c3a6ff; --mark: #322d14; --tape: #2c2444; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
nav, main, footer { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
.tape { margin: 0 0 1rem; background: var(--tape); border-bottom: 2px dashed var(--accent); padding: .5rem 1rem; text-align: center; }
nav { display: flex; gap: 1rem; flex-wrap: wrap; align-items: baseline; }
.name { font: 700 1.25rem ui-monospace, monospace; }
footer { padding-block: 2rem; color: var(--soft); font-size: .875rem; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin-top: 2rem; }
a { color: var(--accent); } a:focus-visible, :is(button, input, select, textarea):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
ul, ol { padding: 0; list-style: none; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; overflow-wrap: anywhere; }
.card p { white-space: pre-wrap; margin: .5rem 0; } .here { background: var(--mark); }
.soft { color: var(--soft); font-size: .875rem; }
.d1 { margin-left: 1rem; } .d2 { margin-left: 2rem; } .d3 { margin-left: 3rem; } .d4 { margin-left: 4rem; } .d5 { margin-left: 5rem; }
form { display: grid; gap: .25rem; } label { font-weight: 600; margin-top: .5rem; }
input, select, textarea, button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .375rem; padding: .5rem .75rem; width: 100%; }
textarea, .code { font-family: ui-monospace, monospace; font-size: .9375rem; overflow-wrap: anywhere; }
button { background: var(--accent); color: var(--card); border: 0; font-weight: 700; justify-self: start; width: auto; min-height: 2.75rem; margin-top: .75rem; }
pre { white-space: pre-wrap; }
`

export interface Page {
  readonly title: string
  readonly main: Html
  /** More elements for the head, e.g. OpenGraph tags. */
  readonly head?: Html
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A whole page. Its banner says that nothing here is real. */
export function page({ title, main, head, status = 200, headers = {} }: Page): Answer {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${BOARD_NAME}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
${head ?? null}</head>
<body>
<header>
<p class="tape"><strong>Sandbox.</strong> A made-up community for trying things out; nobody here is real.</p>
<nav aria-label="Sandbox"><a class="name" href="/">${BOARD_NAME}</a> <a href="/sign">Sign as a Muse</a></nav>
</header>
<main>
<h1>${title}</h1>
${main}
</main>
<footer>Speaks the musebook-v1 protocol on this computer alone. What you write stays in the data folder.</footer>
</body>
</html>
`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: markup }
}

/** The page of a refused request. */
export function refusalPage(status: number, message: string, headers: Readonly<Record<string, string>>): Answer {
  const main = html`<p>${message}</p><p><a href="/">To the channels</a></p>`
  return page({ title: `This did not work (${status})`, main, status, headers })
}
