// What `document.js` fetches when it is asked for: buttons with `data-does`, and keys.

const keep = (theme) => {
  try {
    if (theme) localStorage.setItem('theme', theme)
    else localStorage.removeItem('theme')
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
}

/** Switches light and dark. Back at the system's own theme, the page follows the system again. */
export function theme() {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const chosen = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
  if (chosen === system) delete root.dataset.theme
  else root.dataset.theme = chosen
  keep(chosen === system ? null : chosen)
}

const SHOWN_MS = 2_500

/** Copies the address that a button stands beside, and says so in its name. */
export async function copy(button) {
  const address = button.closest('[data-address]')?.dataset.address
  if (!address) return
  const name = button.getAttribute('aria-label')
  let said = 'Copied'
  try {
    await navigator.clipboard.writeText(address)
  } catch {
    said = 'It could not be copied: select it on the page of the wallet.'
  }
  if (button.dataset.said) return
  button.dataset.said = said === 'Copied' ? 'done' : 'failed'
  button.setAttribute('aria-label', said)
  button.title = said
  setTimeout(() => {
    delete button.dataset.said
    button.setAttribute('aria-label', name)
    button.title = name
  }, SHOWN_MS)
}
