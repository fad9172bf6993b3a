import type { ApiResponse } from '@/lib/http/message'
import { hashSource } from '@/lib/text/hash-source'

// The page at the one-time address. It uses no part of the site, because the site also runs without demo wallets.
const SCRIPT = `
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
const said = document.querySelector('p')
const say = (words) => { said.textContent = words }
const ready = () => {
  say('Demo wallets are ready. On the site, press “Connect” and choose one: ')
  const way = Object.assign(document.createElement('a'), { href: '/', textContent: 'Go to the site' })
  // This page would tell whoever comes back to it that its address was used.
  way.onclick = (event) => { event.preventDefault(); location.replace('/') }
  said.append(way)
  way.focus()
}
fetch('/demo-wallets.json', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) })
  .then(({ ok }) => ok
    ? ready()
    : say('This address was used already, or is an old one. The terminal that runs the service printed a newer one: open that.'))
  .catch(() => say('The service does not answer. Reload this page after opening the newest address that it printed.'))
`
const STYLE =
  'body { font: 1.1rem/1.5 Georgia, serif; max-width: 36rem; margin: 20vh auto; padding: 0 1.5rem; color-scheme: light dark }'

const HTML = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Demo wallets</title><style>${STYLE}</style>
<main><h1>Demo wallets</h1><p role="status">Opening …</p><noscript>Wallets need JavaScript.</noscript></main>
<script>${SCRIPT}</script></html>
`

const POLICY = [
  "default-src 'none'",
  `script-src ${hashSource(SCRIPT)}`,
  `style-src ${hashSource(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Removes the token from the URL and exchanges it, so that it stays in neither the history nor a `Referer`. */
export const demoPage: ApiResponse = {
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  },
  body: HTML,
}
