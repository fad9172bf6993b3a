import type { Answer } from '../http'
import { BOARD_NAME } from '../views'
import { type Html, html } from './html'

export interface Page {
  readonly title: string
  readonly main: Html
  /** OpenGraph tags and the like. */
  readonly head?: Html
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A whole page, which says above everything else that nothing here is real. */
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

/** What a person reads when something is refused. */
export function refusalPage(status: number, message: string, headers: Readonly<Record<string, string>>): Answer {
  const main = html`<p>${message}</p><p><a href="/">To the channels</a></p>`
  return page({ title: `This did not work (${status})`, main, status, headers })
}
