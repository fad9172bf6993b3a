// Marks the addresses that this browser knows: the reader's own, and those that the reader has named. `document.js` fetches it where
// there are any. Names stay in this browser. They are shown by the style sheet, as text (app/globals.css), so they can be nothing else.

const kept = (name) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** The names that the reader gave, by address (components/wallets/nickname.tsx). */
function namesGiven() {
  try {
    const names = JSON.parse(kept('names') ?? '{}')
    return typeof names === 'object' && names !== null ? names : {}
  } catch {
    return {}
  }
}

let own = kept('you')
let names = namesGiven()

function mark(place) {
  const { address } = place.dataset
  const name = Object.hasOwn(names, address) ? names[address] : null
  if (typeof name === 'string' && name !== '') place.dataset.name = name
  else delete place.dataset.name
  if (address === own) place.dataset.you = ''
  else delete place.dataset.you
}

function markIn(part) {
  if (part.matches?.('[data-address]')) mark(part)
  for (const place of part.querySelectorAll?.('[data-address]') ?? []) mark(place)
}

addEventListener('storage', ({ key }) => {
  if (key !== 'you' && key !== 'names') return
  own = kept('you')
  names = namesGiven()
  markIn(document)
})
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) markIn(node)
}).observe(document, { subtree: true, childList: true })
markIn(document)
