;(() => {
  // What it does, app/page-document.tsx tells: every page loads these bytes.
  const root = document.documentElement
  // A browser may keep nothing, and refuse even to say so.
  const stored = (name, store = 'localStorage') => {
    try {
      return window[store].getItem(name)
    } catch {
      return null
    }
  }
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    else delete root.dataset.theme
  }
  apply(stored('theme'))

  // A tab that has had them has them at hand. The value of next/font's classes changes with the files.
  const faces = root.className
  if (stored('faces', 'sessionStorage') !== faces) root.removeAttribute('class')
  const showFaces = async () => {
    // All at once, so that the page is laid out once more, and not for each.
    const ofEveryPage = [...document.fonts].filter((face) => face.unicodeRange === 'U+0-10FFFF')
    await Promise.allSettled(ofEveryPage.map((face) => face.load()))
    root.className = faces
    try {
      sessionStorage.setItem('faces', faces)
    } catch {
      // The next page of this tab begins without them, as this one did.
    }
  }

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
    if (document.querySelector('dialog[open]') || (!isHeld && stored('keys-off'))) return
    event.preventDefault()
    document.querySelector('#search-dialog')?.showModal()
  })
  if (stored('you') || stored('names')) import('/people.js')

  const early = new Set()
  const keep = (event) => {
    const button = event.target.closest?.('button:not([data-does],[action] *,[method=dialog] *)')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    early.add(button)
  }
  addEventListener('click', keep, true)
  addEventListener('hydrated', () => {
    removeEventListener('click', keep, true)
    for (const button of early) button.click()
  })

  const load = (inert) => {
    const script = document.createElement('script')
    for (const { name, value } of inert.attributes)
      if (name.startsWith('data-')) script.setAttribute(name.slice(5), value)
    inert.replaceWith(script)
  }
  let isPainted = false
  const afterPaint = () => {
    if (isPainted) return
    isPainted = true
    showFaces()
    for (const inert of document.querySelectorAll('script[type="text/plain"]')) {
      // The first to run look for the others by their address.
      inert.src = inert.dataset.src
      setTimeout(load, 0, inert)
    }
  }
  addEventListener('DOMContentLoaded', () => {
    if (document.hidden) return afterPaint()
    const paints = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) afterPaint()
    })
    paints.observe({ type: 'paint', buffered: true })
    // A browser may tell of no paint.
    requestAnimationFrame(() => setTimeout(afterPaint, 1_000))
  })
})()
