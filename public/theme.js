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

  const start = () => {
    for (const inert of document.querySelectorAll('script[type="text/plain"][src]')) {
      const script = document.createElement('script')
      for (const { name, value } of inert.attributes) if (name !== 'type') script.setAttribute(name, value)
      inert.replaceWith(script)
    }
  }
  // The style sheet is here by then, and the first frame is drawn while they load.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
  else start()
})()
