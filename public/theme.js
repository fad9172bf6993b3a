;(() => {
  // What it does, app/layout.tsx tells: every page loads these bytes.
  const root = document.documentElement
  const kept = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    else delete root.dataset.theme
  }
  apply(kept('theme'))
  addEventListener('storage', (event) => {
    if (event.key === 'theme') apply(event.newValue)
    if (event.key === 'you' || event.key === 'names') import('/people.js')
  })
  addEventListener('click', (event) => {
    const button = event.target.closest?.('[data-does]')
    if (button) import('/acts.js').then((acts) => acts[button.dataset.does](button))
  })
  addEventListener('keydown', (event) => {
    const isHeld = event.metaKey || event.ctrlKey
    if (isHeld ? event.key !== 'k' : event.key !== '/' || event.target.closest('input,textarea,select')) return
    if (document.querySelector('dialog[open]') || (!isHeld && kept('keys-off'))) return
    event.preventDefault()
    document.querySelector('#search-dialog')?.showModal()
  })
  if (kept('you') || kept('names')) import('/people.js')

  addEventListener('DOMContentLoaded', () => {
    for (const inert of document.querySelectorAll('script[type="text/plain"]')) {
      const script = document.createElement('script')
      for (const { name, value } of inert.attributes) if (name !== 'type') script.setAttribute(name, value)
      inert.replaceWith(script)
    }
  })
})()
