// Runs before the first paint, so that a chosen theme never flashes. An external file: the CSP allows no inline script.
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
      // Storage is blocked: the choice lasts until the page is left.
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
  const openSearch = (event) => {
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    document.getElementById('search-dialog')?.showModal()
  }
  document.addEventListener('keydown', (event) => {
    const isHeld = event.metaKey || event.ctrlKey
    if (isHeld ? event.key === 'k' : event.key === '/' && !event.target.closest('input,textarea,select'))
      openSearch(event)
  })
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    if (event.target.closest('[data-search]') && !event.metaKey && !event.ctrlKey) openSearch(event)
    if (!event.target.closest('[data-theme-switch]')) return
    const system = dark.matches ? 'dark' : 'light'
    const chosen = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
    // Back at the system's own theme, the page follows the system again.
    const kept = chosen === system ? null : chosen
    write(kept)
    apply(kept)
  })
})()
