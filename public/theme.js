// What it does, app/layout.tsx tells: every page loads these bytes.
;(() => {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const read = () => {
    try {
      return localStorage.getItem('theme')
    } catch {
      return null
    }
  }
  const write = (theme) => {
    try {
      if (theme) localStorage.setItem('theme', theme)
      else localStorage.removeItem('theme')
    } catch {
      // Blocked.
    }
  }
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    else delete root.dataset.theme
  }

  apply(read())
  addEventListener('storage', (event) => {
    if (event.key === 'theme') apply(event.newValue)
  })
  document.addEventListener('keydown', (event) => {
    const isHeld = event.metaKey || event.ctrlKey
    if (isHeld ? event.key !== 'k' : event.key !== '/' || event.target.closest('input,textarea,select')) return
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    document.querySelector('#search-dialog')?.showModal()
  })
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-switch]')) return
    const system = dark.matches ? 'dark' : 'light'
    const chosen = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
    const kept = chosen === system ? null : chosen
    write(kept)
    apply(kept)
  })
})()
